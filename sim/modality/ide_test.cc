#include "sim/modality/ide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sim::modality {
namespace {

class IdeTest : public testing::Test {
 protected:
  // A fresh turn per call: it refers to members that stay.
  IdeTurn turn() { return {ide_, agenda_, latencies_}; }

  bool noticed(const Notice& notice) const {
    return std::ranges::find(notices_, notice) != notices_.end();
  }

  Ide ide_;
  IdeAgenda agenda_;
  Latencies latencies_ = short_latencies();
  Notices notices_;
};

TEST_F(IdeTest, IsModalWhileAnythingIsOnTheStack) {
  EXPECT_EQ(modality(ide_), Modality::None);
  turn().open(EntryKind::Progress, notices_);
  EXPECT_EQ(modality(ide_), Modality::Progress);
  turn().open(EntryKind::Closable, notices_);
  EXPECT_EQ(modality(ide_), Modality::Dialog);
}

TEST_F(IdeTest, ListsDialogsTopmostFirstAndNoProgress) {
  turn().open(EntryKind::Closable, notices_);
  turn().open(EntryKind::Progress, notices_);
  turn().open(EntryKind::Refusing, notices_);
  const auto dialogs = showing(ide_);
  EXPECT_THAT(std::vector<DialogId>(dialogs.begin(), dialogs.end()),
              testing::ElementsAre(DialogId{2}, DialogId{1}));
}

TEST_F(IdeTest, NeverCountsANonModalDialog) {
  turn().open(EntryKind::NonModal, notices_);
  EXPECT_EQ(modality(ide_), Modality::None);
  EXPECT_TRUE(noticed(Fact{DialogOpened{DialogId{1}, false}}));
}

TEST_F(IdeTest, KeepsAClosedDialogShowingUntilItIsDisposed) {
  turn().open(EntryKind::Slow, notices_);
  EXPECT_EQ(turn().close(DialogId{1}, notices_), CloseAnswer::Accepted);
  EXPECT_EQ(modality(ide_), Modality::Dialog);
  EXPECT_EQ(agenda_.at(slot::entry), (Window{500, 1'500}));
  turn().entry_due(0, notices_);
  EXPECT_EQ(modality(ide_), Modality::None);
  EXPECT_TRUE(noticed(Happening{DialogDisposed{DialogId{1}}}));
}

TEST_F(IdeTest, AnswersForDialogsThatRefuseOrHaveGone) {
  turn().open(EntryKind::Refusing, notices_);
  EXPECT_EQ(turn().close(DialogId{1}, notices_), CloseAnswer::Refused);
  EXPECT_EQ(turn().close(DialogId{7}, notices_), CloseAnswer::Gone);
}

TEST_F(IdeTest, OpensAReopeningDialogAgainUnderANewName) {
  turn().open(EntryKind::Reopening, notices_);
  EXPECT_EQ(turn().close(DialogId{1}, notices_), CloseAnswer::Accepted);
  turn().entry_due(0, notices_);
  ASSERT_EQ(ide_.stack.size(), 1u);
  EXPECT_EQ(ide_.stack[0].id, DialogId{2});
  EXPECT_EQ(ide_.stack[0].state, EntryState::Showing);
}

TEST_F(IdeTest, DisposesAQuestioningDialogOnlyAfterItsQuestion) {
  turn().open(EntryKind::Questioning, notices_);
  EXPECT_EQ(turn().close(DialogId{1}, notices_), CloseAnswer::Accepted);
  ASSERT_EQ(ide_.stack.size(), 2u);
  EXPECT_FALSE(agenda_.pending(slot::entry));
  EXPECT_EQ(turn().close(DialogId{2}, notices_), CloseAnswer::Accepted);
  turn().entry_due(1, notices_);
  ASSERT_EQ(ide_.stack.size(), 1u);
  EXPECT_TRUE(agenda_.pending(slot::entry));
}

TEST_F(IdeTest, RefusesToCloseADialogThatAnotherStandsOn) {
  turn().open(EntryKind::Parent, notices_);
  ASSERT_EQ(ide_.stack.size(), 2u);
  EXPECT_EQ(turn().close(DialogId{1}, notices_), CloseAnswer::Refused);
  EXPECT_EQ(turn().close(DialogId{2}, notices_), CloseAnswer::Accepted);
  EXPECT_EQ(turn().close(DialogId{1}, notices_), CloseAnswer::Refused) << "it shows until disposed";
  turn().entry_due(1, notices_);
  EXPECT_EQ(turn().close(DialogId{1}, notices_), CloseAnswer::Accepted);
}

TEST_F(IdeTest, MovesPendingDisposalsWithTheStack) {
  turn().open(EntryKind::Closable, notices_);
  turn().open(EntryKind::Slow, notices_);
  (void)turn().close(DialogId{2}, notices_);
  turn().close_top(notices_);
  EXPECT_FALSE(agenda_.pending(slot::entry + 1));
  (void)turn().close(DialogId{1}, notices_);
  EXPECT_EQ(agenda_.at(slot::entry), (Window{0, 500}));
}

TEST_F(IdeTest, OpensNothingMoreOnAFullStack) {
  for (int i = 0; i < stack_max; ++i) turn().open(EntryKind::Closable, notices_);
  notices_.clear();
  const auto before = ide_;
  turn().open(EntryKind::Closable, notices_);
  EXPECT_EQ(ide_, before);
  EXPECT_TRUE(notices_.empty());
  EXPECT_EQ(showing(ide_).size(), std::size_t{stack_max});
}

constexpr auto of_project = DocumentName::Project;
constexpr auto outside = DocumentName::Outside;

TEST_F(IdeTest, ShowsAnEditThatMissesTheDiskUntilItIsSaved) {
  turn().edit(of_project, notices_);
  EXPECT_EQ(ide_.documents[0], uncommitted);
  EXPECT_TRUE(noticed(Fact{DocumentTouched{of_project, TouchedBy::Edit, true, true, false, true}}));
  turn().commit(Scope::All, notices_);
  EXPECT_EQ(ide_.documents[0], unsaved);
  notices_.clear();
  turn().save(Scope::Settings, Extent::All, notices_);
  EXPECT_TRUE(notices_.empty());
  turn().save(Scope::All, Extent::Dirty, notices_);
  EXPECT_EQ(ide_.documents[0], clean);
  EXPECT_TRUE(
      noticed(Fact{DocumentTouched{of_project, TouchedBy::Write, false, false, false, false}}));
}

TEST_F(IdeTest, FollowsTheDiskOnRefreshUnlessTheDocumentIsModified) {
  turn().write_disk(of_project, notices_);
  EXPECT_EQ(ide_.documents[0], stale);
  turn().refresh(Scope::All, TouchedBy::Write, notices_);
  EXPECT_EQ(ide_.documents[0], clean);

  turn().edit(of_project, notices_);
  turn().write_disk(of_project, notices_);
  turn().refresh(Scope::All, TouchedBy::Write, notices_);
  EXPECT_NE(ide_.documents[0].editor, ide_.documents[0].disk);
}

TEST_F(IdeTest, TouchesWhatAScopeNamesAndNothingElse) {
  for (const auto which : {of_project, outside, DocumentName::Settings})
    turn().edit(which, notices_);
  turn().commit(Scope::Project, notices_);
  turn().save(Scope::Project, Extent::Dirty, notices_);
  EXPECT_EQ(ide_.documents, (std::array{clean, uncommitted, clean}));
  turn().write_disk(outside, notices_);
  const auto before = ide_.documents;
  turn().refresh(Scope::Settings, TouchedBy::Write, notices_);
  EXPECT_EQ(ide_.documents, before);
}

TEST_F(IdeTest, KnowsWhatASaveWouldWriteOver) {
  turn().edit(outside, notices_);
  turn().write_disk(outside, notices_);
  EXPECT_TRUE(has_conflict(ide_, Scope::All));
  EXPECT_FALSE(has_conflict(ide_, Scope::Project));
  EXPECT_EQ(newest(ide_.documents[1]), ide_.documents[1].editor);
}

TEST_F(IdeTest, AsksDuringTheNextSaveThatDoesSomethingOnceItIsToldTo) {
  ide_.save_asks = true;
  turn().save(Scope::All, Extent::Dirty, notices_);
  EXPECT_EQ(modality(ide_), Modality::None);
  turn().save(Scope::All, Extent::All, notices_);
  EXPECT_EQ(modality(ide_), Modality::Dialog);
  EXPECT_FALSE(ide_.save_asks);
}

TEST_F(IdeTest, EndsAnIndexingThatEndsAndNoOther) {
  turn().start_indexing(Index::DumbEnding, notices_);
  EXPECT_TRUE(agenda_.pending(slot::indexing));
  turn().start_indexing(Index::DumbEndless, notices_);
  EXPECT_FALSE(agenda_.pending(slot::indexing));
  turn().end_indexing(notices_);
  EXPECT_EQ(ide_.index, Index::Smart);
  EXPECT_TRUE(noticed(Fact{IndexingEnded{}}));
}

}  // namespace
}  // namespace sim::modality
