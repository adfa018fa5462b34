import { BASKETBALL } from '#demo/basketball/basketball.ts';
import { canStillPrice, type Market, nextLookAt, type Probabilities, pricesAt, unsettled, weighted } from '#demo/bookmakers.ts';
import { type Calendar, type DemoFixture, matchMinuteMs } from '#demo/calendar.ts';
import { ESPORTS } from '#demo/esports/esports.ts';
import { changeMs, type MatchState, minutesAt, msAt, type Scheduled } from '#demo/match-state.ts';
import { normal, type Random, randomFrom } from '#demo/seeded-random.ts';
import { skillOf } from '#demo/strengths.ts';
import { TENNIS } from '#demo/tennis/tennis.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { beforeStart, type Course, type Moment } from './match-script.ts';

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
  const skill = (id: string) => skillOf(calendar.seed, id, fixture.seasonNumber);
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

/** A match of basketball, tennis or esports with everything that will happen in it. */
export interface PeriodScript extends Scheduled {
  kind: 'parted';
  key: string;
  course: Course;
  /** Returns the market's probabilities at a moment in play, or before the match for null, with a small error that stays until the end. */
  chancesAt: (moment: Moment | null) => Probabilities;
  /** Returns additional states between a moment and the next one, ordered by time. */
  between: (moment: Moment, next: Moment | undefined) => readonly Moment[];
}

interface Play {
  played: number;
  moment: Moment;
}

/** Returns everything that can be known of a match at a moment. */
export function periodStateAt(script: PeriodScript, atMs: number): MatchState {
  const at = minutesAt(script, atMs);
  const { status, kickoff, minute, period, score } = shownAt(script, at).now;
  const kickoffMs = msAt(script, kickoff);
  return { kickoffMs, status, minute, stoppage: null, period, score, events: [], lineups: null, odds: oddsAt(script, at) };
}

/** Returns when the result of `periodStateAt` will change next, or a bookmaker may change a price; infinity when all is over. */
export function nextPeriodChangeMs(script: PeriodScript, atMs: number): number {
  const at = minutesAt(script, atMs);
  const { now, next } = shownAt(script, at);
  const { status, kickoff } = now;
  const look = canStillPrice(status) ? nextLookAt(at, kickoff - at, isInPlay(status)) : Number.POSITIVE_INFINITY;
  const changeAt = Math.min(next?.at ?? Number.POSITIVE_INFINITY, look);
  return Number.isFinite(changeAt) ? changeMs(script, changeAt, atMs) : changeAt;
}

/** Returns the state shown at a moment, and the next one. */
function shownAt({ course, between }: PeriodScript, at: number): { now: Moment; next: Moment | undefined } {
  const index = course.moments.findLastIndex((moment) => moment.at <= at);
  const [moment, next] = [course.moments[index]!, course.moments[index + 1]];
  const more = between(moment, next);
  return { now: more.findLast((one) => one.at <= at) ?? moment, next: more.find((one) => one.at > at) ?? next };
}

const momentAt = ({ moments }: Course, at: number): Moment => moments.findLast((moment) => moment.at <= at)!;

function oddsAt(script: PeriodScript, at: number): MatchState['odds'] {
  const { key, course } = script;
  const { status } = momentAt(course, at);
  const isClosed = status !== 'ns' && !isInPlay(status);
  // Nothing is priced after the end: the last prices stay, and are closed.
  const pricedAt = Math.min(at, course.moments.at(-1)!.at - 0.01);
  const partEnd = course.moments.findLast((moment) => moment.endsPart && moment.at <= at);
  return pricesAt(key, pricedAt, marketOf(script), isClosed, partEnd?.at ?? null);
}

const marketOf = ({ key, course, chancesAt }: PeriodScript): Market<Play> => ({
  viewAt: (at) => {
    const moment = momentAt(course, at);
    const hasBegun = moment.status !== 'ns' && moment.status !== 'pst';
    return { untilKickoff: moment.kickoff - at, inPlay: hasBegun ? { played: at - moment.kickoff, moment } : null };
  },
  think: ({ untilKickoff, inPlay }) =>
    inPlay === null ? unsettled(key, chancesAt(null), untilKickoff) : neverCertain(chancesAt(inPlay.moment)),
});

/** Keeps probabilities away from 0 and 1, because a price needs a probability; an impossible draw stays impossible. */
const neverCertain = ([home, draw, away]: Probabilities): Probabilities =>
  weighted([Math.max(home, 1e-4), draw, Math.max(away, 1e-4)], [1, 1, 1]);
