import { utcDay } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { ChangeKind, MatchChange } from '#server/modules/match-data/import/batch.ts';
import { ALL_LEAGUES_TOPIC, leagueTopic } from '#server/modules/match-data/leagues/leagues.ts';
import { statisticsView } from './detail.ts';
import * as details from './detail-queries.ts';
import { lineupsOf } from './lineups.ts';
import { dayTopic, matchEvent, matchMarket, matchState, matchTopic } from './match-view.ts';
import * as matches from './queries.ts';

/** Above this number of changes, as at a start, clients refetch what they show, which is faster than sending each change. */
const TOLD_ONE_BY_ONE_MAX = 200;

/** Kinds of changes that change which matches or teams a list contains, which no message carries. */
const REFETCH: ChangeKind[] = ['new', 'kickoff', 'teams', 'fixture'];
/** Kinds of changes that affect a match's state; events do, because it counts red cards. */
const STATE: ChangeKind[] = ['status', 'score', 'clock', 'events'];
/** Kinds of changes that may affect a table or a league's match counts. */
const LEAGUE: ChangeKind[] = [...REFETCH, 'status', 'score'];

/** Publishes what an import changed, and invalidates the cached replies about it. */
export async function publishImported(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  touchLeagues(deps, changes);
  const isFlood = changes.length > TOLD_ONE_BY_ONE_MAX;
  const refetched = isFlood ? changes : changes.filter((change) => has(change, REFETCH));
  for (const topic of new Set(refetched.flatMap(topicsOf))) deps.publish(topic, { t: 'refetch' });
  if (isFlood) return;
  await publishStates(deps, changes);
  // After the final whistle, closing prices replace the prices in play.
  await publishMarkets(
    deps,
    changes.filter((change) => has(change, ['odds', 'status'])),
  );
  // No message carries shots: those that change without a count, which is rare, are fetched with the match.
  const shots = changes.filter((change) => has(change, ['shots']) && !has(change, ['statistics']));
  for (const id of new Set([...idsOf(changes, ['absences', 'ratings']), ...idsOf(shots, ['shots'])]))
    deps.publish(matchTopic(id), { t: 'refetch' });
  await publishEvents(deps, idsOf(changes, ['events']));
  await publishLineups(
    deps,
    changes.filter((change) => has(change, ['lineups'])),
  );
  await publishStatistics(deps, idsOf(changes, ['statistics']));
}

const has = (change: MatchChange, kinds: ChangeKind[]): boolean => change.kinds.some((kind) => kinds.includes(kind));
const idsOf = (changes: readonly MatchChange[], kinds: ChangeKind[]): number[] =>
  changes.filter((change) => has(change, kinds)).map(({ matchId }) => matchId);

/** Returns the topics of the match's earlier and present day, and of the match itself. */
function topicsOf({ matchId, before, after }: MatchChange): string[] {
  const days = [before?.kickoff_at, after.kickoff_at].flatMap((at) => (at ? [dayTopic(utcDay(at))] : []));
  return [...new Set(days), matchTopic(matchId)];
}

function touchLeagues({ replies }: Deps, changes: readonly MatchChange[]): void {
  const leagueIds = new Set(
    changes.filter((change) => has(change, LEAGUE)).flatMap(({ before, after }) => [before?.league_id, after.league_id]),
  );
  for (const id of leagueIds) if (id !== undefined) replies.touch(leagueTopic(id));
  if (leagueIds.size > 0) replies.touch(ALL_LEAGUES_TOPIC);
}

async function publishStates(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  const told = new Map(changes.filter((change) => has(change, STATE)).map((change) => [change.matchId, change]));
  for (const row of await matches.findStates(deps.db, [...told.keys()])) {
    for (const topic of topicsOf(told.get(row.id)!)) deps.publish(topic, { t: 'match', match: matchState(row) });
  }
}

async function publishMarkets(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  const pricesOf = await details.findPrices(
    deps,
    changes.map(({ matchId: id, after: { status } }) => ({ id, status })),
  );
  for (const change of changes) {
    const { odds, offer } = pricesOf(change.matchId);
    const market = matchMarket(change.after.status, odds);
    for (const topic of topicsOf(change)) deps.publish(topic, { t: 'market', match_id: change.matchId, market, offer });
  }
}

async function publishEvents(deps: Deps, ids: readonly number[]): Promise<void> {
  const events = await details.findEvents(deps.db, ids);
  for (const id of ids) deps.publish(matchTopic(id), { t: 'events', match_id: id, events: (events.get(id) ?? []).map(matchEvent) });
}

async function publishLineups(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  for (const { matchId, after } of changes) {
    deps.publish(matchTopic(matchId), { t: 'lineups', match_id: matchId, lineups: await lineupsOf(deps.db, after, deps.now()) });
  }
}

async function publishStatistics(deps: Deps, ids: readonly number[]): Promise<void> {
  for (const [id, rows] of await details.findStatistics(deps.db, ids)) {
    deps.publish(matchTopic(id), { t: 'statistics', match_id: id, statistics: statisticsView(rows) });
  }
}
