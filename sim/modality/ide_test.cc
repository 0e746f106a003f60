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
  turn().open_non_modal(notices_);
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

TEST_F(IdeTest, ShowsAnEditThatMissesTheDiskUntilItIsSaved) {
  turn().edit(notices_);
  EXPECT_EQ(ide_.documents[0], uncommitted);
  turn().commit(notices_);
  EXPECT_EQ(ide_.documents[0], unsaved);
  EXPECT_TRUE(ide_.unsaved_body_edits);
  turn().save(Scope::Settings, notices_);
  EXPECT_TRUE(ide_.unsaved_body_edits);
  turn().save(Scope::All, notices_);
  EXPECT_EQ(ide_.documents[0], clean);
  EXPECT_FALSE(ide_.unsaved_body_edits);
}

TEST_F(IdeTest, FollowsTheDiskOnRefreshUnlessTheDocumentIsModified) {
  turn().write_disk();
  EXPECT_EQ(ide_.documents[0], stale);
  turn().refresh();
  EXPECT_EQ(ide_.documents[0], clean);

  turn().edit(notices_);
  turn().write_disk();
  turn().refresh();
  EXPECT_NE(ide_.documents[0].editor, ide_.documents[0].disk);
}

TEST_F(IdeTest, AsksDuringTheNextSaveOnceItIsToldTo) {
  ide_.save_asks = true;
  turn().save(Scope::All, notices_);
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
