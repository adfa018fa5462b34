import { createHash } from 'node:crypto';
import type { SideStatistics } from '#domain/matches/match-details.ts';
import { NO_SCORE } from '#domain/matches/score.ts';
import type { FeedUpdate, OddsUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { knownRules } from '#server/modules/match-data/import/league-rules.ts';
import { leagueNames, teamNames } from '#server/modules/match-data/import/team-names.ts';
import { zonedTime } from '#server/modules/match-data/providers/openfootball/time-zones.ts';
import { type BookmakerPrices, COUNTED, type Division, fulltimeOf, halftimeOf, type Prices } from './format.ts';
import { type FootballDataInput, type ParsedFile, type ParsedMatch, parseFootballData } from './parse.ts';

/** All times are in UK time; before 2019-20 there are none, and noon in UTC is used, which is the same date nearly everywhere. */
const ZONE = 'Europe/London';
const TIME_UNKNOWN = '12:00';
/** Prices are collected one to three days before a match; files do not say when. */
const COLLECTED_BEFORE_MS = 2 * 86_400_000;
/** The format has no rounds. */
const ROUND = 'Regular season';

/** Converts everything valid in a file to updates: its league, its seasons and teams, then the matches. */
function toUpdates({ division, matches }: ParsedFile, now: Date): { catalogue: FeedUpdate[]; matches: FeedUpdate[] } {
  if (division === null || matches.length === 0) return { catalogue: [], matches: [] };
  const seasons = [...new Set(matches.map(({ season }) => season))].sort();
  const leagueId = leagueIdOf(division);
  const times = new Map<string, number>();
  const told = inOrder(matches).flatMap((match) => {
    // In some leagues two teams meet twice at the same ground: the second match is another match.
    const key = `${leagueId}|${match.season}|${match.home}|${match.away}`;
    const occurrence = (times.get(key) ?? 0) + 1;
    times.set(key, occurrence);
    return matchUpdates(matchId(`${key}|${occurrence}`), leagueId, match, now);
  });
  const leagues = seasons.reverse().map((season) => leagueUpdate(division, season));
  return { catalogue: [...leagues, ...teamUpdates(division, matches)], matches: told };
}

const leagueIdOf = ({ league }: Division): string => `league:${league}`;
const teamIdOf = (team: string): string => `team:${team}`;
/** Returns a short id that does not change with the date. */
const matchId = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 24);
const inOrder = (matches: ParsedMatch[]): ParsedMatch[] => matches.toSorted((a, b) => (a.row.Date < b.row.Date ? -1 : 1));

function leagueUpdate(division: Division, season: string): FeedUpdate {
  const { league, countryCode } = division;
  const rules = knownRules(league, countryCode, season);
  return {
    kind: 'league',
    id: leagueIdOf(division),
    sport: 'football',
    name: league,
    names: leagueNames(league, countryCode) ?? {},
    countryCode,
    season,
    keepsLaterSeason: true,
    form: 'league',
    drawPossible: true,
    ...(rules && { rules }),
  };
}

function teamUpdates({ countryCode }: Division, matches: ParsedMatch[]): FeedUpdate[] {
  const names = new Set(matches.flatMap(({ home, away }) => [home, away]));
  return [...names].map((name) => ({
    kind: 'team',
    id: teamIdOf(name),
    sport: 'football',
    name,
    countryCode,
    ...teamNames(name, countryCode),
  }));
}

function matchUpdates(id: string, leagueId: string, match: ParsedMatch, now: Date): FeedUpdate[] {
  const { season, home, away, odds } = match;
  const kickoffAt = kickoffOf(match);
  const teams = { homeTeamId: teamIdOf(home), awayTeamId: teamIdOf(away) };
  return [
    { kind: 'fixture', id, leagueId, season, round: ROUND, ...teams, kickoffAt },
    // The start of the match separates prices before it from prices in play.
    ...(match.isAwarded ? [] : [statusUpdate(id, match, 'live', kickoffAt)]),
    statusUpdate(id, match, match.isAwarded ? 'awd' : 'ft', now),
    ...statisticsUpdates(id, match),
    ...oddsUpdates(id, odds, kickoffAt),
  ];
}

function kickoffOf({ row }: ParsedMatch): Date {
  return row.Time ? zonedTime(row.Date, row.Time.padStart(5, '0'), ZONE) : zonedTime(row.Date, TIME_UNKNOWN, 'UTC');
}

function statusUpdate(id: string, { row }: ParsedMatch, status: 'live' | 'ft' | 'awd', seenAt: Date): StatusUpdate {
  const [home, away] = fulltimeOf(row);
  const awarded = { ...NO_SCORE, home, away };
  const score =
    status === 'live' ? NO_SCORE : status === 'awd' ? awarded : { ...awarded, halftime: halftimeOf(row), fulltime: fulltimeOf(row) };
  return { kind: 'status', matchId: id, status, minute: null, stoppage: null, period: null, score, seenAt };
}

const COUNTED_KINDS = Object.keys(COUNTED) as (keyof typeof COUNTED)[];

function statisticsUpdates(id: string, { row, isCountedWell }: ParsedMatch): FeedUpdate[] {
  const side = (index: 0 | 1): SideStatistics => {
    const counted: SideStatistics = {};
    for (const kind of COUNTED_KINDS) {
      const count = row[COUNTED[kind][index]];
      if (count !== undefined) counted[kind] = count;
    }
    return counted;
  };
  const [home, away] = [side(0), side(1)];
  const isCounted = isCountedWell && Object.keys(home).length + Object.keys(away).length > 0;
  return isCounted ? [{ kind: 'statistics', matchId: id, home, away }] : [];
}

/** Returns the collected prices, then the closing prices; without the latter, the collected ones are the last known. */
function oddsUpdates(id: string, odds: BookmakerPrices[], kickoffAt: Date): FeedUpdate[] {
  const tell = (seenAt: Date, pricesOf: (one: BookmakerPrices) => Prices | null): OddsUpdate[] => {
    const bookmakers = odds.flatMap((one) => {
      const prices = pricesOf(one);
      return prices === null ? [] : [{ bookmaker: one.bookmaker, market: '1x2' as const, ...prices, suspended: false }];
    });
    return bookmakers.length === 0 ? [] : [{ kind: 'odds', matchId: id, seenAt, bookmakers }];
  };
  const before = tell(new Date(kickoffAt.getTime() - COLLECTED_BEFORE_MS), (one) => one.before);
  return [...before, ...tell(kickoffAt, (one) => one.closing ?? one.before)];
}

/** A file as imported and reported; plain data that a thread can transfer. */
export interface ReadFile extends Pick<ParsedFile, 'file' | 'problems' | 'notes'> {
  league: string;
  /** "2012/13", one for each match. */
  seasons: string[];
  /** Updates of its league, seasons and teams; the matches come after them. */
  catalogue: FeedUpdate[];
  matches: FeedUpdate[];
}

export function readFootballData(input: FootballDataInput, now: Date): ReadFile {
  const parsed = parseFootballData(input);
  const { file, problems, notes, division } = parsed;
  return {
    file,
    problems,
    notes,
    league: division?.league ?? '',
    seasons: parsed.matches.map(({ season }) => season),
    ...toUpdates(parsed, now),
  };
}
