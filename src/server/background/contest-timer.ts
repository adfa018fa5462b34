import type { Deps } from '#server/deps.ts';
import { advanceDueContests, contestAlarms, correctDueContests, ensureContests } from '#server/modules/betting/public.ts';

/** Locks, pauses, settles and voids what is due by the server's clock, and goes on with what a crash left half paid. */
export const followContests = (deps: Deps): Promise<void> => advanceDueContests(deps);

/** Settles anew what was settled on a score that the feed has corrected since. */
export const correctContests = (deps: Deps): Promise<void> => correctDueContests(deps);

/** The importer asks for contests as matches come in; this finds those that a crash in between has left out. */
export const ensureAllContests = (deps: Deps): Promise<void> => ensureContests(deps);

/** Says how many contests wait for an operator or for a feed, for as long as there are any. */
export async function reportContestAlarms(deps: Deps): Promise<void> {
  const { unresolved, blind, corrected } = await contestAlarms(deps);
  if (unresolved.length + blind.length + corrected.length === 0) return;
  const counts = { unresolved: unresolved.length, blind: blind.length, corrected: corrected.length };
  deps.log.warn(counts, 'contests need attention');
}
