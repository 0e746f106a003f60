/* Two-phase commit with N resource managers, as in sim/two_phase_commit.h: the same states
   and the same transitions, each of them one step of one process.

   Where the process stands is the coordinator's verdict, so a state tries only what can
   happen there. Sets of managers are bit masks. A d_step that leads back to the head of
   its loop leaves no state in between. */

#ifndef N
#define N 9
#endif

#define All ((1 << N) - 1)

short sent, received, committed, aborted;

#define Member(set, i) ((set) & (1 << i))
#define Undecided(i)   (!Member(committed | aborted, i))

#define Prepare(i)    d_step { Undecided(i) && !Member(sent, i) -> sent = sent | (1 << i) }
#define Refuse(i)     d_step { Undecided(i) && !Member(sent, i) -> \
                               aborted = aborted | (1 << i); assert(!committed) }
#define Receive(i)    d_step { Member(sent, i) && !Member(received, i) -> \
                               received = received | (1 << i) }
#define ObeyCommit(i) d_step { !Member(committed, i) -> \
                               committed = committed | (1 << i); \
                               aborted = aborted & ~(1 << i); assert(!aborted) }
#define ObeyAbort(i)  d_step { !Member(aborted, i) -> \
                               aborted = aborted | (1 << i); \
                               committed = committed & ~(1 << i); assert(!committed) }

/* do ... od needs its options written out. */
#if N >= 4
#define From4(act) :: act(3)
#else
#define From4(act)
#endif
#if N >= 5
#define From5(act) :: act(4)
#else
#define From5(act)
#endif
#if N >= 6
#define From6(act) :: act(5)
#else
#define From6(act)
#endif
#if N >= 7
#define From7(act) :: act(6)
#else
#define From7(act)
#endif
#if N >= 8
#define From8(act) :: act(7)
#else
#define From8(act)
#endif
#if N >= 9
#define From9(act) :: act(8)
#else
#define From9(act)
#endif
#define Each(act) :: act(0) :: act(1) :: act(2) From4(act) From5(act) From6(act) From7(act) \
                  From8(act) From9(act)

active proctype protocol() {
end_deciding:
  do
  Each(Prepare)
  Each(Refuse)
  Each(Receive)
  :: received == All -> goto end_committed
  :: goto end_aborted
  od;
end_committed:
  do
  Each(Prepare)
  Each(Refuse)
  Each(ObeyCommit)
  od;
end_aborted:
  do
  Each(Prepare)
  Each(Refuse)
  Each(ObeyAbort)
  od
}
