import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { LeagueRef, listMatches, MatchEvent, MatchSummary, recommendedMatch, selectedMatches } from '#contract/matches.ts';
import { SEARCH_LENGTH_MAX } from '#contract/search.ts';
import type { MatchGroup } from '#domain/matches/match-status.ts';
import { foldedNames, NAME_RANK, type Named, nameRank, readWanted, type Wanted } from '#domain/matches/name-rank.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { MANUAL_FEED } from '#server/modules/match-data/import/feed.ts';
import { leagueAliases } from '#server/modules/match-data/import/team-names.ts';
import { leagueRef } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { offsetOf } from '#server/platform/http/paging.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import * as details from './detail-queries.ts';
import { localDay, utcDates } from './local-day.ts';
import { dayTopic, matchEvent, matchMarket, matchSummary, matchTopic } from './match-view.ts';
import * as matches from './queries.ts';
import { findSelectedMatches } from './queries.ts';

/** How long before today a match may have kicked off that is still in play: the longest tennis matches take less. */
const IN_PLAY_MS_MAX = 12 * HOUR_MS;
/** Matches that kick off within this time start soon. */
const SOON_MS = HOUR_MS;
/** So long after its planned kick-off a match that has not begun still starts soon. */
const LATE_MS = 30 * MINUTE_MS;

/** Returns one day's matches, from midnight to midnight in the viewer's time zone. */
export function list(deps: Deps, input: ParsedInputOf<typeof listMatches>): ReplyPlan<MatchList> {
  const { sport, status, league_id: leagueId, per_league: perLeague, page, page_size: limit } = input;
  const offset = offsetOf({ page, page_size: limit });
  const { from, to } = localDay(input.date, input.tz, deps.now());
  const wanted = readWanted(input.q ?? '', SEARCH_LENGTH_MAX);
  const isToday = from <= deps.now() && deps.now() < to;
  const inPlayFrom = isToday ? new Date(from.getTime() - IN_PLAY_MS_MAX) : from;
  const isNowFirst = input.order === 'now' && isToday && status === undefined && leagueId === undefined && wanted === null;
  return {
    key: JSON.stringify([from, to, sport, status, leagueId, perLeague, wanted?.text, page, limit, isToday, isNowFirst]),
    topics: utcDates({ from: inPlayFrom, to }).map(dayTopic),
    make: async () => {
      const now = deps.now();
      const span = soonSpan(now);
      const filter = await searched(deps.db, { sport, from, to, inPlayFrom, leagueId, found: null }, wanted, span);
      const [rows, leagueRows, confirmedAt] = await Promise.all([
        isNowFirst
          ? matches.findMatchesOfNow(deps.db, filter, { perLeague, limit, offset }, span)
          : matches.findMatchesOfDay(deps.db, filter, { status, perLeague, limit, offset }, now),
        matches.findLeaguesOfDay(deps.db, filter, span),
        matches.findLastConfirmation(deps.db, sport, now),
      ]);
      const pricesOf = await details.findPrices(deps, rows);
      const listed = (row: LeagueCounts) => (isNowFirst ? listedNow(row, perLeague) : listedOfDay(row, status, perLeague));
      return {
        items: rows.map((row) => matchSummary(row, pricesOf(row.id))),
        page,
        page_size: limit,
        total: sum(leagueRows.map(listed)),
        leagues: leagueRows.map((row) => ({ ...leagueRef(row), counts: chipCounts([row]) })),
        counts: chipCounts(leagueRows),
        soon: isNowFirst ? { after: span.after.toISOString(), until: span.until.toISOString() } : null,
        confirmed_at: confirmedAt?.toISOString() ?? null,
      };
    },
  };
}

type MatchList = ReplyOf<typeof listMatches>;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

const chipCounts = (rows: readonly MatchList['counts'][]): MatchList['counts'] => ({
  live: sum(rows.map(({ live }) => live)),
  finished: sum(rows.map(({ finished }) => finished)),
  upcoming: sum(rows.map(({ upcoming }) => upcoming)),
});

const soonSpan = (now: Date): matches.SoonSpan => ({
  after: new Date(now.getTime() - LATE_MS),
  now,
  until: new Date(now.getTime() + SOON_MS),
});

/** A league's matches by chip, and those of the upcoming ones that start soon. */
type LeagueCounts = MatchList['counts'] & { soon: number };

const listedOfDay = (counts: LeagueCounts, status: MatchGroup | undefined, perLeague = Number.POSITIVE_INFINITY): number =>
  Math.min(status ? counts[status] : counts.live + counts.finished + counts.upcoming, perLeague);

/** The number of a league's matches that `findMatchesOfNow` returns. */
const listedNow = ({ live, finished, upcoming, soon }: LeagueCounts, perLeague = Number.POSITIVE_INFINITY): number =>
  live + soon + Math.min(live + upcoming > 0 ? upcoming - soon : finished, perLeague);

/** Narrows a day to the matches of leagues and teams that match the search. */
async function searched(db: Db, filter: matches.DayFilter, wanted: Wanted | null, span: matches.SoonSpan): Promise<matches.DayFilter> {
  if (wanted === null) return filter;
  const [leagues, teams] = await Promise.all([matches.findLeaguesOfDay(db, filter, span), matches.findTeamsOfDay(db, filter)]);
  return { ...filter, found: calledAs(wanted, filter.sport, leagues, teams) };
}

/** A match counts as near from this time before its kick-off, up to a day after it, until it is over. */
const NEAR_MS = 15 * 60_000;

/**
 * Returns when each feed last confirmed one of its near matches. Feeds without such a match are left out, and so are operators, whose
 * entries are valid until they change them. The feed is null for matches without a feed.
 */
export async function lastWordsOnNearMatches({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<{ feed: string | null; at: Date }[]> {
  const at = now().getTime();
  const words = await matches.findLastWordsOnNear(db, new Date(at - DAY_MS), new Date(at + NEAR_MS));
  return words.flatMap(({ feed, at }) => (at === null || feed === MANUAL_FEED ? [] : { feed, at }));
}

/** Number of matches, those with the most staked points, that are compared in detail. */
const CANDIDATES_MAX = 50;

/** Returns the match of the next 24 hours to recommend for a bet (see recommendation.ts), or null. */
export function recommended(deps: Deps, { sport }: { sport: Sport }): ReplyPlan<ReplyOf<typeof recommendedMatch>> {
  const now = deps.now();
  const until = new Date(now.getTime() + DAY_MS);
  return {
    key: sport,
    topics: utcDates({ from: now, to: until }).map(dayTopic),
    make: async () => {
      const rows = await matches.findOpenMatches(deps.db, sport, now, until, CANDIDATES_MAX);
      const pricesOf = await details.findPrices(deps, rows);
      const best = mostInteresting(rows.map((row) => ({ row, staked: row.staked, match: matchSummary(row, pricesOf(row.id)) })));
      return { match: best ? { ...best.match, league: leagueRef(best.row.league) } : null };
    },
  };
}

/** Returns matches that kick off within `aheadMs` and are open for bets, with the market's probabilities (null without prices). */
export async function findOpenContests(deps: Deps, sport: Sport, aheadMs: number, limit: number) {
  const now = deps.now();
  const rows = await matches.findOpenMatches(deps.db, sport, now, new Date(now.getTime() + aheadMs), limit);
  const odds = await details.findOdds(
    deps.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const market = matchMarket(row.status as MatchSummary['status'], odds.get(row.id) ?? []);
    return { matchId: row.id, kickoffAt: row.kickoff_at!, probabilities: market?.probability ?? null };
  });
}

/** Returns the events of a match so far, in order. */
export const eventsOf = async (db: Db, matchId: number): Promise<MatchEvent[]> =>
  ((await details.findEvents(db, [matchId])).get(matchId) ?? []).map(matchEvent);

interface Candidate {
  staked: number;
  match: MatchSummary;
}

/**
 * Chooses the match to recommend: the one with the most staked points; among equals, the one with the closest probabilities; among
 * those, the next one.
 */
const mostInteresting = <T extends Candidate>(candidates: readonly T[]): T | null =>
  candidates.toSorted((a, b) => b.staked - a.staked || gap(a.match) - gap(b.match) || kickoffMs(a.match) - kickoffMs(b.match))[0] ?? null;

/** Returns the difference between the two sides' probabilities: 0 for equal sides, 1 for a certain winner or without prices. */
const gap = ({ market }: MatchSummary): number => (market ? Math.abs(market.probability.home - market.probability.away) : 1);

const kickoffMs = ({ kickoff_at }: MatchSummary): number => Date.parse(kickoff_at ?? '');

interface TeamNames {
  id: number;
  name: string;
  short_name: string | null;
  names: unknown;
  aliases: string[];
}

interface LeagueNames {
  id: number;
  name: string;
  country_code: string | null;
  names: unknown;
}

/**
 * Returns the leagues and teams of a day that match a search, by the same names as /api/search. Typing errors are only tolerated if
 * nothing matches exactly, because a list of matches does not show which answer is the better one.
 */
function calledAs(
  wanted: Wanted,
  sport: Sport,
  leagues: readonly LeagueNames[],
  teams: readonly TeamNames[],
): { leagueIds: number[]; teamIds: number[] } {
  const found = {
    leagueIds: ranked(
      wanted,
      leagues.map((league) => ({ ...league, aliases: leagueAliases(league.name, league.country_code, sport) })),
    ),
    teamIds: ranked(wanted, teams),
  };
  const worst = [...found.leagueIds, ...found.teamIds].some(({ rank }) => rank < NAME_RANK.slip)
    ? NAME_RANK.slip
    : Number.POSITIVE_INFINITY;
  const idsOf = (ranks: typeof found.teamIds) => ranks.filter(({ rank }) => rank < worst).map(({ id }) => id);
  return { leagueIds: idsOf(found.leagueIds), teamIds: idsOf(found.teamIds) };
}

function ranked(wanted: Wanted, candidates: readonly (Omit<Named, 'names'> & { id: number; names: unknown })[]) {
  return candidates.flatMap(({ id, names, ...named }) => {
    const answer = nameRank(wanted, foldedNames({ ...named, names: names as Named['names'] }));
    return answer === null ? [] : [{ id, rank: answer.rank }];
  });
}

const MATCHES_MAX = 300;

/** Returns matches by their ids, on any day, and those of teams and leagues on one day in the viewer's time zone. */
export function selected(deps: Deps, input: ParsedInputOf<typeof selectedMatches>): ReplyPlan<ReplyOf<typeof selectedMatches>> {
  const { from, to } = localDay(input.date, input.tz, deps.now());
  const wanted = { ids: sorted(input.ids), teamIds: sorted(input.team_ids), leagueIds: sorted(input.league_ids) };
  const hasDay = wanted.teamIds.length > 0 || wanted.leagueIds.length > 0;
  return {
    key: JSON.stringify([from, to, wanted]),
    topics: [...wanted.ids.map(matchTopic), ...(hasDay ? utcDates({ from, to }).map(dayTopic) : [])],
    make: async () => {
      const rows = await findSelectedMatches(deps.db, { ...wanted, from, to }, MATCHES_MAX);
      const pricesOf = await details.findPrices(deps, rows);
      const confirmedAt = Math.max(...rows.map(({ confirmed_at }) => confirmed_at.getTime()));
      return {
        items: rows.toSorted(byKickoff).map((row) => ({ ...matchSummary(row, pricesOf(row.id)), league: leagueRef(row.league) })),
        confirmed_at: rows.length === 0 ? null : new Date(confirmedAt).toISOString(),
      };
    },
  };
}

/** Returns matches by their ids, each with its league, by kick-off. */
export async function findSummaries(deps: Deps, ids: readonly number[]): Promise<(MatchSummary & { league: LeagueRef })[]> {
  const now = deps.now();
  const rows = await findSelectedMatches(deps.db, { ids, teamIds: [], leagueIds: [], from: now, to: now }, ids.length);
  const pricesOf = await details.findPrices(deps, rows);
  return rows.map((row) => ({ ...matchSummary(row, pricesOf(row.id)), league: leagueRef(row.league) }));
}

/** Compares by kick-off; matches without a date come last. */
const byKickoff = (a: { kickoff_at: Date | null; id: number }, b: { kickoff_at: Date | null; id: number }): number =>
  (a.kickoff_at?.getTime() ?? Number.MAX_VALUE) - (b.kickoff_at?.getTime() ?? Number.MAX_VALUE) || a.id - b.id;

/** Sorts ids, so that the same ids in another order have the same cached reply. */
const sorted = (ids: readonly number[] = []): number[] => ids.toSorted((a, b) => a - b);
