import { canStillPrice, type Market, nextLookAt, type Probabilities, pricesAt, unsettled, weighted } from '#demo/bookmakers.ts';
import { changeMs, type MatchState, minutesAt, msAt, type Scheduled } from '#demo/match-state.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import type { Course, Moment } from './match-script.ts';

/** A match of basketball, tennis or esports with all that will happen in it. */
export interface PeriodScript extends Scheduled {
  kind: 'parted';
  key: string;
  course: Course;
  /** What the market makes of a moment in play, or of the match before it; it errs a little, and to the end. */
  chancesAt: (moment: Moment | null) => Probabilities;
  /** What more is to be seen between a moment and the next one, in order of time. */
  between: (moment: Moment, next: Moment | undefined) => readonly Moment[];
}

interface Play {
  played: number;
  moment: Moment;
}

/** All that can be known of a match at a moment. */
export function periodStateAt(script: PeriodScript, atMs: number): MatchState {
  const at = minutesAt(script, atMs);
  const { status, kickoff, minute, period, score } = shownAt(script, at).now;
  const kickoffMs = msAt(script, kickoff);
  return { kickoffMs, status, minute, stoppage: null, period, score, events: [], lineups: null, odds: oddsAt(script, at) };
}

/** When `periodStateAt` will next say something else, or a bookmaker may; infinity when all is over. */
export function nextPeriodChangeMs(script: PeriodScript, atMs: number): number {
  const at = minutesAt(script, atMs);
  const { now, next } = shownAt(script, at);
  const { status, kickoff } = now;
  const look = canStillPrice(status) ? nextLookAt(at, kickoff - at, isInPlay(status)) : Number.POSITIVE_INFINITY;
  const changeAt = Math.min(next?.at ?? Number.POSITIVE_INFINITY, look);
  return Number.isFinite(changeAt) ? changeMs(script, changeAt, atMs) : changeAt;
}

/** What is shown at a moment, and what next. */
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
  // After the end nothing is priced: what was last quoted stays, and is closed.
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

/** Nothing is ever certain, and a price needs a probability; a draw that cannot be stays impossible. */
const neverCertain = ([home, draw, away]: Probabilities): Probabilities =>
  weighted([Math.max(home, 1e-4), draw, Math.max(away, 1e-4)], [1, 1, 1]);
