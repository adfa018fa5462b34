import type { BestOfDay, getBestOfDay } from '#contract/best.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { matrixOf } from '#domain/forecast/football-model.ts';
import { inPlayModel } from '#domain/forecast/in-play.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { groupBy } from '#domain/grouping.ts';
import { byTime, type Goal, type MatchStory, matchStory } from '#domain/matches/match-story.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { inPlayView } from '#server/modules/forecasting/forecasts/score-view.ts';
import { dayTopic, findSummaries, localDay, utcDates } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { type CourseRow, countOthers, type EndedRow, findCourses, findEnded, findFootballForecasts } from './queries.ts';

/** Matches named in each list. */
const LISTED_MAX = 5;
/** Above this probability a result was no surprise, and a swing none. */
const SURPRISE_MAX = 0.34;
const SWING_MAX = 0.2;
/** How even a forecast must be: its entropy compared with that of equal chances. */
const EVEN_MIN = 0.96;
const GOALS_MIN = 5;
const FASTEST_MINUTE_MAX = 10;
/** Matches whose win probability is followed minute by minute: those with the latest or greatest turns. */
const FOLLOWED_MAX = 15;

/** Returns what was remarkable of a day, from matches that have ended. What the reader's spoiler shield hides is in none of its lists. */
export function bestOfDay(deps: Deps, { date, tz }: ParsedInputOf<typeof getBestOfDay>): ReplyPlan<BestOfDay> {
  const day = localDay(date, tz, deps.now());
  return {
    key: JSON.stringify([day.from, day.to]),
    topics: utcDates(day).map(dayTopic),
    make: async () => {
      const [ended, others] = await Promise.all([findEnded(deps.db, day.from, day.to), countOthers(deps.db, day.from, day.to)]);
      const lists = await listsOf(deps.db, ended);
      const named = new Set(Object.values(lists).flatMap((list) => list.map(({ match_id }) => match_id)));
      return {
        date: day.date,
        from: day.from.toISOString(),
        counts: { ended: ended.length, ...others },
        matches: await findSummaries(
          deps,
          [...named].toSorted((a, b) => a - b),
        ),
        ...lists,
      };
    },
  };
}

type Lists = Omit<BestOfDay, 'date' | 'from' | 'counts' | 'matches'>;

interface Told extends EndedRow {
  story: MatchStory;
  rows: readonly CourseRow[];
}

async function listsOf(db: Db, ended: readonly EndedRow[]): Promise<Lists> {
  const football = ended.filter(({ sport }) => sport === 'football');
  const rows = await findCourses(
    db,
    football.map(({ id }) => id),
  );
  const courses = groupBy(rows, ({ match_id }) => String(match_id));
  const told = ended.map((match): Told => {
    const rows = courses.get(String(match.id)) ?? [];
    const { sport, home_score, away_score, parts } = match;
    return { ...match, rows, story: matchStory({ sport, score: [home_score, away_score], parts: parts ?? [], goals: goalsOf(rows) }) };
  });
  const goals = (pick: (story: MatchStory) => Goal | null) =>
    told.flatMap(({ id, story }) => {
      const goal = pick(story);
      return goal ? [{ match_id: id, ...goal }] : [];
    });
  const forecast = told.flatMap(({ id, draw_possible, forecast: said }) => (said ? [{ match_id: id, draw_possible, ...said }] : []));
  return {
    surprises: top(
      forecast
        .map((said) => ({ match_id: said.match_id, probability: said[said.outcome] }))
        .filter(({ probability }) => probability <= SURPRISE_MAX),
      ({ probability }) => -probability,
    ),
    closest: top(
      forecast.filter((said) => evenness(said, said.draw_possible) >= EVEN_MIN),
      (said) => evenness(said, said.draw_possible),
    ).map(({ match_id, home, draw, away }) => ({ match_id, home, draw, away })),
    swings: await swingsOf(db, told),
    comebacks: top(
      told.flatMap(({ id, story: { comeback } }) => (comeback ? [{ match_id: id, ...comeback }] : [])),
      ({ weight }) => weight,
    ).map(({ weight: _, ...comeback }) => comeback),
    late_winners: goals(({ lateWinner }) => lateWinner)
      .toSorted((a, b) => byTime(b, a))
      .slice(0, LISTED_MAX),
    most_goals: top(
      football
        .map((match) => ({ match_id: match.id, goals: match.home_score + match.away_score }))
        .filter((match) => match.goals >= GOALS_MIN),
      (match) => match.goals,
    ),
    fastest_goals: goals(({ firstGoal }) => firstGoal)
      .filter(({ period, minute }) => period === 'H1' && minute <= FASTEST_MINUTE_MAX)
      .toSorted(byTime)
      .slice(0, LISTED_MAX),
  };
}

/** Returns the first of a list by a number, highest first; equal ones stay in order. */
const top = <T>(items: readonly T[], weight: (item: T) => number): T[] =>
  items.toSorted((a, b) => weight(b) - weight(a)).slice(0, LISTED_MAX);

/** Returns how even a forecast is: its entropy, 1 if all outcomes are equally likely. */
function evenness({ home, draw, away }: Outcomes, drawPossible: boolean): number {
  const chances = drawPossible ? [home, draw, away] : [home, away];
  return -chances.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0) / Math.log(chances.length);
}

const GOALS: readonly string[] = ['goal', 'penalty', 'own_goal'];

/** An own goal is reported for the side of the player who scored it. */
const goalsOf = (rows: readonly CourseRow[]): Goal[] =>
  rows
    .filter(({ type }) => GOALS.includes(type))
    .map(({ type, side, period, minute, stoppage, player }) => ({
      side: type === 'own_goal' ? other(side) : side,
      period: period as Goal['period'],
      minute,
      stoppage,
      player,
    }));

const other = (side: Side): Side => (side === 'home' ? 'away' : 'home');

/** Returns how unlikely what came true had become in play, by the model of matches in play and the frozen forecast. */
async function swingsOf(db: Db, told: readonly Told[]): Promise<Lists['swings']> {
  const followed = told
    .filter(({ sport, forecast, story }) => sport === 'football' && forecast !== null && story.firstGoal !== null)
    .toSorted((a, b) => turnOf(b) - turnOf(a))
    .slice(0, FOLLOWED_MAX);
  const forecasts = await findFootballForecasts(
    db,
    followed.map(({ id }) => id),
  );
  const swings = followed.flatMap((match): Lists['swings'] => {
    const basis = forecasts.find(({ match_id }) => match_id === match.id);
    if (!basis) return [];
    const rows = match.rows.filter(({ period }) => period !== 'ET');
    const { timeline } = inPlayView(inPlayModel(matrixOf(basis)), match, rows);
    const [, ...inPlay] = timeline.map((point) => ({
      minute: point.minute,
      stoppage: point.stoppage,
      probability: point[match.forecast!.outcome],
    }));
    const lowest = inPlay.reduce((low, point) => (point.probability < low.probability ? point : low), {
      minute: 0,
      stoppage: null,
      probability: 1,
    });
    return lowest.probability <= SWING_MAX ? [{ match_id: match.id, ...lowest }] : [];
  });
  return top(swings, ({ probability }) => -probability);
}

/** A rough measure of how far a match had to turn, to choose those that are followed: the deficit made good, and how late its last goal fell. */
const turnOf = ({ story, rows }: Told): number =>
  (story.comeback?.weight ?? 0) + Math.max(0, ...rows.filter(({ type }) => GOALS.includes(type)).map(({ minute }) => minute)) / 90;
