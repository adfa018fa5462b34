import type { MatchCourse } from '#contract/match-course.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { CHART, type Clock, EXTRA_TIME_WIDTH, pointPlaces } from './win-probability-chart.tsx';

type Pressure = NonNullable<MatchCourse['pressure']>;
type Points = NonNullable<MatchCourse['expected_goals']>['points'];

const HEIGHT = 160;
const MIDDLE = HEIGHT / 2;
const HIGHEST = MIDDLE - 6;

/** Keeps a line's last step off the chart's edge. */
const HEADROOM = 1.08;

const widthFor = (clocks: readonly Clock[]): number => (clocks.some(({ minute }) => minute > 90) ? EXTRA_TIME_WIDTH : CHART.width);

/** Draws both sides' pressure by intervals: the home team's upwards, the away team's downwards. Spans without figures are hatched. */
export function PressureChart({ pressure: { bars, gaps }, label }: { pressure: Pressure; label: string }) {
  const spans = [...bars, ...gaps];
  const width = widthFor(spans.map(({ to }) => to));
  const highest = Math.max(...bars.flatMap(({ home, away }) => [home, away]), 0.1);
  const drawn = spansOnAxis(bars, width);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className="block h-[130px] w-full md:h-[160px]"
      preserveAspectRatio="none"
    >
      <Gaps gaps={gaps} width={width} />
      <HalfLines width={width} />
      <path d={`M0 ${MIDDLE}H${width}`} className="stroke-line-strong" vectorEffect="non-scaling-stroke" />
      {bars.flatMap((bar, index) =>
        SIDES.map((side) => {
          const [from, to] = drawn[index]!;
          const height = (bar[side] / highest) * HIGHEST;
          return (
            <rect
              key={`${side} ${from}`}
              x={from + 3}
              width={Math.max(2, to - from - 6)}
              y={side === 'home' ? MIDDLE - height : MIDDLE}
              height={height}
              rx={3}
              fill={`var(--${side})`}
            />
          );
        }),
      )}
    </svg>
  );
}

/** Returns the horizontal places of spans; they follow each other even where stoppage time overlaps with the next half. */
function spansOnAxis(spans: readonly { from: Clock; to: Clock }[], width: number): [from: number, to: number][] {
  const places = pointPlaces(
    spans.flatMap(({ from, to }) => [from, to]),
    width,
  );
  return spans.map((_, index) => [places[2 * index]!, places[2 * index + 1]!]);
}

function Gaps({ gaps, width }: { gaps: Pressure['gaps']; width: number }) {
  return spansOnAxis(gaps, width).map(([from, to]) => (
    <rect key={from} x={from} width={to - from} height={HEIGHT} className="fill-line" opacity={0.45} />
  ));
}

const HalfLines = ({ width }: { width: number }) => (
  <path
    d={[450, 900]
      .filter((x) => x < width)
      .map((x) => `M${x} 0V${HEIGHT}`)
      .join('')}
    className="stroke-line-strong"
    strokeDasharray="3 5"
    vectorEffect="non-scaling-stroke"
  />
);

interface ExpectedGoalsChartProps {
  points: Points;
  /** The last minute for which the last values are known. */
  until: Clock;
  label: string;
}

/** Draws both sides' expected goals as steps. */
export function ExpectedGoalsChart({ points, until, label }: ExpectedGoalsChartProps) {
  const width = widthFor([...points, until]);
  const highest = Math.max(1, ...points.flatMap(({ home, away }) => [home, away])) * HEADROOM;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 -6 ${width} ${HEIGHT + 12}`}
      className="block h-[130px] w-full md:h-[160px]"
      preserveAspectRatio="none"
    >
      {Array.from({ length: Math.floor(highest) + 1 }, (_, goals) => (
        <path
          key={`${goals}`}
          d={`M0 ${HEIGHT - (goals / highest) * HEIGHT}H${width}`}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <HalfLines width={width} />
      {SIDES.map((side) => (
        <path
          key={side}
          d={stepPath(points, until, side, (value) => HEIGHT - (value / highest) * HEIGHT, width)}
          fill="none"
          stroke={`var(--${side})`}
          strokeWidth={2.5}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** Returns a side's line: level until a point, then straight to its value. */
export function stepPath(points: Points, until: Clock, side: Side, heightOf: (value: number) => number, width: number): string {
  const places = pointPlaces([...points, until], width);
  const steps = points.map((point, index) => `H${places[index]}V${Math.round(heightOf(point[side]) * 10) / 10}`);
  return `M0 ${heightOf(0)}${steps.join('')}H${places.at(-1)}`;
}
