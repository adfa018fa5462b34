import type { TimelinePoint } from '#contract/forecasts.ts';
import type { Pick } from '#domain/matches/sport.ts';

interface ChartProps {
  points: readonly TimelinePoint[];
  picks: readonly Pick[];
  /** Describes the chart in a sentence. */
  label: string;
}

const MARGIN = 8;

/** Draws each outcome's probability by minute as a line, with a point at each event that changed it. */
export function WinProbabilityChart({ points, picks, label }: ChartProps) {
  const places = pointPlaces(points);
  const last = points.at(-1);
  const end = places.at(-1) ?? 0;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${CHART.width + 2 * MARGIN} ${CHART.height + 2 * MARGIN}`}
      className="block h-[150px] w-full md:h-[190px]"
      preserveAspectRatio="none"
    >
      {[0, 0.5, 1].map((share) => (
        <path key={share} d={`M0 ${heightOf(share)}H${CHART.width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
      ))}
      <path
        d={`M450 0V${CHART.height}M900 0V${CHART.height}`}
        className="stroke-line-strong"
        strokeDasharray="3 5"
        vectorEffect="non-scaling-stroke"
      />
      {picks.map((pick) => (
        <path
          key={pick}
          d={outcomePath(points, pick)}
          fill="none"
          stroke={`var(--${pick})`}
          strokeWidth={pick === 'draw' ? 1.5 : 2.5}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {points.map((point, i) => {
        const pick = point.turn && outcomeToReport(point.turn);
        return pick && <Dot key={`${point.minute}+${point.stoppage}:${i}`} x={places[i]!} y={heightOf(point[pick])} pick={pick} isHollow />;
      })}
      {last && picks.map((pick) => <Dot key={pick} x={end} y={heightOf(last[pick])} pick={pick} />)}
    </svg>
  );
}

/** Draws a point that stays round at any chart width: a line of length zero with round ends. */
function Dot({ x, y, pick, isHollow }: { x: number; y: number; pick: Pick; isHollow?: boolean }) {
  const d = `M${x} ${y}h0.01`;
  const line = { d, strokeLinecap: 'round', vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <>
      <path {...line} stroke={`var(--${pick})`} strokeWidth={isHollow ? 11 : 8} />
      {isHollow && <path {...line} stroke="var(--surface)" strokeWidth={6} />}
    </>
  );
}

/** The chart's units: ten per minute. */
export const CHART = { width: 960, height: 200 };

const MINUTE_WIDTH = 10;
/** Stoppage time is drawn narrower, so that half-time keeps its place and the end fits. */
const STOPPAGE_WIDTH = 5;
const FIRST_HALF_END = 45 * MINUTE_WIDTH;

/** The width of a chart that ends with extra time. */
export const EXTRA_TIME_WIDTH = 1260;

export interface Clock {
  minute: number;
  stoppage: number | null;
}

/** Returns the points' horizontal positions in the chart's units; they never decrease, even if the minutes do. */
export function pointPlaces(points: readonly Clock[], width: number = CHART.width): number[] {
  let furthest = 0;
  return points.map(({ minute, stoppage }) => {
    const place = minute * MINUTE_WIDTH + (stoppage ?? 0) * STOPPAGE_WIDTH;
    const end = minute <= 45 && stoppage !== null ? FIRST_HALF_END + 3 * MINUTE_WIDTH : width;
    furthest = Math.max(furthest, Math.min(place, end, width));
    return furthest;
  });
}

/** Returns the vertical position; 0 (the top) is certain. */
const heightOf = (probability: number): number => Math.round((1 - probability) * CHART.height * 10) / 10;

/** Returns an outcome's line as an SVG path. */
export function outcomePath(points: readonly TimelinePoint[], pick: Pick): string {
  const places = pointPlaces(points);
  return points.map((point, i) => `${i === 0 ? 'M' : 'L'}${places[i]} ${heightOf(point[pick])}`).join('');
}

/** Two percentage points: smaller changes are not reported. */
const TOLD_MIN = 0.02;

/** Returns the outcome to report for an event: that of its own side, or, if this hardly moved, the one that moved most. */
export function outcomeToReport(turn: NonNullable<TimelinePoint['turn']>): Pick {
  if (Math.abs(turn[turn.side]) >= TOLD_MIN) return turn.side;
  const picks = ['home', 'draw', 'away'] as const;
  return picks.reduce((best, pick) => (Math.abs(turn[pick]) > Math.abs(turn[best]) ? pick : best));
}
