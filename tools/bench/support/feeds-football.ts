import { DAY_MS } from '#domain/time.ts';
import type { ApiSportsServer, Reply } from '#test/support/api-sports-server.ts';
import {
  type DayMatch,
  type FeedsDay,
  FOOTBALL_LEAGUES,
  firstTeamOf,
  LEAGUE_TEAMS,
  type OtherMatch,
  otherRounds,
  ROUND_TODAY,
} from './feeds-day.ts';
import { type FootballCourse, type FootballState, footballAt } from './feeds-football-course.ts';
import { bookmakersOf, pageOf, worldLeagues } from './feeds-replies.ts';

/** API-Football's ids of the leagues of the day, those that are followed by default first. */
export const FOOTBALL_LEAGUE_IDS = [39, 140, 135, 78, 61, 2, 3, 1, ...Array.from({ length: FOOTBALL_LEAGUES - 8 }, (_, n) => 200 + n)];

type Today = DayMatch<FootballCourse>;

/** Makes a server reply as API-Football would during the day, in the sizes of its recorded answers. Each query says what time it is. */
export function replyAsApiFootball({ replies }: ApiSportsServer, { football }: FeedsDay): void {
  const byId = new Map(football.map((match) => [String(match.id), match]));
  const leagues = worldLeagues(FOOTBALL_LEAGUE_IDS, leagueRow);
  const others = FOOTBALL_LEAGUE_IDS.map((_, group) => otherRounds(football, group));
  const groupOf = (league: string | undefined) => FOOTBALL_LEAGUE_IDS.indexOf(Number(league));
  const list = ({ now, live, ids, league }: Record<string, string>): unknown[] => {
    const at = Number(now);
    if (ids !== undefined)
      return ids
        .split('-')
        .flatMap((id) => byId.get(id) ?? [])
        .map((match) => detailedRow(match, at));
    if (live !== undefined) {
      const wanted = live.split('-');
      const isListed = ({ group, course }: Today) =>
        at >= course.beginMs && at < course.endMs && wanted.includes(String(FOOTBALL_LEAGUE_IDS[group]));
      return football.filter(isListed).map((match) => liveRow(match, at));
    }
    const group = groupOf(league);
    const ofLeague = football.filter((match) => match.group === group);
    return [...ofLeague.map((match) => fixtureRow(match, footballAt(match.course, at))), ...(others[group] ?? []).map(otherRow)];
  };
  replies.set('/leagues', () => ({ rows: leagues }));
  replies.set('/fixtures', (query) => ({ rows: list(query) }));
  replies.set('/teams', ({ league }) => ({ rows: teamsOf(groupOf(league)).map(teamRow) }));
  replies.set('/players/squads', ({ team }) => ({ rows: [squadRow(Number(team))] }));
  replies.set('/fixtures/players', ({ fixture }) => {
    const match = byId.get(fixture!);
    return { rows: match === undefined ? [] : playersOf(match) };
  });
  replies.set('/odds', ({ league, page, now }) => {
    const coming = [...football, ...others.flat()].filter(
      ({ group, kickoffMs }) => group === groupOf(league) && kickoffMs > Number(now) && kickoffMs < Number(now) + 8 * DAY_MS,
    );
    return pageOf(
      coming.map(({ id }) => ({ ...oddsRow(id, Number(now)) })),
      Number(page),
    ) satisfies Reply;
  });
  replies.set('/odds/live', ({ now }) => {
    const at = Number(now);
    return { rows: football.filter(({ course }) => at >= course.beginMs && at < course.endMs).map(({ id }) => liveOddsRow(id, at)) };
  });
}

const leagueRow = (id: number) => ({
  league: { id, name: `Football league ${id}`, type: 'League', logo: `https://example.org/football/leagues/${id}.png` },
  country: { name: 'England', code: 'GB-ENG', flag: 'https://example.org/flags/gb.svg' },
  seasons: Array.from({ length: 12 }, (_, back) => ({
    ...{ year: 2026 - back, start: `${2026 - back}-08-01`, end: `${2027 - back}-06-30`, current: back === 0 },
    coverage: {
      fixtures: { events: true, lineups: true, statistics_fixtures: true, statistics_players: true },
      ...{
        standings: true,
        players: true,
        top_scorers: true,
        top_assists: true,
        top_cards: true,
        injuries: true,
        predictions: true,
        odds: true,
      },
    },
  })),
});

const teamsOf = (group: number): number[] => Array.from({ length: LEAGUE_TEAMS }, (_, n) => firstTeamOf(group) + n);
const side = (id: number) => ({ id, name: `Club ${id}`, logo: `https://example.org/football/teams/${id}.png`, winner: null });
const teamRow = (id: number) => ({
  team: {
    id,
    name: `Club ${id}`,
    code: null,
    country: 'England',
    founded: 1900,
    national: false,
    logo: `https://example.org/teams/${id}.png`,
  },
  venue: { id, name: `Ground ${id}`, address: 'High Street', city: 'Town', capacity: 30_000, surface: 'grass', image: '' },
});
const pair = (score: [number, number] | null) => ({ home: score?.[0] ?? null, away: score?.[1] ?? null });

const CODES = { ns: 'NS', h1: '1H', ht: 'HT', h2: '2H', ft: 'FT' } as const;

interface Placed {
  id: number;
  group: number;
  home: number;
  away: number;
  kickoffMs: number;
}

function rowOf(
  { id, group, home, away, kickoffMs }: Placed,
  round: number,
  { phase, elapsed, goals, halftime }: Omit<FootballState, 'moments'>,
) {
  const league = FOOTBALL_LEAGUE_IDS[group]!;
  return {
    fixture: {
      ...{ id, referee: 'A. Referee', timezone: 'UTC', date: new Date(kickoffMs).toISOString(), timestamp: kickoffMs / 1000 },
      ...{ periods: { first: kickoffMs / 1000, second: null }, venue: { id: home, name: `Ground ${home}`, city: 'Town' } },
      status: { long: CODES[phase], short: CODES[phase], elapsed, extra: null },
    },
    league: {
      id: league,
      name: `Football league ${league}`,
      country: 'England',
      logo: '',
      flag: '',
      season: 2026,
      round: `Regular Season - ${round}`,
    },
    teams: { home: side(home), away: side(away) },
    goals: pair(goals),
    score: { halftime: pair(halftime), fulltime: pair(phase === 'ft' ? goals : null), extratime: pair(null), penalty: pair(null) },
  };
}

const fixtureRow = (match: Today, state: FootballState) => rowOf(match, ROUND_TODAY, state);
const otherRow = (match: OtherMatch) =>
  rowOf(match, match.round, {
    ...{ phase: match.isOver ? 'ft' : 'ns', elapsed: null },
    ...{ goals: match.isOver ? [match.id % 3, match.id % 2] : null, halftime: match.isOver ? [0, 0] : null },
  });

function liveRow(match: Today, at: number) {
  const state = footballAt(match.course, at);
  return { ...fixtureRow(match, state), events: eventsOf(match, state) };
}

const EVENTS = { goal: ['Goal', 'Normal Goal'], card: ['Card', 'Yellow Card'], subst: ['subst', 'Substitution 1'] } as const;

const eventsOf = (match: Today, { moments }: FootballState) =>
  moments.map(({ type, side: of, minute }, n) => ({
    time: { elapsed: minute, extra: null },
    team: side(match[of]),
    player: { id: match[of] * 100 + n, name: `Player ${match[of]}-${n}` },
    assist: { id: match[of] * 100 + n + 50, name: `Player ${match[of]}-${n + 50}` },
    ...{ type: EVENTS[type][0], detail: EVENTS[type][1], comments: null },
  }));

/** A row that is requested by its id has line-ups, statistics and players as well. */
function detailedRow(match: Today, at: number) {
  const row = liveRow(match, at);
  const isNear = at > match.kickoffMs - 3_600_000;
  const hasBegun = at >= match.course.beginMs;
  return {
    ...row,
    lineups: isNear ? [match.home, match.away].map(lineupOf) : [],
    statistics: hasBegun
      ? [match.home, match.away].map((team) => statisticsOf(team, Math.min(at, match.course.endMs) - match.course.beginMs))
      : [],
    players: hasBegun ? playersOf(match) : [],
  };
}

const personOf = (team: number, n: number) => ({
  id: team * 100 + n,
  name: `Player ${team}-${n}`,
  number: n + 1,
  pos: 'GDMF'[Math.ceil(n / 4)] ?? 'M',
});
const lineupOf = (team: number) => ({
  team: { ...side(team), colors: null },
  coach: { id: team, name: `Coach ${team}`, photo: '' },
  formation: '4-4-2',
  startXI: Array.from({ length: 11 }, (_, n) => ({
    player: { ...personOf(team, n), grid: n === 0 ? '1:1' : `${Math.ceil(n / 4) + 1}:${(n % 4) + 1}` },
  })),
  substitutes: Array.from({ length: 9 }, (_, n) => ({ player: { ...personOf(team, 11 + n), grid: null } })),
});

const COUNTED = [
  'Shots on Goal',
  'Shots off Goal',
  'Total Shots',
  'Blocked Shots',
  'Shots insidebox',
  'Shots outsidebox',
  'Fouls',
  'Corner Kicks',
];

const statisticsOf = (team: number, playedMs: number) => ({
  team: side(team),
  statistics: [
    ...COUNTED.map((type, n) => ({ type, value: Math.floor(playedMs / ((n + 6) * 60_000)) })),
    ...[
      { type: 'Ball Possession', value: '50%' },
      { type: 'Passes %', value: '80%' },
    ],
    ...['Offsides', 'Yellow Cards', 'Red Cards', 'Goalkeeper Saves'].map((type) => ({ type, value: null })),
    ...['Total passes', 'Passes accurate'].map((type, n) => ({ type, value: Math.floor(playedMs / ((n + 1) * 12_000)) })),
    { type: 'expected_goals', value: (playedMs / 5_400_000).toFixed(2) },
  ],
});

/** As long as in recorded answers: about 700 bytes a player. */
const PLAYER_STATISTICS = {
  ...{ offsides: null, shots: { total: 1, on: 1 }, goals: { total: null, conceded: 0, assists: null, saves: null } },
  ...{ passes: { total: 40, key: 1, accuracy: '35' }, tackles: { total: 2, blocks: null, interceptions: 1 }, duels: { total: 9, won: 5 } },
  ...{ dribbles: { attempts: 2, success: 1, past: null }, fouls: { drawn: 1, committed: 1 }, cards: { yellow: 0, red: 0 } },
  penalty: { won: null, commited: null, scored: 0, missed: 0, saved: null },
};

const playersOf = ({ home, away }: Today) =>
  [home, away].map((team) => ({
    team: { ...side(team), update: '2026-11-21T20:00:00+00:00' },
    players: Array.from({ length: 20 }, (_, n) => ({
      player: { id: team * 100 + n, name: `Player ${team}-${n}`, photo: `https://example.org/football/players/${team * 100 + n}.png` },
      statistics: [
        {
          games: {
            minutes: n < 14 ? 80 : null,
            number: n + 1,
            position: 'M',
            rating: n < 14 ? '6.9' : null,
            captain: false,
            substitute: n > 10,
          },
          ...PLAYER_STATISTICS,
        },
      ],
    })),
  }));

const squadRow = (team: number) => ({
  team: side(team),
  players: Array.from({ length: 28 }, (_, n) => ({
    ...personOf(team, n),
    age: 25,
    position: 'Midfielder',
    photo: `https://example.org/football/players/${n}.png`,
  })),
});

const oddsRow = (id: number, at: number) => ({
  fixture: { id },
  update: new Date(at - 60_000).toISOString(),
  bookmakers: bookmakersOf([{ id: 1, name: 'Match Winner', values: ['Home', 'Draw', 'Away'] }], id),
});

/** Markets in play, most of which are not read. */
const MARKETS = ['Fulltime Result', ...Array.from({ length: 30 }, (_, n) => `Market ${n}`)];

const liveOddsRow = (id: number, at: number) => ({
  ...{ fixture: { id }, update: new Date(at - 5_000).toISOString(), status: { stopped: false, blocked: false, finished: false } },
  odds: MARKETS.map((name, n) => ({
    ...{ id: n, name },
    values: ['Home', 'Draw', 'Away'].map((value, index) => ({
      value,
      odd: (1.5 + index + ((at / 60_000) % 20) / 20).toFixed(2),
      handicap: null,
      main: null,
      suspended: false,
    })),
  })),
});
