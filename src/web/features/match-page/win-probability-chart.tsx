import type { TimelinePoint } from '#contract/forecasts.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { CHART, heightOf, outcomePath, outcomeToTell, pointPlaces } from './win-probability-path.ts';

interface ChartProps {
  points: readonly TimelinePoint[];
  picks: readonly Pick[];
  /** What it shows, in a sentence. */
  label: string;
}

const MARGIN = 8;

/** How likely each outcome was, minute by minute: a line each, with a point where an event turned it. */
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
        const pick = point.turn && outcomeToTell(point.turn);
        return pick && <Dot key={`${point.minute}+${point.stoppage}:${i}`} x={places[i]!} y={heightOf(point[pick])} pick={pick} isHollow />;
      })}
      {last && picks.map((pick) => <Dot key={pick} x={end} y={heightOf(last[pick])} pick={pick} />)}
    </svg>
  );
}

/** A round point, however wide the chart is drawn: a line of no length with round ends. */
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
