import type { MatchStatus } from '#domain/matches/match-status.ts';
import { type MatchScore, NO_SCORE, type PartScore, partName, type Score } from '#domain/matches/score.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import type { Side } from '#domain/matches/sport.ts';
import { MINUTE_MS, utcDay } from '#domain/time.ts';
import type { FeedUpdate, LeagueUpdate, StatusUpdate, TeamUpdate } from '#server/modules/match-data/import/feed.ts';
import { refusalOf, type Taken } from '#server/modules/match-data/providers/polled/readings.ts';
import { canBeInPlay } from '#server/modules/match-data/providers/tennis/play-dates.ts';
import { cleanName } from '#server/modules/match-data/providers/tennis/player-names.ts';
import { roundName } from '#server/modules/match-data/providers/tennis/rounds.ts';
import { BEST_OF_FIVE, BEST_OF_THREE, begun, isDecided } from '#server/modules/match-data/providers/tennis/series-formats.ts';
import { scoreOfSets, withInPlay } from '#server/modules/match-data/providers/tennis/set-scores.ts';
import { surfaceOf } from '#server/modules/match-data/providers/tennis/surface.ts';
import { type MatchRow, type Player, tourOf } from './formats.ts';

/** How a match stands by its status and how it ended or paused. */
const STATUSES: Record<string, Record<string, MatchStatus>> = {
  upcoming: { '': 'ns', postponed: 'pst', cancelled: 'canc', 'walk over': 'wo' },
  live: { '': 'live', interrupted: 'susp', postponed: 'pst', retired: 'awd', cancelled: 'canc', 'walk over': 'wo' },
  completed: { '': 'ft', retired: 'awd', 'walk over': 'wo', cancelled: 'canc' },
  cancelled: { '': 'canc', cancelled: 'canc', 'walk over': 'wo', postponed: 'pst' },
};

const statusOf = ({ status, event_status }: MatchRow): MatchStatus | undefined =>
  STATUSES[status.toLowerCase()]?.[event_status?.toLowerCase() ?? ''];

/** Age from which a score in play is unknown, whatever the provider calls it. */
const AGE_MS_MAX = 30 * MINUTE_MS;

/** Returns whether the provider does not know how a match stands: the match may be over. */
export const isStale = ({ status, score }: MatchRow): boolean =>
  status.toLowerCase() === 'live' && (score?.stale === true || (score?.age_seconds ?? 0) * 1000 > AGE_MS_MAX);

/** Converts a match's row to updates of its tournament, its players and itself; of a stale score, nothing is told. */
export function matchUpdates(row: MatchRow, seenAt: Date): Taken & { status: MatchStatus | null } {
  const refused = (reason: string) => ({ updates: [], refusals: [refusalOf('match', row.id, reason, row)], status: null });
  const told = statusOf(row);
  if (told === undefined) return refused(`unknown status ${row.status} ${row.event_status ?? ''}`.trim());
  const league = leagueOf(row, seenAt);
  if (league === null) return refused('no tournament');
  const kickoffAt = row.scheduled_time ?? null;
  if (told === 'live' && !canBeInPlay(kickoffAt, seenAt)) return refused(`in play, but not today: ${utcDay(kickoffAt!)}`);
  const status = told === 'ns' && kickoffAt === null ? 'tbd' : told;
  const format = FORMATS[row.format?.toUpperCase() ?? ''];
  const read = readSets(row, status);
  const fault = status === 'ft' ? faultOfResult(row, read, format) : null;
  if (fault !== null) return refused(fault);
  const [home, away] = [teamOf(row.players.p1), teamOf(row.players.p2)];
  const fixture: FeedUpdate = {
    ...{ kind: 'fixture', id: row.id, leagueId: league.id, season: league.season, round: roundOf(row), kickoffAt },
    ...{ homeTeamId: home.id, awayTeamId: away.id },
    ...(format && { format }),
  };
  const statusUpdate: StatusUpdate = {
    ...{ kind: 'status', matchId: row.id, status, minute: null, stoppage: null, seenAt, score: scoreOf(row, status, read) },
    period: status === 'live' ? partName('tennis', Math.max(1, read.sets.length)) : null,
  };
  const news = isStale(row) ? [] : [statusUpdate];
  return { updates: [league, home, away, fixture, ...news], refusals: [], status };
}

const FORMATS: Record<string, SeriesFormat> = { BO3: BEST_OF_THREE, BO5: BEST_OF_FIVE };
const GENDERS: Record<string, string> = { atp: 'men', wta: 'women' };
const LABELS: Record<string, string> = { atp: 'ATP', wta: 'WTA', itf: 'ITF', challenger: 'Challenger', juniors: 'Juniors' };

function leagueOf(row: MatchRow, seenAt: Date): LeagueUpdate | null {
  const tour = tourOf(row);
  if (!row.tournament || tour === undefined) return null;
  const gender = GENDERS[row.tour!];
  const surface = surfaceOf(row.surface);
  return {
    kind: 'league',
    // Draws of one tournament may share its id; they are leagues of their own.
    id: `${tour}:${row.tournament_id ?? row.tournament.toLowerCase()}`,
    sport: 'tennis',
    name: `${row.tournament} · ${LABELS[row.tour!] ?? row.tour} ${row.draw}`,
    countryCode: null,
    season: String((row.scheduled_time ?? seenAt).getUTCFullYear()),
    keepsLaterSeason: true,
    form: 'cup',
    drawPossible: false,
    // The Challenger and ITF tours here are those of both men and women.
    ...(gender && { ratingGroup: `${gender}-${row.draw}` }),
    ...(surface && { surface }),
  };
}

const teamOf = ({ id, name, ranking }: Player): TeamUpdate => ({
  ...{ kind: 'team', id, sport: 'tennis', name: cleanName(name) || name, countryCode: null },
  ...(ranking !== undefined && { rank: ranking }),
});

const ROUNDS: Record<string, string> = { F: 'Final', SF: 'Semi-finals', QF: 'Quarter-finals', RR: 'Round robin', Q: 'Qualifying' };

function roundOf({ round, round_code }: MatchRow): string {
  const [, size] = /^R(\d{1,3})$/.exec(round_code ?? '') ?? [];
  if (size !== undefined) return `Round of ${size}`;
  return ROUNDS[round_code ?? ''] ?? roundName(round);
}

interface Read {
  won: Score | null;
  sets: PartScore[];
}

/** Reads the sets won and the games of each set; lists of different lengths are not read. */
function readSets({ score }: MatchRow, status: MatchStatus): Read {
  const won: Score | null = score?.sets?.length === 2 ? [score.sets[0]!, score.sets[1]!] : null;
  const [home, away] = score?.games ?? [];
  const isWhole = home !== undefined && away !== undefined && home.length === away.length;
  const sets = isWhole ? home.map((games, index): PartScore => ({ home: games, away: away[index]! })) : [];
  const [homeSets, awaySets] = won ?? [0, 0];
  return { won, sets: begun(sets, homeSets + awaySets + (status === 'ft' ? 0 : 1)) };
}

const winnerOf = ({ winner }: MatchRow): Side | null => (winner === 1 ? 'home' : winner === 2 ? 'away' : null);

/** Returns why a completed match cannot be settled: a match without a word on its end may be one whose end is not known. */
function faultOfResult(row: MatchRow, { won, sets }: Read, format: SeriesFormat | undefined): string | null {
  const winner = winnerOf(row);
  if (winner === null) return 'completed without a winner';
  if (won === null) return 'completed without a result';
  if (!isDecided(winner === 'home' ? won : [won[1], won[0]], format)) return 'the winner has not won enough sets';
  return scoreOfSets(won, sets).agrees ? null : 'the sets do not add up to the result';
}

function scoreOf(row: MatchRow, status: MatchStatus, { won, sets }: Read): MatchScore {
  const winner = winnerOf(row);
  const awarded = (status === 'awd' || status === 'wo') && winner !== null ? { awardedTo: winner } : {};
  const sofar = won ?? (status === 'live' ? ([0, 0] as Score) : null);
  if (sofar === null || !['live', 'susp', 'ft', 'awd'].includes(status)) return { ...NO_SCORE, ...awarded };
  const { points, server, is_tiebreak } = row.score ?? {};
  const inPlay = {
    points: points?.length === 2 && points[0] != null && points[1] != null ? ([points[0], points[1]] as [string, string]) : null,
    serving: server === 1 ? ('home' as const) : server === 2 ? ('away' as const) : null,
    ...(is_tiebreak != null && { isTiebreak: is_tiebreak }),
  };
  const parts = status === 'live' || status === 'susp' ? withInPlay(sets, sofar, inPlay) : sets;
  return { ...scoreOfSets(sofar, parts).score, ...awarded };
}
