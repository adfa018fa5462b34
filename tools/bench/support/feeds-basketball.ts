import { DAY_MS } from '#domain/time.ts';
import type { ApiSportsServer } from '#test/support/api-sports-server.ts';
import { basketballAt } from './feeds-basketball-course.ts';
import { BASKETBALL_LEAGUES, type FeedsDay, firstTeamOf, LEAGUE_TEAMS, otherRounds } from './feeds-day.ts';
import { bookmakersOf, worldLeagues } from './feeds-replies.ts';

/** API-Basketball's ids of the leagues of the day, those that are followed by default first. */
export const BASKETBALL_LEAGUE_IDS = [12, 120, 301, 302].slice(0, BASKETBALL_LEAGUES);
/** Games of other leagues that a day's list contains as well. */
const OTHERS_A_DAY = 150;
const OTHER_LEAGUE = 10_000;

/** Makes a server reply as API-Basketball would during the day. Each query says what time it is. */
export function replyAsApiBasketball({ replies }: ApiSportsServer, { basketball }: FeedsDay): void {
  const leagues = worldLeagues(BASKETBALL_LEAGUE_IDS, leagueRow);
  const others = BASKETBALL_LEAGUE_IDS.map((_, group) => otherRounds(basketball, group));
  const groupOf = (league: string | undefined) => BASKETBALL_LEAGUE_IDS.indexOf(Number(league));
  const todayRows = (at: number) =>
    basketball.map((game) => ({
      group: game.group,
      row: gameRow({ ...game, league: BASKETBALL_LEAGUE_IDS[game.group]! }, basketballAt(game.course, at)),
    }));
  const otherRows = (group: number) =>
    others[group]!.map(({ isOver, ...game }) =>
      gameRow(
        { ...game, league: BASKETBALL_LEAGUE_IDS[group]! },
        isOver
          ? {
              code: 'FT',
              parts: [
                [20, 18],
                [22, 20],
                [19, 21],
                [25, 24],
              ],
            }
          : { code: 'NS', parts: [] },
      ),
    );
  replies.set('/leagues', () => ({ rows: leagues }));
  replies.set('/teams', ({ league }) => ({
    rows: Array.from({ length: LEAGUE_TEAMS }, (_, n) => ({
      ...side(firstTeamOf(groupOf(league)) + n),
      national: false,
      country: COUNTRY,
    })),
  }));
  replies.set('/games', ({ now, id, league, date }) => {
    const today = todayRows(Number(now));
    if (id !== undefined) return { rows: today.map(({ row }) => row).filter((row) => String(row.id) === id) };
    if (league !== undefined)
      return { rows: [...today.filter(({ group }) => group === groupOf(league)).map(({ row }) => row), ...otherRows(groupOf(league))] };
    return { rows: [...today.map(({ row }) => row).filter((row) => row.date.startsWith(date!)), ...elsewhere(date!)] };
  });
  replies.set('/odds', ({ league, now }) => ({
    rows: [...basketball, ...others.flat()]
      .filter(({ group, kickoffMs }) => group === groupOf(league) && kickoffMs > Number(now) && kickoffMs < Number(now) + 7 * DAY_MS)
      .map(({ id }) => ({ game: { id }, bookmakers: bookmakersOf([{ id: 2, name: 'Home/Away', values: ['Home', 'Away'] }], id) })),
  }));
}

const COUNTRY = { id: 5, name: 'USA', code: 'US', flag: 'https://example.org/flags/us.svg' };
const side = (id: number) => ({ id, name: `Five ${id}`, logo: `https://example.org/basketball/teams/${id}.png` });

const leagueRow = (id: number) => ({
  ...{ id, name: `Basketball league ${id}`, type: 'League', logo: `https://example.org/basketball/leagues/${id}.png`, country: COUNTRY },
  seasons: Array.from({ length: 10 }, (_, back) => ({
    ...{ season: `${2026 - back}-${2027 - back}`, start: `${2026 - back}-08-20`, end: `${2027 - back}-06-20` },
    coverage: { games: { statistics: { teams: true, players: true } }, standings: true, players: true, odds: true },
  })),
});

interface Placed {
  id: number;
  league: number;
  home: number;
  away: number;
  kickoffMs: number;
}

const PARTS = ['quarter_1', 'quarter_2', 'quarter_3', 'quarter_4'] as const;

function gameRow({ id, league, home, away, kickoffMs }: Placed, { code, parts }: { code: string; parts: [number, number][] }) {
  const scores = (of: 0 | 1) => {
    const told = Object.fromEntries(PARTS.map((part, n) => [part, parts[n]?.[of] ?? null]));
    const beyond = parts.slice(PARTS.length);
    const sum = (some: [number, number][]) => some.reduce((points, part) => points + part[of], 0);
    return { ...told, over_time: beyond.length > 0 ? sum(beyond) : null, total: parts.length > 0 ? sum(parts) : null };
  };
  return {
    ...{ id, date: new Date(kickoffMs).toISOString(), time: '00:00', timestamp: kickoffMs / 1000, timezone: 'UTC' },
    ...{ stage: null, week: null, venue: `Hall ${home}`, status: { long: code, short: code, timer: null } },
    league: { id: league, name: `Basketball league ${league}`, type: 'League', season: '2026-2027', logo: '' },
    ...{ country: COUNTRY, teams: { home: side(home), away: side(away) }, scores: { home: scores(0), away: scores(1) } },
  };
}

/** Games of the day elsewhere in the world, which are not read. */
const elsewhere = (date: string) =>
  Array.from({ length: OTHERS_A_DAY }, (_, n) =>
    gameRow(
      {
        id: 900_000 + n,
        league: OTHER_LEAGUE + (n % 100),
        home: 2 * n + 90_000,
        away: 2 * n + 90_001,
        kickoffMs: Date.parse(date) + n * 540_000,
      },
      { code: 'NS', parts: [] },
    ),
  );
