import type { MatchStatus } from '#domain/matches/match-status.ts';
import { type MatchScore, NO_SCORE, type PartScore, partName, type Score } from '#domain/matches/score.ts';
import type { Surface } from '#domain/matches/sport.ts';
import type { FixtureUpdate, LeagueUpdate, StatusUpdate, TeamUpdate } from '#server/modules/match-data/import/feed.ts';
import { refusalOf, type Taken } from '#server/modules/match-data/providers/polled/readings.ts';
import { canBeInPlay } from '#server/modules/match-data/providers/tennis/play-dates.ts';
import { cleanName, isPair, pairIdOf } from '#server/modules/match-data/providers/tennis/player-names.ts';
import { roundName } from '#server/modules/match-data/providers/tennis/rounds.ts';
import { begun, isDecided, seriesFormat } from '#server/modules/match-data/providers/tennis/series-formats.ts';
import { scoreOfSets, withInPlay } from '#server/modules/match-data/providers/tennis/set-scores.ts';
import type { MatchRow, SetRow } from './formats.ts';
import { isMainMenSingles, ratingGroupOf, tourLabel, tourOf } from './tours.ts';

const STATUSES: Record<string, MatchStatus> = {
  ...{ '': 'ns', '1': 'ns', finished: 'ft', retired: 'awd', 'walk over': 'wo', cancelled: 'canc' },
  ...{ interrupted: 'susp', postponed: 'pst' },
};

/** Reads a status, and the set in play: "Set 2". Null for an unknown one. */
export function statusOf({ event_status }: Pick<MatchRow, 'event_status'>): { status: MatchStatus; set: number | null } | null {
  const words = event_status.toLowerCase();
  const [, set] = /^set ([1-5])$/.exec(words) ?? [];
  if (set !== undefined) return { status: 'live', set: Number(set) };
  const status = STATUSES[words];
  return status === undefined ? null : { status, set: null };
}

/** What was read of a match, or why it could not be read. */
type Reading = { league: LeagueUpdate; teams: TeamUpdate[]; fixture: FixtureUpdate; status: StatusUpdate } | { refused: string };

/** Converts a match's row to updates of its tournament, its players and itself. `seenAt` is when it was requested, by our clock. */
export function readMatch(row: MatchRow, surface: Surface | undefined, seenAt: Date): Reading {
  const told = statusOf(row);
  if (told === null) return { refused: `unknown status ${row.event_status.slice(0, 20)}` };
  const home = playerOf(row.event_first_player, row.first_player_key);
  const away = playerOf(row.event_second_player, row.second_player_key);
  if (home === null || away === null) return { refused: 'a player without an id' };
  const won = wonOf(row.event_final_result ?? '');
  if (won === undefined) return { refused: `unreadable result ${row.event_final_result!.slice(0, 20)}` };
  const listed = setsOf(row.scores ?? []);
  if (listed === null) return { refused: 'unreadable sets' };
  const [homeSets, awaySets] = won ?? [0, 0];
  const sets = begun(listed, homeSets + awaySets + (told.status === 'ft' ? 0 : 1));
  const format = formatOf(row, won, sets);
  const kickoffAt = kickoffOf(row);
  if (told.status === 'live' && !canBeInPlay(kickoffAt, seenAt)) return { refused: `in play, but not today: ${row.event_date}` };
  const status = told.status === 'ns' && kickoffAt === null ? 'tbd' : told.status;
  const read = { row, status, won, sets };
  const fault = status === 'ft' ? faultOfResult(read, format) : null;
  if (fault !== null) return { refused: fault };
  const id = row.event_key;
  const period = told.set === null ? null : partName('tennis', told.set);
  const leagueId = leagueIdOf(row);
  return {
    league: leagueOf(row, leagueId, surface),
    teams: [home, away],
    fixture: {
      ...{ kind: 'fixture', id, leagueId, season: seasonOf(row), round: roundOf(row), kickoffAt },
      ...{ homeTeamId: home.id, awayTeamId: away.id },
      ...(format && { format }),
    },
    status: { kind: 'status', matchId: id, status, minute: null, stoppage: null, period, score: scoreOf(read), seenAt },
  };
}

/** Returns the updates of a reading, or its refusal. */
export const takenOf = (row: MatchRow, reading: Reading): Taken =>
  'refused' in reading
    ? { updates: [], refusals: [refusalOf('match', row.event_key, reading.refused, row)] }
    : { updates: [reading.league, ...reading.teams, reading.fixture, reading.status], refusals: [] };

function playerOf(told: string, key: string | null | undefined): TeamUpdate | null {
  const name = cleanName(told);
  const id = key ?? (isPair(told) ? pairIdOf(told) : null);
  return id === null || name === '' ? null : { kind: 'team', id, sport: 'tennis', name, countryCode: null };
}

const QUALIFYING = /\s*-\s*qualif\w*$/i;
const isQualifying = ({ event_qualification, tournament_name, tournament_round }: MatchRow): boolean =>
  event_qualification?.toLowerCase() === 'true' || /qualif/i.test(`${tournament_name} ${tournament_round ?? ''}`);

/** A tournament's key may be the same for singles and doubles, and for its qualifying, which has another name. */
const leagueIdOf = ({ tournament_key, tournament_name, event_type_type }: MatchRow): string =>
  [tournament_key, tourOf(event_type_type), ...(QUALIFYING.test(tournament_name) ? ['qualifying'] : [])].join(':');

function leagueOf(row: MatchRow, id: string, surface: Surface | undefined): LeagueUpdate {
  const tour = tourOf(row.event_type_type);
  const ratingGroup = ratingGroupOf(tour);
  return {
    kind: 'league',
    id,
    sport: 'tennis',
    name: `${row.tournament_name} · ${tourLabel(tour)}`.slice(0, 120),
    countryCode: null,
    season: seasonOf(row),
    keepsLaterSeason: true,
    form: 'cup',
    drawPossible: false,
    ...(ratingGroup && { ratingGroup }),
    ...(surface && { surface }),
  };
}

/** The season is a year; a tournament around New Year belongs to the later one, as the provider says. */
const seasonOf = ({ tournament_season, event_date }: MatchRow): string =>
  /^\d{4}$/.test(tournament_season ?? '') ? tournament_season! : event_date.slice(0, 4);

/** Rounds begin with the tournament's name: "WTA Hertogenbosch - 1/16-finals". */
const roundOf = ({ tournament_round }: MatchRow): string => roundName(tournament_round?.split(' - ').at(-1));

function kickoffOf({ event_date, event_time }: MatchRow): Date | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(event_time ?? '') ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return new Date(`${event_date}T${hours.padStart(2, '0')}:${minutes}:00Z`);
}

/** Reads the sets won; null for none ("-"), undefined if it is unreadable. */
function wonOf(result: string): Score | null | undefined {
  if (result === '' || result === '-') return null;
  const [, home, away] = /^(\d)\s*-\s*(\d)$/.exec(result) ?? [];
  return home === undefined ? undefined : [Number(home), Number(away)];
}

/** Reads the sets in order; null if one is unreadable or missing. A set of two blanks was not played. */
function setsOf(rows: readonly SetRow[]): PartScore[] | null {
  const played = rows.filter(({ score_first, score_second }) => !(isBlank(score_first) && isBlank(score_second)));
  const ordered = played.toSorted((a, b) => Number(a.score_set) - Number(b.score_set));
  const sets = ordered.map((row, index) => (Number(row.score_set) === index + 1 ? setOf(row) : null));
  return sets.every((set) => set !== null) ? sets : null;
}

const isBlank = (text: string): boolean => text === '' || text === '-';

/** Reads a set: "7.10" is seven games, and ten points in the tie-break; it is no decimal number, in which it would be 7.1. */
function setOf({ score_first, score_second }: SetRow): PartScore | null {
  const [home, away] = [score_first, score_second].map((text) => /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text));
  if (!home || !away) return null;
  const tiebreak: Score | null = home[2] && away[2] ? [Number(home[2]), Number(away[2])] : null;
  return { home: Number(home[1]), away: Number(away[1]), ...(tiebreak && { tiebreak }) };
}

function formatOf(row: MatchRow, won: Score | null, sets: readonly PartScore[]) {
  const draw = {
    tournament: row.tournament_name,
    isMenSingles: isMainMenSingles(tourOf(row.event_type_type)),
    isQualifying: isQualifying(row),
  };
  return seriesFormat(draw, Math.max(...(won ?? [0])), sets.length);
}

interface Read {
  row: MatchRow;
  status: MatchStatus;
  won: Score | null;
  sets: PartScore[];
}

/** Returns why a finished match cannot be settled: without a winner, or if the sets do not say the same. */
function faultOfResult({ row: { event_winner }, won, sets }: Read, format: ReturnType<typeof formatOf>): string | null {
  if (event_winner === null) return 'finished without a winner';
  if (won === null) return 'finished without a result';
  const [home, away] = won;
  if (!isDecided(event_winner === 'home' ? [home, away] : [away, home], format)) return 'the winner has not won enough sets';
  return scoreOfSets(won, sets).agrees ? null : 'the sets do not add up to the result';
}

/** Returns the score; there is none before the start, or without play. */
function scoreOf({ row, status, won, sets }: Read): MatchScore {
  const awarded = (status === 'awd' || status === 'wo') && row.event_winner !== null ? { awardedTo: row.event_winner } : {};
  const sofar = won ?? (status === 'live' || sets.length > 0 ? ([0, 0] as Score) : null);
  if (sofar === null || !WITH_SCORE.includes(status)) return { ...NO_SCORE, ...awarded };
  const [home, away] = row.event_game_result?.split('-').map((part) => part.trim()) ?? [];
  const inPlay = { points: home && away ? ([home, away] as [string, string]) : null, serving: row.event_serve };
  const parts = status === 'live' || status === 'susp' ? withInPlay(sets, sofar, inPlay) : sets;
  return { ...scoreOfSets(sofar, parts).score, ...awarded };
}

const WITH_SCORE: MatchStatus[] = ['live', 'susp', 'ft', 'awd'];
