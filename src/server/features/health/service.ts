import type { ReplyOf } from '#contract/endpoint.ts';
import type { getHealth } from '#contract/meta.ts';
import type { Deps } from '#server/deps.ts';
import { contestAlarms, settlementTimers } from '#server/features/contests/service.ts';
import { lastWordOnNearMatches } from '#server/features/matches/service.ts';
import { apiFootballState } from '#server/feeds/api-football/state.ts';

/**
 * Degraded while the feed says nothing of matches that somebody may be watching, its provider refuses our key, or a contest waits
 * too long for a result.
 */
export async function health(deps: Deps): Promise<ReplyOf<typeof getHealth>> {
  const [lastWord, { unresolved }, provider] = await Promise.all([
    lastWordOnNearMatches(deps),
    contestAlarms(deps),
    apiFootballState(deps),
  ]);
  const silentMs = lastWord === null ? 0 : deps.now().getTime() - lastWord.getTime();
  const isLate = silentMs > settlementTimers(deps.config).blindMs;
  const isRefused = provider?.problem?.isSetting === true;
  return { status: isLate || isRefused || unresolved.length > 0 ? 'degraded' : 'ok' };
}
