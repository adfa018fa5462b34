import { type InPlayModel, type InPlayState, inPlayForecast, type Rates } from './in-play.ts';
import type { InPlayClock, InPlayPeriod } from './in-play-clock.ts';
import type { Outcomes } from './outcomes.ts';

/**
 * Events that move a forecast at once. A side's goal adds to its own score, including own goals by the opponent; a second yellow card is a
 * red card.
 */
const TURN_CAUSES = ['goal', 'goal_cancelled', 'red_card'] as const;
export type TurnCause = (typeof TURN_CAUSES)[number];

/** An event of the 90 minutes that moves a forecast. `minute` is as on the clock, 1 to 90, with `stoppage` beyond 45 or 90. */
export interface TurningEvent {
  cause: TurnCause;
  side: keyof Rates;
  period: 'h1' | 'h2';
  minute: number;
  stoppage?: number | null;
}

/** Why a forecast moved, and by how much: differences of probabilities, -1 to 1, which add up to 0. */
export interface Turn {
  cause: TurnCause;
  side: keyof Rates;
  deltaHome: number;
  deltaDraw: number;
  deltaAway: number;
}

export interface TimelinePoint {
  period: InPlayPeriod;
  minute: number;
  stoppage: number | null;
  score: [home: number, away: number];
  reds: [home: number, away: number];
  outcomes: Outcomes;
  /** The event at this point if it moved an outcome by at least 2 percentage points; otherwise null. */
  turn: Turn | null;
}

/** Minimum change of an outcome for an event to be given as the reason. */
export const TURN_MIN = 0.02;
const EVERY_MINUTES = 5;

/**
 * The three outcomes from kick-off to `until` in order of play: at kick-off, every five minutes, at half-time, right after each event, and
 * at `until`. Events can come in any order. Events later than `until` are left out, and so are cancellations of goals that were never
 * scored. Throws a RangeError if minutes are not numbers.
 */
export function winProbabilityTimeline(model: InPlayModel, events: readonly TurningEvent[], until: InPlayClock): TimelinePoint[] {
  const at = { score: [0, 0] as [number, number], reds: [0, 0] as [number, number] };
  const points: TimelinePoint[] = [];
  for (const step of stepsUntil(events, until)) {
    const before = 'cause' in step ? inPlayForecast(model, { ...step, ...at }).outcomes : null;
    if ('cause' in step && !applied(step, at)) continue;
    const point = pointAt(model, { ...step, ...at });
    if ('cause' in step && before !== null) point.turn = turnOf(step, before, point.outcomes);
    points.push(point);
  }
  return points;
}

type Step = InPlayClock | TurningEvent;

function stepsUntil(events: readonly TurningEvent[], until: InPlayClock): Step[] {
  const steps: Step[] = [{ period: 'ns', minute: 0 }];
  for (let minute = EVERY_MINUTES; minute < 90; minute += EVERY_MINUTES)
    steps.push(minute === 45 ? { period: 'ht', minute } : { period: minute < 45 ? 'h1' : 'h2', minute });
  // Within a minute, events come last, because they are known when the minute is over.
  const before = [...steps, ...events].filter((step) => isBefore(step, until));
  return [...before.sort(inOrder), until];
}

const ORDER: Record<InPlayPeriod, number> = { ns: 0, h1: 1, ht: 2, h2: 3, ft: 4 };
const inOrder = (a: InPlayClock, b: InPlayClock): number =>
  ORDER[a.period] - ORDER[b.period] || a.minute - b.minute || (a.stoppage ?? 0) - (b.stoppage ?? 0);

/** Includes events at the minute of `until`, but not a regular point at that time, which would be a duplicate. */
const isBefore = (step: Step, until: InPlayClock): boolean => {
  const order = inOrder(step, until);
  return order < 0 || (order === 0 && 'cause' in step);
};

/** Applies the event; returns whether it changed anything. */
function applied({ cause, side }: TurningEvent, at: { score: [number, number]; reds: [number, number] }): boolean {
  const i = side === 'home' ? 0 : 1;
  if (cause === 'red_card') at.reds[i]++;
  else if (cause === 'goal') at.score[i]++;
  else if (at.score[i] === 0) return false;
  else at.score[i]--;
  return true;
}

function pointAt(model: InPlayModel, state: InPlayState & { score: [number, number]; reds: [number, number] }): TimelinePoint {
  const { period, minute, stoppage = null } = state;
  const score: [number, number] = [state.score[0], state.score[1]];
  const reds: [number, number] = [state.reds[0], state.reds[1]];
  const { outcomes } = inPlayForecast(model, state);
  return { period, minute, stoppage, score, reds, outcomes, turn: null };
}

function turnOf({ cause, side }: TurningEvent, before: Outcomes, after: Outcomes): Turn | null {
  const [deltaHome, deltaDraw, deltaAway] = [after.home - before.home, after.draw - before.draw, after.away - before.away];
  const most = Math.max(Math.abs(deltaHome), Math.abs(deltaDraw), Math.abs(deltaAway));
  return most < TURN_MIN ? null : { cause, side, deltaHome, deltaDraw, deltaAway };
}
