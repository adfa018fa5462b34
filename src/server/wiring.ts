import { advanceMatches, contestsOfMatch, offersOf } from '#server/modules/betting/public.ts';
import { postMatchEvents } from '#server/modules/chat/public.ts';
import { performAgreed } from '#server/modules/console/public.ts';
import { findMatchBriefs, publishImported } from '#server/modules/match-data/public.ts';
import { addContestNews } from '#server/modules/notifications/public.ts';
import { carryExclusions, endUnprovenExclusions, exclusionOf, requireTipping } from '#server/modules/play-limits/public.ts';
import { lockPendingOf, noteFreeze, rejectWithin } from '#server/modules/withdrawals/public.ts';
import type { Wiring } from './deps.ts';

/**
 * Effects of modules on later ones. A module imports only earlier modules (docs/architecture.md) and calls a later one through
 * `deps.wiring`. Only this file maps calls to functions.
 */
export const wiring: Wiring = {
  // Open pages are updated, then contests open, close or settle, then goals and cards are posted in chats.
  onMatchesImported: async (deps, changes) => {
    await publishImported(deps, changes);
    await advanceMatches(
      deps,
      changes.map(({ matchId }) => matchId),
    );
    await postMatchEvents(deps, changes);
  },
  contestsOfMatch,
  offersOf,

  onContestEnded: addContestNews,
  // A corrected score can take back points that wait for a payout. The first confirmation of an address rejects waiting payouts as well.
  lockPendingWithdrawals: lockPendingOf,
  rejectWithdrawal: rejectWithin,
  onRedeemHeld: (db, userId, until, at) => noteFreeze(db, userId, { kind: 'frozen', reason: 'on_hold', adminId: null, until }, at),

  carryExclusions,
  exclusionOf,
  requireTipping,
  endUnprovenPlayLimits: endUnprovenExclusions,

  performApproved: performAgreed,
  findMatchBriefs,
};
