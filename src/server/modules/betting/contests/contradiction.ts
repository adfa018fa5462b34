import type { Deps } from '#server/deps.ts';
import { logRefusals, writeQuarantine } from '#server/modules/match-data/public.ts';
import type { ContestWithMatch } from './facts.ts';
import * as contests from './queries.ts';

const REASON = 'contradicts_operator';

/** Puts into quarantine, once each time it is told, a score that a feed tells after an operator has ended the contest on another one. */
export async function quarantineContradiction(deps: Deps, row: ContestWithMatch): Promise<void> {
  const source = await contests.findSource(deps.db, row.match_id);
  if (!source || row.match_fulltime_since === null) return;
  const refusal = { kind: 'result', feed_id: source.feed_id, reason: REASON };
  if (await contests.isQuarantinedSince(deps.db, source.feed, refusal, row.match_fulltime_since)) return;
  const told = row.match_fulltime ?? [row.match_home_score, row.match_away_score];
  const payload = { contest_id: row.id, match_id: row.match_id, told, stands_on: [row.home_score, row.away_score] };
  const fresh = await writeQuarantine(deps.db, source.feed, [{ ...refusal, payload }], deps.now());
  logRefusals(deps.log, source.feed, fresh, 'a feed tells another score than an operator did');
}
