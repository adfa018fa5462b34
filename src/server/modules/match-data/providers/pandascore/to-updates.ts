import type { MatchStatus } from '#domain/matches/match-status.ts';
import { type MatchScore, NO_SCORE } from '#domain/matches/score.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { FixtureUpdate, LeagueUpdate, StatusUpdate, TeamUpdate } from '#server/modules/match-data/import/feed.ts';
import { countryCodeOf, refusalOf, type Taken } from '#server/modules/match-data/providers/polled/readings.ts';
import type { MatchRow, Opponent } from './formats.ts';
import { formatOf, hasForfeitedMap, mapInPlay, type Opponents, resultFault, scoreOf, sideOf } from './series-score.ts';

/** Rows of PandaScore as updates. Ids of teams are the provider's numbers; those of players begin with "player:". */
export const teamIdOf = ({ type, opponent: { id } }: Opponent): string => (type === 'Player' ? `player:${id}` : String(id));

const SHORT_NAME_MAX = 12;

export function teamUpdate({ type, opponent }: Opponent): TeamUpdate {
  const { name, acronym, location, nationality } = opponent;
  const short = acronym?.trim() ?? '';
  return {
    ...{ kind: 'team', id: teamIdOf({ type, opponent }), sport: 'esports', name, countryCode: countryCodeOf('', location || nationality) },
    ...(short !== '' && short.length <= SHORT_NAME_MAX ? { shortName: short } : {}),
  };
}

/** Short names of titles, shown behind the name of a league: several titles have an "Esports World Cup". */
const TITLES: Record<string, string> = { 'cs-go': 'CS2', 'league-of-legends': 'LoL' };

/** Returns a league's name: events of one organizer run side by side, so each name of a serie is a league of its own. */
export function leagueName({ league, serie, videogame }: MatchRow): string {
  const event = (serie.name ?? '').trim().replace(/[\s:]+$/, '');
  return `${event === '' ? league.name : `${league.name} ${event}`} · ${TITLES[videogame.slug] ?? videogame.name}`.slice(0, 120);
}

/** Returns our id of a serie's league: the provider's league, and the name of the serie without its season. */
export function leagueIdOf({ league, serie }: MatchRow): string {
  const event = (serie.name ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return event === '' ? String(league.id) : `${league.id}:${event.slice(0, 60)}`;
}

/** The contract's limit of a season's name. */
const SEASON_MAX = 20;

/** Returns a season's name with the year first, so that later ones are sorted after earlier ones: "2026 Summer", "2026 Season 38". */
export function seasonOf({ serie, scheduled_at, begin_at }: MatchRow): string {
  const year = String(serie.year ?? (serie.begin_at ?? scheduled_at ?? begin_at)?.getUTCFullYear() ?? 'Season');
  const part = (serie.season ?? '').trim();
  const name = /^\d+$/.test(part) ? `${year} Season ${part}` : `${year} ${part}`.trim();
  return name.length <= SEASON_MAX ? name : year;
}

export const leagueUpdate = (id: string, row: MatchRow, season: string): LeagueUpdate => ({
  ...{ kind: 'league', id, sport: 'esports', name: leagueName(row), countryCode: null },
  ...{ season, form: 'cup', drawPossible: false, ratingGroup: row.videogame.slug },
});

/** What is known of a match besides its row: our league, and home and away as they were first told. */
export interface MatchContext {
  leagueId: string;
  home: Opponent;
  away: Opponent;
  /** When the row was requested, by our clock. */
  seenAt: Date;
}

/** Converts a match's row to updates of its fixture, status and score. What cannot be is refused, and the match keeps its last state. */
export function matchUpdates(row: MatchRow, context: MatchContext): Taken {
  const status = statusUpdate(row, context);
  if (typeof status === 'string') return { updates: [], refusals: [refusalOf('match', String(row.id), status, row)] };
  const { home, away, leagueId } = context;
  return { updates: [fixtureUpdate(row, leagueId, { home: teamIdOf(home), away: teamIdOf(away) }), status], refusals: [] };
}

/** `barred` is why no contest may be opened, beside what the row says itself. */
export function fixtureUpdate(row: MatchRow, leagueId: string, ids: { home: string; away: string }, barred?: string): FixtureUpdate {
  const format = formatOf(row);
  const contestBarred = barred ?? barredBy(row, format);
  return {
    kind: 'fixture',
    id: String(row.id),
    leagueId,
    season: seasonOf(row),
    round: roundOf(row),
    ...(row.tournament.has_bracket === false ? { group: row.tournament.name } : {}),
    homeTeamId: ids.home,
    awayTeamId: ids.away,
    // The planned start; `begin_at` is the actual one as soon as the match runs.
    kickoffAt: row.scheduled_at ?? row.begin_at ?? null,
    ...(format !== null ? { format } : {}),
    ...(contestBarred !== null ? { contestBarred } : {}),
  };
}

function barredBy({ game_advantage }: MatchRow, format: SeriesFormat | null): string | null {
  if (format === null) return 'unknown_format';
  return game_advantage == null ? null : 'map_advantage';
}

/** Returns the stage and the round in it: "Playoffs · Upper bracket semifinal". The numbers of its matches are left out. */
function roundOf({ name, tournament }: MatchRow): string {
  const [, told = ''] = /^([^:]{1,80}): .*\bvs\b/.exec(name ?? '') ?? [];
  const round = told
    .replace(/ match \d+$/i, '')
    .replace(/(final) \d+$/i, '$1')
    .trim();
  return round === '' || / vs /.test(round) ? tournament.name : `${tournament.name} · ${round}`;
}

/** Returns the status and the score, or why the row is refused. */
function statusUpdate(row: MatchRow, { home, away, seenAt }: MatchContext): StatusUpdate | string {
  const opponents = { home: home.opponent.id, away: away.opponent.id };
  const status = statusOf(row, opponents);
  if (status === null) return `unknown status ${row.status.slice(0, 20)}`;
  const fault = dateFault(row) ?? (status === 'ft' ? resultFault(row, opponents, formatOf(row)) : null);
  if (fault !== null) return fault;
  const n = status === 'live' ? mapInPlay(row) : null;
  return {
    ...{ kind: 'status', matchId: String(row.id), status, minute: null, stoppage: null, seenAt },
    period: n === null ? null : { kind: 'map', n },
    ...startOf(row, status, seenAt),
    score: endScore(row, status, opponents),
  };
}

/** How long before the announced begin of its serie a match can be: qualifiers and dates that were moved. */
const BEFORE_SERIE_MS_MAX = 60 * DAY_MS;

/** Returns why a match cannot be on its date; null if it can. */
function dateFault({ scheduled_at, serie: { begin_at } }: MatchRow): string | null {
  const isEarly = scheduled_at != null && begin_at != null && scheduled_at.getTime() < begin_at.getTime() - BEFORE_SERIE_MS_MAX;
  return isEarly ? 'long before its serie: is the year wrong?' : null;
}

/** How much earlier than planned a start is believed. */
const EARLY_MS_MAX = HOUR_MS;

/** Returns the actual start of a match that was played: stakes placed after it are returned. Before the start, `begin_at` is the planned one. */
function startOf({ scheduled_at, begin_at }: MatchRow, status: MatchStatus, seenAt: Date): Pick<StatusUpdate, 'startedAt'> {
  if (begin_at == null || (status !== 'live' && status !== 'ft')) return {};
  const isLikely = begin_at <= seenAt && (scheduled_at == null || begin_at.getTime() >= scheduled_at.getTime() - EARLY_MS_MAX);
  return isLikely ? { startedAt: begin_at } : {};
}

function endScore(row: MatchRow, status: MatchStatus, opponents: Opponents): MatchScore {
  if (status !== 'live' && status !== 'ft' && status !== 'awd' && status !== 'wo') return NO_SCORE;
  const score = status === 'wo' ? NO_SCORE : scoreOf(row, opponents);
  const awardedTo = status === 'awd' || status === 'wo' ? sideOf(opponents, row.winner_id) : null;
  return awardedTo === null ? score : { ...score, awardedTo };
}

/** Returns our status for the provider's; null for an unknown one. */
export function statusOf(row: MatchRow, opponents: Opponents | null): MatchStatus | null {
  const hasDate = (row.scheduled_at ?? row.begin_at) != null;
  switch (row.status) {
    case 'not_started':
      return hasDate ? 'ns' : 'tbd';
    case 'running':
      return 'live';
    case 'postponed':
      return 'pst';
    case 'finished':
      // A map given away decided the series: it was not played to its end.
      return hasForfeitedMap(row) || row.forfeit === true ? 'awd' : 'ft';
    case 'canceled':
      return forfeitOf(row, opponents) ?? 'canc';
    default:
      return null;
  }
}

/** A cancelled match with a winner was forfeited: as a walkover, or after some maps. */
function forfeitOf(row: MatchRow, opponents: Opponents | null): MatchStatus | null {
  if (row.forfeit !== true || opponents === null || sideOf(opponents, row.winner_id) === null) return null;
  const isPlayed = row.games.some(({ status, forfeit, winner }) => status === 'finished' && forfeit !== true && winner?.id != null);
  return isPlayed ? 'awd' : 'wo';
}
