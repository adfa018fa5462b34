import { integer, pickWeighted, type Random, randomFrom } from '#demo/seeded-random.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { type BasketballCourse, basketballCourse } from './feeds-basketball-course.ts';
import { type FootballCourse, footballCourse } from './feeds-football-course.ts';
import { type SeriesCourse, seriesCourse } from './feeds-series-course.ts';
import { type TennisCourse, tennisCourse } from './feeds-tennis-course.ts';

/** The invented day begins on a Saturday at noon UTC, so that an evening in America runs over midnight. Times are milliseconds since 1970. */
export const DAY_BEGIN_MS = Date.parse('2026-11-21T12:00:00Z');

/** A match of the day. Ids are unique in its sport; `group` is the index of its league, tour or title. */
export interface DayMatch<Course> {
  id: number;
  group: number;
  home: number;
  away: number;
  /** The announced start. */
  kickoffMs: number;
  course: Course;
}

/** What all courses have in common. */
export interface AnyCourse {
  beginMs: number;
  /** From when on the provider can tell the result. */
  endMs: number;
  /** The result: goals, sets, maps or points. */
  final: [home: number, away: number];
}

export interface FeedsDay {
  football: DayMatch<FootballCourse>[];
  tennis: DayMatch<TennisCourse>[];
  series: DayMatch<SeriesCourse>[];
  basketball: DayMatch<BasketballCourse>[];
}

export const FOOTBALL_LEAGUES = 30;
export const BASKETBALL_LEAGUES = 4;
/** Teams of each league of football and basketball. */
export const LEAGUE_TEAMS = 20;

/** Matches by tour: ATP, WTA, Challenger, ITF men, ITF women. */
const TENNIS_BY_TOUR = [60, 60, 100, 140, 140];
const SERIES_BY_TITLE = [80, 40, 40, 40];

/** Weights of starts by the hour after noon UTC: football in the afternoon and evening of Europe, then America, then Asia. */
const FOOTBALL_HOURS = [2, 4, 8, 10, 8, 8, 8, 10, 8, 3, 1, 3, 4, 3, 2, 0, 0, 0, 0, 2, 2];
/** Tennis all around the clock, by night in Australia and Asia. */
const TENNIS_HOURS = [8, 7, 7, 7, 6, 6, 5, 5, 4, 3, 3, 3, 4, 5, 5, 5, 5, 5];
const SERIES_HOURS = [6, 6, 6, 7, 7, 7, 6, 5, 4, 3, 3, 3, 2, 2, 2, 3, 3, 4, 4];
/** Two evenings: Europe's, and that of America after midnight UTC. */
const BASKETBALL_HOURS = [0, 0, 0, 0, 1, 3, 4, 3, 1, 0, 0, 2, 4, 3, 3, 1];

/** Invents a day of 300 football matches, 500 tennis matches, 200 esports series and 40 basketball games. The same seed gives the same day. */
export function inventDay(seed: string): FeedsDay {
  return {
    football: ofLeagues(`${seed} football`, FOOTBALL_LEAGUES, FOOTBALL_HOURS, footballCourse),
    basketball: ofLeagues(`${seed} basketball`, BASKETBALL_LEAGUES, BASKETBALL_HOURS, basketballCourse),
    tennis: ofGroups(`${seed} tennis`, TENNIS_BY_TOUR, TENNIS_HOURS, tennisCourse),
    series: ofGroups(`${seed} series`, SERIES_BY_TITLE, SERIES_HOURS, seriesCourse),
  };
}

type Invent<Course> = (random: Random, kickoffMs: number) => Course;

/** Returns a round of each league, in which every team plays once. */
function ofLeagues<Course>(seed: string, leagues: number, hours: readonly number[], invent: Invent<Course>): DayMatch<Course>[] {
  const random = randomFrom(seed);
  return Array.from({ length: (leagues * LEAGUE_TEAMS) / 2 }, (_, n) => {
    const group = Math.floor((2 * n) / LEAGUE_TEAMS);
    const home = firstTeamOf(group) + ((2 * n) % LEAGUE_TEAMS);
    const kickoffMs = startWithin(random, hours);
    return { id: n + 1, group, home, away: home + 1, kickoffMs, course: invent(random, kickoffMs) };
  });
}

/** The ids of a league's teams begin here. */
export const firstTeamOf = (league: number): number => league * 100 + 1;

/** Returns matches of two sides each, who play no other one on this day. */
function ofGroups<Course>(seed: string, counts: readonly number[], hours: readonly number[], invent: Invent<Course>): DayMatch<Course>[] {
  const random = randomFrom(seed);
  const groups = counts.flatMap((count, group) => Array.from({ length: count }, () => group));
  return groups.map((group, n) => {
    const kickoffMs = startWithin(random, hours);
    return { id: n + 1, group, home: 2 * n + 1, away: 2 * n + 2, kickoffMs, course: invent(random, kickoffMs) };
  });
}

/** Returns a start on a quarter of an hour. */
const startWithin = (random: Random, hours: readonly number[]): number =>
  DAY_BEGIN_MS + pickWeighted(random, hours) * HOUR_MS + integer(random, 0, 3) * 15 * MINUTE_MS;

/** The round of the day in a league's season, and the number of rounds. */
export const ROUND_TODAY = 12;
const ROUNDS = 38;

/** A match of another round, a number of weeks before or after the day. */
export interface OtherMatch {
  id: number;
  group: number;
  round: number;
  home: number;
  away: number;
  kickoffMs: number;
  isOver: boolean;
}

/** Returns the other rounds of a league's season. Ids do not collide with those of the day. */
export function otherRounds(today: readonly DayMatch<unknown>[], league: number): OtherMatch[] {
  const matches = today.filter(({ group }) => group === league);
  const first = firstTeamOf(league);
  return Array.from({ length: ROUNDS }, (_, index) => index + 1)
    .filter((round) => round !== ROUND_TODAY)
    .flatMap((round) =>
      matches.map((match): OtherMatch => {
        // The away sides move on by a place each round, so that no pair meets twice in a row.
        const away = first + ((match.home - first + 1 + 2 * Math.abs(round - ROUND_TODAY)) % LEAGUE_TEAMS);
        const kickoffMs = match.kickoffMs + (round - ROUND_TODAY) * 7 * DAY_MS;
        return { id: round * 10_000 + match.id, group: league, round, home: match.home, away, kickoffMs, isOver: round < ROUND_TODAY };
      }),
    );
}
