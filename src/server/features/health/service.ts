import type { ReplyOf } from '#contract/endpoint.ts';
import type { getHealth } from '#contract/meta.ts';
import type { Deps } from '#server/deps.ts';
import { contestAlarms, settlementTimers } from '#server/features/contests/service.ts';
import { lastWordOnNearMatches } from '#server/features/matches/service.ts';

/** Degraded while the feed says nothing of matches that somebody may be watching, or a contest waits too long for a result. */
export async function health(deps: Deps): Promise<ReplyOf<typeof getHealth>> {
  const [lastWord, { unresolved }] = await Promise.all([lastWordOnNearMatches(deps), contestAlarms(deps)]);
  const silentMs = lastWord === null ? 0 : deps.now().getTime() - lastWord.getTime();
  const isLate = silentMs > settlementTimers(deps.config).blindMs;
  return { status: isLate || unresolved.length > 0 ? 'degraded' : 'ok' };
}
