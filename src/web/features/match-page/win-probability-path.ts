import type { TimelinePoint } from '#contract/forecasts.ts';
import type { Pick } from '#domain/matches/sport.ts';

/** The chart's own units: a minute is ten of them. */
export const CHART = { width: 960, height: 200 };

const MINUTE_WIDTH = 10;
/** Stoppage time is drawn narrower than it lasts, so that half time stays at its place and there is room at the end. */
const STOPPAGE_WIDTH = 5;
const FIRST_HALF_END = 45 * MINUTE_WIDTH;

interface Clock {
  minute: number;
  stoppage: number | null;
}

/** Where the points stand from left to right, in the chart's units; never back, whatever the minutes say. */
export function pointPlaces(points: readonly Clock[]): number[] {
  let furthest = 0;
  return points.map(({ minute, stoppage }) => {
    const place = minute * MINUTE_WIDTH + (stoppage ?? 0) * STOPPAGE_WIDTH;
    const end = minute <= 45 && stoppage !== null ? FIRST_HALF_END + 3 * MINUTE_WIDTH : CHART.width;
    furthest = Math.max(furthest, Math.min(place, end, CHART.width));
    return furthest;
  });
}

/** From the top: certain is 0. */
export const heightOf = (probability: number): number => Math.round((1 - probability) * CHART.height * 10) / 10;

/** An outcome's line as an SVG path. */
export function outcomePath(points: readonly TimelinePoint[], pick: Pick): string {
  const places = pointPlaces(points);
  return points.map((point, i) => `${i === 0 ? 'M' : 'L'}${places[i]} ${heightOf(point[pick])}`).join('');
}

/** Two points: less is not worth a word. */
const TOLD_MIN = 0.02;

/** What is said of an event: how it moved the chance of the side that it befell, or, where that hardly moved, the outcome that did most. */
export function outcomeToTell(turn: NonNullable<TimelinePoint['turn']>): Pick {
  if (Math.abs(turn[turn.side]) >= TOLD_MIN) return turn.side;
  const picks = ['home', 'draw', 'away'] as const;
  return picks.reduce((best, pick) => (Math.abs(turn[pick]) > Math.abs(turn[best]) ? pick : best));
}
