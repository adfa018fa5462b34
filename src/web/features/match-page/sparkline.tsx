import { classNames } from '#web/lib/class-names.ts';
import { type Point, sparklinePath } from './sparkline-path.ts';
import { SPARKLINE } from './sparkline-size.ts';

export interface SparklineProps {
  points: readonly Point[];
  className?: string;
}

/** How a price went, as a line; the words beside it say the same. */
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
