import { advanceMatches, contestsOfMatch } from '#server/modules/betting/public.ts';
import { postMatchEvents } from '#server/modules/chat/public.ts';
import { performAgreed } from '#server/modules/console/public.ts';
import { findMatchBriefs, publishImported } from '#server/modules/match-data/public.ts';
import { addBetNews } from '#server/modules/notifications/public.ts';
import { carryExclusions, endUnprovenCare, exclusionOf } from '#server/modules/play-limits/public.ts';
import { lockPendingOf, noteFreeze, rejectWithin } from '#server/modules/withdrawals/public.ts';
import type { Wiring } from './wiring-types.ts';

/**
 * What happens in a module because of something in a module that it depends on. Modules import those below them only
 * (docs/architecture.md): a module that has an effect on one above it calls it through `deps.wiring`, and this is the one place that says which.
 */
export const wiring: Wiring = {
  // Everybody is told, contests follow, and so do the chats of the matches.
  onMatchesImported: async (deps, changes) => {
    await publishImported(deps, changes);
    await advanceMatches(
      deps,
      changes.map(({ matchId }) => matchId),
    );
    await postMatchEvents(deps, changes);
  },
  contestsOfMatch,

  onContestEnded: addBetNews,
  // A corrected score takes points back, also those that a user asked to be paid out. So does the first proof of an address.
  lockPendingWithdrawals: lockPendingOf,
  rejectWithdrawal: rejectWithin,
  onRedeemHeld: (db, userId, until, at) => noteFreeze(db, userId, { kind: 'frozen', reason: 'on_hold', adminId: null, until }, at),

  carryExclusions,
  exclusionOf,
  endUnprovenPlayLimits: endUnprovenCare,

  performApproved: performAgreed,
  findMatchBriefs,
};
