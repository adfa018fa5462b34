import { classNames } from '#web/lib/class-names.ts';
import { SPARKLINE } from './placeholders.tsx';

export interface SparklineProps {
  points: readonly Point[];
  className?: string;
}

/** Draws a price's movement as a line; the adjacent text describes it too. */
export function Sparkline({ points, className }: SparklineProps) {
  const { path, end } = sparklinePath(points, SPARKLINE.width, SPARKLINE.height);
  return (
    <svg
      aria-hidden
      width={SPARKLINE.width}
      height={SPARKLINE.height}
      viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
      className={classNames('block', className)}
    >
      <path d={path} fill="none" stroke="currentColor" strokeWidth={1.3} strokeLinejoin="round" />
      <circle cx={end[0]} cy={end[1]} r={1.9} fill="currentColor" />
    </svg>
  );
}

export interface Point {
  /** Milliseconds. */
  at: number;
  value: number;
}

/** Margin for the stroke and the end point. */
const MARGIN = 2;

/**
 * Returns a price's movement as the path of an SVG of `width` by `height`, and its end point. The price is constant between
 * changes, so the path has steps; points are ordered by time. A price that never changed is a line through the middle.
 */
export function sparklinePath(points: readonly Point[], width: number, height: number): { path: string; end: [x: number, y: number] } {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => rounded(last === first ? width - MARGIN : MARGIN + ((at - first) / (last - first)) * (width - 2 * MARGIN));
  const y = (value: number) =>
    rounded(high === low ? height / 2 : height - MARGIN - ((value - low) / (high - low)) * (height - 2 * MARGIN));
  const steps = points.map(({ at, value }) => `H${x(at)}V${y(value)}`);
  const start = `M${MARGIN} ${y(points[0]?.value ?? 0)}`;
  return { path: start + steps.join(''), end: [x(last), y(points.at(-1)?.value ?? 0)] };
}

const rounded = (n: number): number => Math.round(n * 10) / 10;
