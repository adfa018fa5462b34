import { isStarted, type MatchStatus } from '#domain/matches/match-status.ts';
import { type MatchScore, NO_SCORE, type PartScore, partName } from '#domain/matches/score.ts';
import type { Period } from '#domain/matches/sport.ts';
import { DAY_MS, utcDay } from '#domain/time.ts';
import type { FeedUpdate, FixtureUpdate } from '#server/modules/match-data/import/feed.ts';
import { leagueNames, teamNames } from '#server/modules/match-data/import/team-names.ts';
import type { PastSeasons } from '#server/modules/match-data/providers/polled/past-seasons.ts';
import { countryCodeOf, refusalOf, type Taken } from '#server/modules/match-data/providers/polled/readings.ts';
import type { GameRow, LeagueRow, Scores, SeasonRow, TeamRow } from './formats.ts';
import type { FollowedLeague } from './progress.ts';

const HALFTIME_AFTER = 2;

/** Our status for the provider's, and the part in play or just completed; in a break it follows from the scores. */
const STATUSES: Record<string, [status: MatchStatus, part?: number]> = {
  ...{ NS: ['ns'], Q1: ['live', 1], Q2: ['live', 2], HT: ['ht', HALFTIME_AFTER], Q3: ['live', 3], Q4: ['live', 4], OT: ['live', 5] },
  ...{ FT: ['ft'], AOT: ['aet'], POST: ['pst'], CANC: ['canc'], SUSP: ['susp'], AWD: ['awd'], ABD: ['abd'] },
  // Not "bt": that is the pause before extra time, after which no half-time can follow.
  BT: ['live'],
};

/** Returns our status for the provider's; null for an unknown one. */
export const statusOf = ({ status }: GameRow): MatchStatus | null => STATUSES[status.short.toUpperCase()]?.[0] ?? null;

/** Converts a game's row to updates of its fixture, status and score. `seenAt` is when it was requested, by our clock. */
export function gameUpdates(row: GameRow, seenAt: Date): Taken {
  const id = String(row.id);
  const status = statusOf(row);
  if (status === null) return { updates: [], refusals: [refusalOf('game', id, `unknown status ${row.status.short.slice(0, 20)}`, row)] };
  const score = scoreOf(row, status);
  // It is not documented whether the provider's clock counts up or down; a start calculated from it might cancel stakes.
  const clock = { minute: null, stoppage: null, period: periodOf(row, status, score) };
  return { updates: [fixtureOf(id, row), { kind: 'status', matchId: id, status, ...clock, score, seenAt }], refusals: [] };
}

function fixtureOf(id: string, { date, stage, week, venue, league, teams }: GameRow): FixtureUpdate {
  const place = venue?.trim();
  return {
    kind: 'fixture',
    id,
    leagueId: String(league.id),
    season: seasonOf(league.season),
    round: roundOf(stage, week),
    homeTeamId: String(teams.home.id),
    awayTeamId: String(teams.away.id),
    kickoffAt: date,
    ...(place ? { venue: place } : {}),
  };
}

/** Most games have neither a stage nor a week. */
const roundOf = (...names: (string | null | undefined)[]): string => names.flatMap((name) => name?.trim() || []).join(' · ') || 'Season';

/** Returns the score; there is none before the start, whatever the provider sends. */
function scoreOf({ scores: { home, away } }: GameRow, status: MatchStatus): MatchScore {
  const isKnown = (isStarted(status) || status === 'awd') && home.total != null && away.total != null;
  if (!isKnown) return NO_SCORE;
  const parts = partsOf(home, away);
  const sum = (side: 'home' | 'away') => parts.reduce((points, part) => points + part[side], 0);
  // The total and the quarters are not always updated together: if they differ, only the total is used.
  const isWhole = sum('home') === home.total && sum('away') === away.total;
  return { ...NO_SCORE, home: home.total!, away: away.total!, ...(isWhole ? { parts } : {}) };
}

const PARTS = ['quarter_1', 'quarter_2', 'quarter_3', 'quarter_4', 'over_time'] as const;

/** Returns the quarters in order, as far as they are known; all overtimes are one part. */
function partsOf(home: Scores, away: Scores): PartScore[] {
  const end = PARTS.findIndex((part) => home[part] == null && away[part] == null);
  return PARTS.slice(0, end === -1 ? PARTS.length : end).map((part) => ({ home: home[part] ?? 0, away: away[part] ?? 0 }));
}

function periodOf({ status: { short } }: GameRow, status: MatchStatus, { parts = [] }: MatchScore): Period | null {
  if (status !== 'live' && status !== 'ht') return null;
  const n = STATUSES[short.toUpperCase()]?.[1] ?? parts.length;
  return n === 0 ? null : partName('basketball', n);
}

/** How long before its beginning a season is followed. */
const AHEAD_MS = 30 * DAY_MS;

/** Returns the present season or the last one, because the provider marks none as current. Null if none has begun or is about to. */
export function currentSeason({ seasons }: LeagueRow, now: Date): SeasonRow | null {
  const soon = utcDay(now.getTime() + AHEAD_MS);
  const begun = seasons.filter(({ start }) => start != null && start <= soon);
  return begun.sort((a, b) => a.start!.localeCompare(b.start!)).at(-1) ?? null;
}

/** Converts "2021-2022" to the usual form "2021/22". */
export const seasonOf = (season: string): string => season.replace(/^(\d{4})-\d\d(\d\d)$/, '$1/$2');

/** Returns the seasons before the current one that have begun, newest first. */
export const pastSeasons = ({ seasons }: LeagueRow, { start: currentStart }: SeasonRow): PastSeasons['seasons'] =>
  seasons
    .filter(({ start }) => start != null && currentStart != null && start < currentStart)
    .sort((a, b) => b.start!.localeCompare(a.start!))
    .map(({ season }) => ({ id: season, name: seasonOf(season) }));

/** Returns a league's data stored between requests. */
export const followedLeague = ({ name, type, country }: LeagueRow, { season, coverage }: SeasonRow): FollowedLeague => ({
  name,
  countryCode: countryCodeOf(country.name, country.code),
  isCup: type.toLowerCase() === 'cup',
  season,
  hasOdds: coverage?.odds !== false,
});

/** Returns the update of a league with its current season, or with an earlier one, which does not become the current one. */
export function leagueUpdate(id: string, { name, countryCode, isCup, season: current }: FollowedLeague, season = current): FeedUpdate {
  return {
    kind: 'league',
    id,
    sport: 'basketball',
    name,
    names: leagueNames(name, countryCode, 'basketball') ?? {},
    countryCode,
    season: seasonOf(season),
    ...(season !== current && { keepsLaterSeason: true }),
    form: isCup ? 'cup' : 'league',
    drawPossible: false,
  };
}

/** Returns the update of a team from a league's list, or from a game, which has no country. */
export function teamUpdate({ id, name, country }: TeamRow): FeedUpdate {
  const countryCode = country ? countryCodeOf(country.name, country.code) : null;
  return { kind: 'team', id: String(id), sport: 'basketball', name, countryCode, ...teamNames(name, countryCode, 'basketball') };
}
