import type { MatchStatus } from '#domain/match-status.ts';
import type { MatchScore, Score } from '#domain/score.ts';
import type { FeedUpdate, FixtureUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { readRows, refusalOf, type Taken } from '#server/modules/match-data/providers/api-sports/rows.ts';
import { toEvents } from './events-to-updates.ts';
import { EventRow, type FixtureRow, LineupRow, StatisticsRow } from './formats.ts';
import { toLineups } from './lineups-to-updates.ts';
import { toStatistics } from './statistics-to-updates.ts';

const STATUSES: Record<string, MatchStatus> = {
  ...{ TBD: 'tbd', NS: 'ns', '1H': 'h1', HT: 'ht', '2H': 'h2', ET: 'et', BT: 'bt', P: 'p', SUSP: 'susp', INT: 'int' },
  ...{ FT: 'ft', AET: 'aet', PEN: 'pen', PST: 'pst', CANC: 'canc', ABD: 'abd', AWD: 'awd', WO: 'wo', LIVE: 'live' },
};

/** Our word for the provider's status; null for one that we do not know. */
export const statusOf = (row: FixtureRow): MatchStatus | null => STATUSES[row.fixture.status.short.toUpperCase()] ?? null;

/** How a league names the season of a match, and the group it counts for. */
export interface Placing {
  season: string;
  group?: string;
}

/**
 * Everything that a fixture's row tells: where and when, status and score, and what is embedded in it.
 * `seenAt` is when it was asked for, by our clock.
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
  };
}

/** "Regular Season - 27" is round 27; other stages keep their names. */
export function roundName(round: string | null | undefined): string {
  const [, number] = /^Regular Season - (\d+)$/.exec(round?.trim() ?? '') ?? [];
  return number === undefined ? round?.trim() || 'Season' : `Round ${number}`;
}

const HALF_ENDS: Partial<Record<MatchStatus, number>> = { h1: 45, h2: 90 };

/** The provider counts on beyond the end of a half, or stands there and counts in `extra`. */
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

/** The provider fills the half-time score while the half is played, and counts extra time by itself: we hold sums of what is over. */
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

/** Events come with the list of live matches too; line-ups and statistics only where matches are asked for by id. */
function detailsOf(id: string, { events, lineups = [], statistics = [], teams }: FixtureRow): Taken {
  const homeId = teams.home.id;
  const here = () => id;
  const happened = readRows(EventRow, events ?? [], 'events', here);
  const playing = readRows(LineupRow, lineups, 'lineups', here);
  const counted = readRows(StatisticsRow, statistics, 'statistics', here);
  // An empty list says that nothing happened, or no longer counts; one of which nothing can be read says nothing.
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
