import type { Score } from '#domain/matches/score.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { FeedLineupPlayer, FeedMatchEvent, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { nationsGroup } from '#server/modules/match-data/import/known-competitions.ts';
import { knownRules } from '#server/modules/match-data/import/league-rules.ts';
import { leagueNames, teamNames } from '#server/modules/match-data/import/team-names.ts';
import { readCsv } from '#server/modules/match-data/providers/football-data/read-csv.ts';
import { zonedTime } from '#server/modules/match-data/providers/openfootball/time-zones.ts';
import { type Row, readTables, SHAPES, type Tables } from './fjelstul-tables.ts';
import type { RecordedMatch, Recording } from './timeline.ts';
export const TABLES = Object.keys(SHAPES);

/** Time zones of the grounds by country; cities in another zone than most of their country have their own entries. */
const ZONES: Record<string, string> = {
  Germany: 'Europe/Berlin',
  China: 'Asia/Shanghai',
  'South Africa': 'Africa/Johannesburg',
  Brazil: 'America/Sao_Paulo',
  ...{ Manaus: 'America/Manaus', Cuiabá: 'America/Cuiaba' },
  ...{ Fortaleza: 'America/Fortaleza', Natal: 'America/Fortaleza', Recife: 'America/Recife', Salvador: 'America/Bahia' },
  Canada: 'America/Toronto',
  ...{ Vancouver: 'America/Vancouver', Edmonton: 'America/Edmonton', Winnipeg: 'America/Winnipeg', Moncton: 'America/Moncton' },
  Russia: 'Europe/Moscow',
  ...{ Kaliningrad: 'Europe/Kaliningrad', Samara: 'Europe/Samara', Yekaterinburg: 'Asia/Yekaterinburg' },
  France: 'Europe/Paris',
  Qatar: 'Asia/Qatar',
};
const POSITIONS: Record<Row<'squads'>['position_code'], FeedLineupPlayer['position']> = { GK: 'GK', DF: 'DEF', MF: 'MID', FW: 'FWD' };
const WOMEN_YEARS = ['2007', '2011', '2015', '2019', '2023'];
const NOTHING = 'not applicable';

/** Returns the tournament that took place at `date`; `read` returns the text of a table by its name. */
export function recordFjelstul(read: (name: string) => string, date: string): Recording {
  const tournament = tournamentAt(read('matches'), date);
  if (tournament === null) return { catalogue: [], matches: [], problems: [`no tournament was on at ${date}`] };
  const problems: string[] = [];
  const tables = readTables(
    read,
    (values) => values.tournament_id === tournament,
    (problem) => problems.push(problem),
  );
  const season = tournament.slice(-4);
  const matches = tables.matches.flatMap((row) => {
    const match = recordedMatch(tables, row, season);
    const problem = contradiction(match, row);
    if (problem !== null) problems.push(`${row.home_team_name} - ${row.away_team_name}, ${row.match_date}: ${problem}`);
    return problem === null ? [match] : [];
  });
  return { catalogue: catalogueOf(tables, season), matches, problems };
}

function tournamentAt(matches: string, date: string): string | null {
  const days = new Map<string, string[]>();
  for (const { values } of readCsv(matches).rows) {
    const { tournament_id = '', match_date = '' } = values;
    days.set(tournament_id, [...(days.get(tournament_id) ?? []), match_date].sort());
  }
  return [...days].find(([, dates]) => dates[0]! <= date && date <= dates.at(-1)!)?.[0] ?? null;
}

const leagueName = (season: string): string => (WOMEN_YEARS.includes(season) ? "Women's World Cup" : 'World Cup');

function catalogueOf({ matches, squads }: Tables, season: string): FeedUpdate[] {
  const name = leagueName(season);
  const rules = knownRules(name, null, season);
  const ratingGroup = nationsGroup(name, null);
  const teams = new Map(
    matches.flatMap((match) => [
      [match.home_team_code, match.home_team_name],
      [match.away_team_code, match.away_team_name],
    ]),
  );
  const league: FeedUpdate = {
    ...{ kind: 'league', id: name, sport: 'football', name, names: leagueNames(name, null) ?? {}, countryCode: null, season },
    ...{ keepsLaterSeason: true, form: 'cup', drawPossible: true, ...(rules && { rules }) },
    ...(ratingGroup && { ratingGroup }),
  };
  return [
    league,
    ...[...teams].map(
      ([id, team]): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: team, countryCode: null, ...teamNames(team, null) }),
    ),
    ...[...teams.keys()].map((teamId): FeedUpdate => ({ kind: 'squad', teamId, coach: null, players: squadOf(squads, teamId) })),
  ];
}

const squadOf = (squads: Row<'squads'>[], teamId: string) =>
  squads
    .filter(({ team_code }) => team_code === teamId)
    .map((row) => ({ name: nameOf(row), number: row.shirt_number, position: POSITIONS[row.position_code] }));

function recordedMatch(tables: Tables, row: Row<'matches'>, season: string): RecordedMatch {
  const { match_id: id, home_team_code: homeTeamId, away_team_code: awayTeamId } = row;
  const zone = ZONES[row.city_name] ?? ZONES[row.country_name] ?? 'UTC';
  const stage = row.stage_name;
  const events = eventsOf(tables, row);
  const goalsIn = (...periods: FeedMatchEvent['period'][]) => goalsOf(events.filter(({ period }) => periods.includes(period)));
  const [home, away]: Score = [row.home_team_score, row.away_team_score];
  return {
    fixture: {
      ...{ kind: 'fixture', id, leagueId: leagueName(season), season, round: stage.charAt(0).toUpperCase() + stage.slice(1) },
      ...(row.group_name !== NOTHING && { group: row.group_name }),
      ...{ homeTeamId, awayTeamId, venue: `${row.stadium_name}, ${row.city_name}` },
      neutral: row.home_team_name !== row.country_name,
      kickoffAt: zonedTime(row.match_date, row.match_time.padStart(5, '0'), zone),
    },
    ending: row.penalty_shootout ? 'pen' : row.extra_time ? 'aet' : 'ft',
    score: {
      ...{ home, away, halftime: goalsIn('H1'), fulltime: goalsIn('H1', 'H2') },
      extratime: row.extra_time ? [home, away] : null,
      penalty: row.penalty_shootout ? [row.home_team_score_penalties, row.away_team_score_penalties] : null,
    },
    events,
  };
}

/** Returns the contradiction if the goals do not add up to the result, else null. */
function contradiction({ events, score }: RecordedMatch, row: Row<'matches'>): string | null {
  const [home, away] = goalsOf(events.filter(({ period }) => period !== 'P'));
  if (home !== row.home_team_score || away !== row.away_team_score) {
    return `its goals make ${home}:${away}, its result is ${row.home_team_score}:${row.away_team_score}`;
  }
  if (score.penalty === null) return null;
  const scored = goalsOf(events.filter(({ period }) => period === 'P'));
  return scored.join() === score.penalty.join() ? null : `its kicks make ${scored.join(':')}, its shoot-out is ${score.penalty.join(':')}`;
}

function goalsOf(events: FeedMatchEvent[]): Score {
  const goals: Score = [0, 0];
  for (const { type, side } of events) {
    if (type === 'goal' || type === 'penalty') goals[side === 'home' ? 0 : 1]++;
    if (type === 'own_goal') goals[side === 'home' ? 1 : 0]++;
  }
  return goals;
}

const nameOf = ({ family_name, given_name }: { family_name: string; given_name: string }): string =>
  given_name === NOTHING ? family_name : family_name === NOTHING ? given_name : `${given_name} ${family_name}`;

type Timed = Pick<Row<'goals'>, 'minute_regulation' | 'minute_stoppage' | 'match_period' | 'team_code' | 'family_name' | 'given_name'>;

function eventsOf(
  { goals, bookings, substitutions, penalty_kicks }: Tables,
  { match_id, home_team_code }: Row<'matches'>,
): FeedMatchEvent[] {
  const here = <T extends { match_id: string }>(rows: T[]): T[] => rows.filter((row) => row.match_id === match_id);
  const sideOf = (code: string): Side => (code === home_team_code ? 'home' : 'away');
  const event = (id: string, type: FeedMatchEvent['type'], row: Timed, code = row.team_code): FeedMatchEvent => ({
    ...{ id, type, side: sideOf(code), ...momentOf(row), player: nameOf(row), other: null, detail: null },
  });
  const played = [
    ...paired(here(substitutions)).map(([off, on]) => ({
      ...event(off.substitution_id, 'substitution', off),
      other: on === undefined ? null : nameOf(on),
    })),
    ...here(bookings).map((row) => event(row.booking_id, row.second_yellow_card ? 'second_yellow' : row.red_card ? 'red' : 'yellow', row)),
    ...here(goals).map((row) =>
      event(row.goal_id, row.own_goal ? 'own_goal' : row.penalty ? 'penalty' : 'goal', row, row.player_team_code),
    ),
  ];
  const kicks = here(penalty_kicks).map((row): FeedMatchEvent => {
    const type = row.converted ? 'penalty' : 'missed_penalty';
    const shootOut = { period: 'P' as const, minute: 120, stoppage: null, other: null, detail: null };
    return { id: row.penalty_kick_id, type, side: sideOf(row.team_code), player: nameOf(row), ...shootOut };
  });
  return [...played.sort(byMoment), ...inKickOrder(kicks)];
}

const PERIODS = ['H1', 'H2', 'ET', 'P'];
const byMoment = (a: FeedMatchEvent, b: FeedMatchEvent): number =>
  PERIODS.indexOf(a.period) - PERIODS.indexOf(b.period) || a.minute - b.minute || (a.stoppage ?? 0) - (b.stoppage ?? 0);

function momentOf({ minute_regulation, minute_stoppage, match_period }: Timed): Pick<FeedMatchEvent, 'period' | 'minute' | 'stoppage'> {
  const period = match_period.startsWith('extra time') ? 'ET' : match_period.startsWith('first half') ? 'H1' : 'H2';
  return { period, minute: minute_regulation, stoppage: minute_stoppage === 0 ? null : minute_stoppage };
}

/** Pairs substitutions, whose players off and on are separate rows: the first of a team in a minute with the first, and so on. */
function paired(rows: Row<'substitutions'>[]): [off: Row<'substitutions'>, on: Row<'substitutions'> | undefined][] {
  const keyOf = ({ team_code, minute_regulation, minute_stoppage, match_period }: Row<'substitutions'>) =>
    [team_code, match_period, minute_regulation, minute_stoppage].join(' ');
  const waiting = rows.filter((row) => row.coming_on);
  return rows
    .filter((row) => row.going_off)
    .map((off) => {
      const at = waiting.findIndex((on) => keyOf(on) === keyOf(off));
      return [off, at === -1 ? undefined : waiting.splice(at, 1)[0]];
    });
}

/** Kicks of each side before sudden death. */
const ROUNDS = 5;

/**
 * Orders the kicks of a shoot-out by time, from each side's own order. The side that began is not recorded, but no kick is taken after
 * the decision: if only one of the two orders is possible, it is used; otherwise home began.
 */
export function inKickOrder(kicks: readonly FeedMatchEvent[]): FeedMatchEvent[] {
  const home = kicks.filter(({ side }) => side === 'home');
  const away = kicks.filter(({ side }) => side === 'away');
  const orders = [alternating(home, away), alternating(away, home)];
  return orders.find(isPossible) ?? orders[0]!;
}

const alternating = (first: FeedMatchEvent[], second: FeedMatchEvent[]): FeedMatchEvent[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, i) => [first[i], second[i]])
    .flat()
    .filter((kick) => kick !== undefined);

function isPossible(kicks: readonly FeedMatchEvent[]): boolean {
  return kicks.every((kick, index) => (index === 0 || kicks[index - 1]!.side !== kick.side) && !isDecided(kicks.slice(0, index)));
}

/** Returns whether the side behind can no longer draw level. */
function isDecided(kicks: readonly FeedMatchEvent[]): boolean {
  const of = (side: FeedMatchEvent['side']) => {
    const taken = kicks.filter((kick) => kick.side === side);
    return { taken: taken.length, scored: taken.filter(({ type }) => type === 'penalty').length };
  };
  const [home, away] = [of('home'), of('away')];
  const rounds = Math.max(ROUNDS, home.taken, away.taken);
  return home.scored > away.scored + rounds - away.taken || away.scored > home.scored + rounds - home.taken;
}
