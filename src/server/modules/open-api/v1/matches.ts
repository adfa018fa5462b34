import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Lineup, MarketView, MatchDetail, MatchEvent } from '#contract/matches.ts';
import type { v1Events, v1Lineups, v1Match as v1MatchEndpoint, v1Matches, v1Odds, v1Statistics } from '#contract/v1/matches.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import {
  dayTopic,
  findMatchPage,
  type ListedMatch,
  type MatchFilter,
  matchDetail,
  matchOdds,
  matchStatistics,
  NO_DATE,
  utcDates,
  v1Match,
} from '#server/modules/match-data/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { decodeCursor, pageOf } from './cursor.ts';
import { mapped } from './mapped.ts';

const SPAN_MS_MAX = 31 * DAY_MS;

/** Lists matches. Throws `invalid_query` for a span that ends before it begins or is longer than 31 days, and for parameters that exclude each other. */
export function matches(deps: Deps, input: ParsedInputOf<typeof v1Matches>): ReplyPlan<ReplyOf<typeof v1Matches>> {
  const { sport, league_id: leagueId, team_id: teamId, state: group, ids, limit, cursor } = input;
  const filter: MatchFilter = { span: spanOf(input, deps.now()), ids, sport, leagueId, teamId, group };
  const after = cursor === undefined ? null : decodeCursor(cursor, ['moment', 'number'] as const);
  return {
    key: JSON.stringify([filter, limit, cursor]),
    topics: filter.span ? utcDates(filter.span).map(dayTopic) : (ids ?? []).map((id) => `match:${id}`),
    make: async () => {
      const rows = await findMatchPage(deps.db, filter, after && { at: after[0], id: after[1] }, limit + 1);
      return pageOf(rows, limit, positionOf, v1Match);
    },
  };
}

const positionOf = ({ kickoff_at, id }: ListedMatch) => [kickoff_at ?? NO_DATE.toISOString(), id] as const;

/** Returns the span of kick-offs that is asked for; null for matches by id. */
function spanOf({ date, from, to, ids }: ParsedInputOf<typeof v1Matches>, now: Date): MatchFilter['span'] {
  if ((from === undefined) !== (to === undefined))
    throw invalid(from === undefined ? 'from' : 'to', 'is required: `from` and `to` go together');
  if (date !== undefined && from !== undefined) throw invalid('date', 'must not be sent with `from` and `to`');
  if (from !== undefined && to !== undefined) {
    const span = { from: new Date(from), to: new Date(to) };
    const lengthMs = span.to.getTime() - span.from.getTime();
    if (lengthMs <= 0 || lengthMs > SPAN_MS_MAX) throw invalid('to', 'must be after `from`, by at most 31 days');
    return span;
  }
  if (date === undefined && ids !== undefined) return null;
  const start = new Date(`${date ?? now.toISOString().slice(0, 10)}T00:00:00.000Z`);
  return { from: start, to: new Date(start.getTime() + DAY_MS) };
}

const invalid = (field: string, rule: string) => new AppError('invalid_query', { field }, rule);

export const match = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof v1MatchEndpoint>> =>
  mapped(matchDetail(deps, { id }), (detail) => ({
    ...v1Match(detail),
    venue: detail.venue,
    referee: detail.referee,
    confirmed_at: detail.confirmed_at,
  }));

export const events = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof v1Events>> =>
  mapped(matchDetail(deps, { id }), (detail) => ({
    data: detail.events.map(v1Event),
  }));

export const v1Event = ({ other, ...event }: MatchEvent) => ({ ...event, other_player: other });

export const lineups = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof v1Lineups>> =>
  mapped(matchDetail(deps, { id }), ({ lineups, absences }: MatchDetail) => ({
    home: v1Lineup(lineups.home),
    away: v1Lineup(lineups.away),
    absences,
  }));

export const v1Lineup = ({ formation, coach, players, fallback }: Lineup): ReplyOf<typeof v1Lineups>['home'] => ({
  source: players.length === 0 ? 'none' : fallback === null ? 'official' : 'probable',
  formation,
  coach,
  players,
});

export const statistics = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof v1Statistics>> =>
  mapped(matchStatistics(deps, { id }), ({ items }) => ({ data: items }));

/** Returns what bookmakers ask, and their consensus. */
export function odds(deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof v1Odds>> {
  const [detail, bookmakers] = [matchDetail(deps, { id }), matchOdds(deps, { id })];
  return {
    key: String(id),
    topics: [...new Set([...detail.topics, ...bookmakers.topics])],
    make: async () => {
      const [{ market }, { items }] = await Promise.all([detail.make(), bookmakers.make()]);
      return {
        consensus: v1Consensus(market),
        bookmakers: items.map(({ bookmaker, market: _, movement: __, ...prices }) => ({ name: bookmaker, ...prices })),
      };
    },
  };
}

/** Returns the consensus of the bookmakers in the names of the open API. */
export const v1Consensus = (market: MarketView | null): ReplyOf<typeof v1Odds>['consensus'] =>
  market && { ...market.odds, probabilities: market.probability, suspended: market.suspended, confirmed_at: market.confirmed_at };
