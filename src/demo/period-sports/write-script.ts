import { BASKETBALL } from '#demo/basketball/basketball.ts';
import type { Probabilities } from '#demo/bookmakers.ts';
import { type Calendar, type DemoFixture, matchMinuteMs } from '#demo/calendar.ts';
import { ESPORTS } from '#demo/esports/esports.ts';
import { normal, type Random, randomFrom } from '#demo/seeded-random.ts';
import { skillOf } from '#demo/strengths.ts';
import { TENNIS } from '#demo/tennis/tennis.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { beforeStart } from './incidents.ts';
import type { Course, Moment } from './match-script.ts';
import type { PeriodScript } from './state-at.ts';

/** Two sides against each other. */
export interface Pairing {
  /** How much better the home side is, in deviations of skill, without the home advantage. */
  edge: number;
  /** Whether the home side begins, where that matters. */
  homeBegins: boolean;
  drawPossible: boolean;
}

/** How a sport is played, and the chances of a match of it at a moment or before its start. */
export interface PeriodSport {
  play: (random: Random, pairing: Pairing) => Course;
  chances: (pairing: Pairing, moment: Moment | null) => Probabilities;
  /** Returns additional states between two moments of the match with this key. */
  between?: (key: string, moment: Moment, next: Moment | undefined) => Moment[];
}

type Parted = Exclude<Sport, 'football'>;

const SPORTS: Record<Parted, PeriodSport> = { basketball: BASKETBALL, tennis: TENNIS, esports: ESPORTS };
/** Standard deviation of the market's error about two sides, in deviations of skill. */
const MARKET_ERROR = 0.15;

/** Generates a whole match from the seed. */
export function writePeriodScript(calendar: Calendar, fixture: DemoFixture, sport: Parted): PeriodScript {
  const key = `${calendar.seed} ${fixture.id}`;
  const random = randomFrom(`${key} course`);
  const skill = (id: string) => skillOf(calendar.seed, id, fixture.season);
  const edge = skill(fixture.homeId) - skill(fixture.awayId);
  const pairing: Pairing = { edge, homeBegins: random() < 0.5, drawPossible: fixture.league.drawPossible };
  const asSeen = { ...pairing, edge: edge + normal(randomFrom(`${key} market`)) * MARKET_ERROR };
  const { play, chances, between } = SPORTS[sport];
  const before = chances(asSeen, null);
  const chancesAt = (moment: Moment | null) => (moment === null ? before : chances(asSeen, moment));
  return {
    kind: 'parted',
    fixture,
    minuteMs: matchMinuteMs(calendar),
    key,
    course: beforeStart(randomFrom(`${key} before`), play(random, pairing), fixture.ending === 'knockout'),
    chancesAt,
    between: (moment, next) => between?.(key, moment, next) ?? [],
  };
}
