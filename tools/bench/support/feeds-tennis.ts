import type { TennisServer } from '#test/support/tennis-server.ts';
import type { DayMatch, FeedsDay } from './feeds-day.ts';
import { BOOKMAKERS, priceOf } from './feeds-replies.ts';
import { calledPoints, type TennisCourse, type TennisMoment, tennisAt } from './feeds-tennis-course.ts';

/** The provider's names of the tours of the day, in the order of the groups, and their ids. */
const TOURS = ['Atp Singles', 'Wta Singles', 'Challenger Men Singles', 'Itf Men Singles', 'Itf Women Singles'].map((name, n) => ({
  name,
  key: 265 + n,
}));
export const TOUR_SETTINGS = TOURS.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'));
const TOURNAMENTS = 10_000;
/** Tours of all tournaments, most of which are not followed. */
const ALL_TOURS = 14;
const RANKED = 1_500;
const MATCHES_OF_TOURNAMENT = 20;

type Match = DayMatch<TennisCourse>;

/** Makes a server reply as api-tennis.com would during the day, with point logs and statistics. Each query says what time it is. */
export function replyAsApiTennis({ replies }: TennisServer, { tennis }: FeedsDay): void {
  const answer = (result: unknown) => ({ success: 1, result });
  const isOf = ({ group }: Match, key: string | undefined) => key === undefined || String(TOURS[group]!.key) === key;
  replies.set('get_events', () => answer(TOURS.map(({ name, key }) => ({ event_type_key: key, event_type_type: name }))));
  replies.set('get_tournaments', () => answer(tournaments()));
  replies.set('get_standings', ({ event_type }) => answer(ranking(tennis, event_type === 'ATP' ? [0, 2, 3] : [1, 4])));
  replies.set('get_livescore', ({ now, event_type_key }) => {
    const at = Number(now);
    return answer(
      tennis
        .filter((match) => isOf(match, event_type_key) && at >= match.course.beginMs && at < match.course.endMs)
        .map((match) => rowOf(match, at)),
    );
  });
  replies.set('get_fixtures', ({ now, date_start, date_stop, event_type_key, match_key }) => {
    const isWanted = (match: Match) => {
      const date = dateOf(match);
      return (
        isOf(match, event_type_key) &&
        (match_key === undefined || match_key === String(match.id)) &&
        date >= date_start! &&
        date <= date_stop!
      );
    };
    return answer(tennis.filter(isWanted).map((match) => rowOf(match, Number(now))));
  });
  replies.set('get_odds', ({ now, date_start }) =>
    answer(
      Object.fromEntries(
        tennis.filter((match) => dateOf(match) === date_start && match.course.beginMs > Number(now)).map(({ id }) => [id, pricesOf(id)]),
      ),
    ),
  );
}

const dateOf = ({ kickoffMs }: Match): string => new Date(kickoffMs).toISOString().slice(0, 10);

const tournaments = () =>
  Array.from({ length: TOURNAMENTS }, (_, n) => ({
    ...{
      tournament_key: n + 1,
      tournament_name: `City ${n + 1}`,
      event_type_key: 265 + (n % ALL_TOURS),
      event_type_type: TOURS[n % ALL_TOURS]?.name ?? `Tour ${n % ALL_TOURS}`,
    },
    tournament_sourface: n % 2 === 0 ? 'Hard' : 'Clay',
  }));

/** The players of these tours are ranked, among others. */
const ranking = (tennis: readonly Match[], groups: readonly number[]) => {
  const players = tennis.filter(({ group }) => groups.includes(group)).flatMap(({ home, away }) => [home, away]);
  const others = Array.from({ length: RANKED - players.length }, (_, n) => 50_000 + n);
  return [...players, ...others].map((key, n) => ({
    ...{
      place: String(n + 1),
      player: `Paula Player${key}`,
      player_key: key,
      league: 'ATP',
      movement: 'same',
      country: 'France',
      points: String(9_000 - n),
    },
  }));
};

const SIDES = ['First Player', 'Second Player'] as const;

function rowOf(match: Match, at: number) {
  const { id, group, home, away, kickoffMs, course } = match;
  const moment = tennisAt(course, at);
  const isOver = at >= course.endMs;
  const tournament = group * 20 + 1 + (id % MATCHES_OF_TOURNAMENT);
  const kickoff = new Date(kickoffMs).toISOString();
  return {
    ...{ event_key: id, event_date: kickoff.slice(0, 10), event_time: kickoff.slice(11, 16) },
    ...{ event_first_player: `P. Player${home}`, first_player_key: home, event_second_player: `P. Player${away}`, second_player_key: away },
    event_final_result: moment === null ? '-' : moment.won.join(' - '),
    event_game_result: moment === null || isOver ? '-' : calledPoints(moment),
    event_serve: moment === null || isOver ? null : SIDES[moment.server],
    event_winner: isOver ? SIDES[course.final[0] > course.final[1] ? 0 : 1] : null,
    event_status: moment === null ? '' : isOver ? 'Finished' : `Set ${moment.sets.length}`,
    ...{ event_type_type: TOURS[group]!.name, tournament_name: `City ${tournament}`, tournament_key: tournament },
    ...{
      tournament_round: `City ${tournament} - 1/16-finals`,
      tournament_season: '2026',
      event_live: moment !== null && !isOver ? '1' : '0',
    },
    event_first_player_logo: `https://example.org/logo-tennis/${home}.jpg`,
    event_second_player_logo: `https://example.org/logo-tennis/${away}.jpg`,
    event_qualification: 'False',
    scores: moment === null ? [] : scoresOf(moment),
    pointbypoint: moment === null ? [] : logOf(course, moment.games),
    statistics: moment === null ? [] : STATISTICS,
  };
}

/** A finished tie-break is told behind the games: "7.7", "6.5". */
const scoresOf = ({ sets }: TennisMoment) =>
  sets.map(({ games, tiebreak }, n) => {
    const [first, second] = ([0, 1] as const).map((of) => (tiebreak === undefined ? String(games[of]) : `${games[of]}.${tiebreak[of]}`));
    return { score_first: first, score_second: second, score_set: String(n + 1) };
  });

const logs = new WeakMap<TennisCourse, unknown[]>();

/** Returns the point log of the games so far, which is not read, but is most of an answer. */
function logOf(course: TennisCourse, games: number): unknown[] {
  const whole =
    logs.get(course) ??
    course.log.map(({ set, server, winner, points }, n) => ({
      ...{
        set_number: `Set ${set}`,
        number_game: String(n + 1),
        player_served: SIDES[server],
        serve_winner: SIDES[winner],
        serve_lost: null,
        score: '1 - 0',
      },
      points: points.map((_, point) => ({
        number_point: String(point + 1),
        score: '15 - 0',
        break_point: null,
        set_point: null,
        match_point: null,
      })),
    }));
  logs.set(course, whole);
  return whole.slice(0, games);
}

/** As many as in recorded answers. */
const STATISTICS = Array.from({ length: 98 }, (_, n) => ({
  ...{
    player_key: n,
    stat_period: 'match',
    stat_type: 'Service',
    stat_name: `Statistic ${n % 49}`,
    stat_value: '66%',
    stat_won: null,
    stat_total: null,
  },
}));

const pricesOf = (id: number) => {
  const prices = (n: number) =>
    Object.fromEntries(Array.from({ length: BOOKMAKERS }, (_, bookmaker) => [`bookmaker${bookmaker}`, priceOf(id, bookmaker + n)]));
  const market = { Home: prices(0), Away: prices(1) };
  return { 'Home/Away': market, 'Home/Away (1st Set)': market, 'Set / Match': market };
};
