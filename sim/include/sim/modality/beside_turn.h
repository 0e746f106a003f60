// How a call begins, and what others do beside it: background events, and dialogs of other worlds.
#pragma once
#include "port/modality/events.h"
#include "sim/modality/world_turn.h"

namespace sim::modality {

template <class Sink>
void Turn<Sink>::open_dialog(EntryKind kind) {
  Notices notices;
  ide_.open(kind, notices);
  tell(notices);
}

template <class Sink>
void Turn<Sink>::begin_background() {
  auto& agenda = world_.agenda;
  for (std::size_t i = 0; i < plan_.background.size(); ++i)
    agenda.schedule(slot::background + i, plan_.background[i].window);
  if (plan_.bounds.background > 0) {
    world_.background_left = plan_.bounds.background;
    agenda.schedule(slot::free_background, {0, never});
  }
}

template <class Sink>
void Turn<Sink>::call(const Request& request, std::size_t run) {
  if (request.from_edt) world_.ide.holder = Holder::Caller;
  world_.waits = false;
  auto& body = world_.body;
  const auto& script = run == 0 ? plan_.body : plan_.another[run - 1].body;
  if (!script.instructions.empty()) body.program = program_of(run);
  body.steps_left = run == 0 ? plan_.bounds.steps : plan_.another[run - 1].steps;
  if constexpr (requires { sink_.begin_call(); }) sink_.begin_call();
  tell_of_start();
  deliver(Called{request});
}

// An observer knows how the IDE stands when the call begins; the engine has to look.
template <class Sink>
void Turn<Sink>::tell_of_start() {
  for (const auto& entry : world_.ide.stack) {
    if (is_dialog(entry.kind)) {
      sink_.noticed(DialogOpened{entry.id, true});
    } else {
      sink_.noticed(ProgressStarted{});
    }
  }
  if (world_.ide.index != Index::Smart) sink_.noticed(IndexingStarted{});
  if (world_.ide.configured) sink_.noticed(ImportFinished{});
  for (std::size_t i = 0; i < documents_max; ++i) {
    const auto& document = world_.ide.documents[i];
    if (document != clean)
      sink_.noticed(touched(document, static_cast<DocumentName>(i), TouchedBy::Other));
  }
}

template <class Sink>
void Turn<Sink>::dispose(DialogId dialog) {
  Notices notices;
  ide_.dispose(dialog, notices);
  tell(notices);
}

template <class Sink>
void Turn<Sink>::befall(Background what) {
  Notices notices;
  switch (what) {
    case Background::TopCloses: ide_.close_top(notices); break;
    case Background::IndexingStarts: ide_.start_indexing(Index::DumbEnding, notices); break;
    case Background::EndlessIndexingStarts: ide_.start_indexing(Index::DumbEndless, notices); break;
    case Background::ImportFinishes:
      world_.ide.configured = true;
      notices.push_back(Fact{ImportFinished{}});
      break;
    case Background::DiskChanges: ide_.write_disk(DocumentName::Project, notices); break;
    case Background::SaveAsks: world_.ide.save_asks = true; break;
    case Background::CommitAsks: world_.ide.commit_asks = true; break;
    case Background::UiBusy: ide_.take_thread(Holder::Somebody, notices); break;
    case Background::UiFreezes: ide_.take_thread(Holder::Frost, notices); break;
    case Background::UiThaws: ide_.free_thread(notices); break;
    case Background::Cancelled:
      if (!world_.waits) deliver(Cancelled{});
      break;
    case Background::SecondCancelled:
      if (other_ == nullptr) break;
      turn_to_other();
      befall(Background::Cancelled);
      turn_to_other();
      break;
    case Background::OpenClosable:
    case Background::OpenSlow:
    case Background::OpenRefusing:
    case Background::OpenReopening:
    case Background::OpenQuestioning:
    case Background::OpenUnresponsive:
    case Background::OpenPassing:
    case Background::OpenNonModal:
    case Background::ProgressStarts:
    case Background::EndlessProgressStarts: ide_.open(*opens(what), notices); break;
  }
  tell(notices);
}

}  // namespace sim::modality
