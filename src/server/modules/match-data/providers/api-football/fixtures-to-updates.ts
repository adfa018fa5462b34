import type { SideStatistics, StatisticKind } from '#domain/matches/match-details.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore, Score } from '#domain/matches/score.ts';
import type { FeedUpdate, FixtureUpdate, StatisticsUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { isNeutralGround } from '#server/modules/match-data/import/known-competitions.ts';
import { countryCodeOf, readRows, refusalOf, type Taken } from '#server/modules/match-data/providers/polled/readings.ts';
import { toEvents, toLineups } from './details-to-updates.ts';
import { EventRow, type FixtureRow, LineupRow, StatisticsRow } from './formats.ts';

const STATUSES: Record<string, MatchStatus> = {
  ...{ TBD: 'tbd', NS: 'ns', '1H': 'h1', HT: 'ht', '2H': 'h2', ET: 'et', BT: 'bt', P: 'p', SUSP: 'susp', INT: 'int' },
  ...{ FT: 'ft', AET: 'aet', PEN: 'pen', PST: 'pst', CANC: 'canc', ABD: 'abd', AWD: 'awd', WO: 'wo', LIVE: 'live' },
};

/** Returns our status for the provider's; null for an unknown one. */
export const statusOf = (row: FixtureRow): MatchStatus | null => STATUSES[row.fixture.status.short.toUpperCase()] ?? null;

/** The name of a match's season, and the group it counts for. */
export interface Placing {
  season: string;
  group?: string;
}

/**
 * Converts a fixture's row to updates of the fixture, its status and score, and of the embedded details.
 * `seenAt` is when it was requested, by our clock.
 */
export function fixtureUpdates(row: FixtureRow, { season, group }: Placing, seenAt: Date): Taken {
  const id = String(row.fixture.id);
  const status = statusOf(row);
  if (status === null)
    return { updates: [], refusals: [refusalOf('fixture', id, `unknown status ${row.fixture.status.short.slice(0, 20)}`, row)] };
  const updates: FeedUpdate[] = [
    fixtureOf(id, row, status, season, group),
    { kind: 'status', matchId: id, status, ...clockOf(row, status), period: null, score: scoreOf(row, status), seenAt },
  ];
  const details = detailsOf(id, row);
  return { updates: [...updates, ...details.updates], refusals: details.refusals };
}

function fixtureOf(id: string, { fixture, league, teams }: FixtureRow, status: MatchStatus, season: string, group?: string): FixtureUpdate {
  const venue = fixture.venue?.name?.trim();
  const neutral = isNeutralGround({
    ...{ league: league.name ?? '', countryCode: countryCodeOf(league.country ?? '', null), season },
    ...{ round: league.round ?? '', home: teams.home.name },
  });
  const referee = fixture.referee?.trim().slice(0, REFEREE_LENGTH_MAX);
  return {
    kind: 'fixture',
    id,
    leagueId: String(league.id),
    season,
    round: roundName(league.round),
    ...(group === undefined ? {} : { group }),
    homeTeamId: String(teams.home.id),
    awayTeamId: String(teams.away.id),
    kickoffAt: status === 'tbd' ? null : fixture.date,
    ...(venue ? { venue } : {}),
    ...(referee ? { referee } : {}),
    ...(neutral === undefined ? {} : { neutral }),
  };
}

const REFEREE_LENGTH_MAX = 120;

/** Converts "Regular Season - 27" to round 27; other stages keep their names. */
export function roundName(round: string | null | undefined): string {
  const [, number] = /^Regular Season - (\d+)$/.exec(round?.trim() ?? '') ?? [];
  return number === undefined ? round?.trim() || 'Season' : `Round ${number}`;
}

const HALF_ENDS: Partial<Record<MatchStatus, number>> = { h1: 45, h2: 90 };

/** Returns minute and stoppage time. The provider either counts on beyond the end of a half, or stops there and counts in `extra`. */
function clockOf({ fixture }: FixtureRow, status: MatchStatus): Pick<StatusUpdate, 'minute' | 'stoppage'> {
  const { elapsed, extra } = fixture.status;
  const runs = status === 'h1' || status === 'h2' || status === 'et' || status === 'live' || status === 'int';
  if (!runs || elapsed == null) return { minute: null, stoppage: null };
  const minute = Math.max(elapsed, 1);
  const end = HALF_ENDS[status] ?? 120;
  const stoppage = Math.max(minute - end, extra ?? 0);
  return { minute: Math.min(minute, end), stoppage: stoppage > 0 ? Math.min(stoppage, 30) : null };
}

const AFTER_HALF: MatchStatus[] = ['ht', 'h2', 'et', 'bt', 'p', 'ft', 'aet', 'pen'];
const AFTER_NINETY: MatchStatus[] = ['et', 'bt', 'p', 'ft', 'aet', 'pen'];
const AFTER_EXTRA: MatchStatus[] = ['p', 'aet', 'pen'];

/**
 * Returns the score. The provider fills the half-time score while the half is played, and counts extra time separately; our scores
 * are sums up to the end of completed parts.
 */
function scoreOf({ goals, score }: FixtureRow, status: MatchStatus): MatchScore {
  const { halftime, fulltime, extratime, penalty } = score;
  const sum: Score | null = fulltime && extratime && [fulltime[0] + extratime[0], fulltime[1] + extratime[1]];
  const over = (statuses: MatchStatus[], part: Score | null) => (statuses.includes(status) ? part : null);
  return {
    home: goals?.[0] ?? null,
    away: goals?.[1] ?? null,
    halftime: over(AFTER_HALF, halftime),
    fulltime: over(AFTER_NINETY, fulltime),
    extratime: over(AFTER_EXTRA, sum),
    penalty: over(['p', 'pen'], penalty),
  };
}

/** Reads embedded details. The list of live matches contains events; only requests by id contain line-ups and statistics, too. */
function detailsOf(id: string, { events, lineups = [], statistics = [], teams }: FixtureRow): Taken {
  const homeId = teams.home.id;
  const here = () => id;
  const happened = readRows(EventRow, events ?? [], 'events', here);
  const playing = readRows(LineupRow, lineups, 'lineups', here);
  const counted = readRows(StatisticsRow, statistics, 'statistics', here);
  // An empty list means that there are no (valid) events; a list without a readable event is ignored.
  const isTold = events !== undefined && (events.length === 0 || happened.good.length > 0);
  const updates = [
    isTold ? ({ kind: 'events', matchId: id, events: toEvents(happened.good, homeId) } as const) : null,
    toLineups(id, playing.good, homeId),
    toStatistics(id, counted.good, homeId),
  ];
  return {
    updates: updates.filter((update) => update !== null),
    refusals: [...happened.refusals, ...playing.refusals, ...counted.refusals],
  };
}

const KINDS: Record<string, StatisticKind> = {
  expected_goals: 'expected_goals',
  'ball possession': 'possession',
  'total shots': 'shots',
  'shots on goal': 'shots_on_target',
  'shots off goal': 'shots_off_target',
  'blocked shots': 'shots_blocked',
  'shots insidebox': 'shots_inside_box',
  'shots outsidebox': 'shots_outside_box',
  'corner kicks': 'corners',
  offsides: 'offsides',
  fouls: 'fouls',
  'yellow cards': 'yellow_cards',
  'red cards': 'red_cards',
  'goalkeeper saves': 'saves',
  'total passes': 'passes',
  'passes accurate': 'passes_accurate',
  'passes %': 'pass_accuracy',
};

/** Statistics that are 0 if only the other side has a value: the provider leaves zeros empty. Not so for shares and model values. */
const COUNTED_FROM_NOUGHT: StatisticKind[] = ['offsides', 'yellow_cards', 'red_cards', 'shots_blocked', 'saves', 'corners'];

/** Returns both sides' statistics; null if they are missing for a side, or nothing was counted. */
export function toStatistics(matchId: string, rows: StatisticsRow[], homeId: number): StatisticsUpdate | null {
  const home = numbersOf(rows.find(({ team }) => team.id === homeId));
  const away = numbersOf(rows.find(({ team }) => team.id !== homeId));
  for (const kind of COUNTED_FROM_NOUGHT) {
    if (home[kind] === undefined && away[kind] !== undefined) home[kind] = 0;
    if (away[kind] === undefined && home[kind] !== undefined) away[kind] = 0;
  }
  const isCounted = rows.length === 2 && Object.keys(home).length > 0 && Object.keys(away).length > 0;
  return isCounted ? { kind: 'statistics', matchId, home, away } : null;
}

function numbersOf(row: StatisticsRow | undefined): SideStatistics {
  const numbers: SideStatistics = {};
  for (const { type, value } of row?.statistics ?? []) {
    const kind = KINDS[type.toLowerCase()];
    const number = numberOf(value);
    if (kind !== undefined && number !== null) numbers[kind] = number;
  }
  return numbers;
}

/** Parses 9, "47%" or "2.73"; null if it is not a number. */
function numberOf(value: number | string | null | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const [, digits] = /^(\d+(?:\.\d+)?) ?%?$/.exec(value?.trim() ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}
