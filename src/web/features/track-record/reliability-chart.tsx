import { useFormatter, useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { POINTS } from './number-formats.ts';
import { type Bin, luckRange, meanDistance } from './reliability.ts';

/** In units of the drawing: the square that is drawn on, with room for words beside and below. */
const SIDE = 280;
const LEFT = 42;
const RIGHT = 18;
const TOP = 8;
const BELOW = 44;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

const x = (share: number) => LEFT + share * SIDE;
const y = (share: number) => TOP + (1 - share) * SIDE;
const at = (forecast: number, frequency: number) => `${x(forecast).toFixed(1)},${y(frequency).toFixed(1)}`;

const COLOURS: Record<Pick, string> = { home: 'fill-home stroke-home', draw: 'fill-draw stroke-draw', away: 'fill-away stroke-away' };

/** Forecast against frequency: the diagonal, what luck allows around it, and a point for each bin. */
export function ReliabilityChart({ bins, outcome }: { bins: readonly Bin[]; outcome: Pick }) {
  const t = useTranslations();
  const format = useFormatter();
  const label = t('track_record.chart', {
    outcome: t(`common.${outcome}`),
    bins: bins.length,
    distance: format.number(meanDistance(bins) * 100, POINTS),
  });
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${LEFT + SIDE + RIGHT} ${TOP + SIDE + BELOW}`} className="w-full max-w-[420px]">
      <Axes forecast={t('track_record.forecast')} frequency={t('track_record.came_true')} />
      <polygon points={bandOf(bins)} className="fill-line opacity-80" />
      <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} strokeDasharray="4 4" className="stroke-faint" />
      <g className={COLOURS[outcome]}>
        <polyline points={bins.map((bin) => at(bin.forecast, bin.frequency)).join(' ')} fill="none" strokeWidth={1.5} />
        {bins.map((bin, index) => (
          <circle key={`${index} ${bin.forecast}`} cx={x(bin.forecast)} cy={y(bin.frequency)} r={4.5} stroke="none" />
        ))}
      </g>
    </svg>
  );
}

/** Along the upper edge and back along the lower. */
function bandOf(bins: readonly Bin[]): string {
  const ranges = bins.map((bin) => ({ forecast: bin.forecast, ...luckRange(bin) }));
  return [...ranges.map(({ forecast, to }) => at(forecast, to)), ...ranges.reverse().map(({ forecast, from }) => at(forecast, from))].join(
    ' ',
  );
}

function Axes({ forecast, frequency }: { forecast: string; frequency: string }) {
  const format = useFormatter();
  const percent = (share: number) => format.number(share, { style: 'percent' });
  const middle = TOP + SIDE / 2;
  return (
    <g className="fill-faint text-[11px]">
      {TICKS.map((share) => (
        <g key={share}>
          <path d={`M${x(share)} ${y(0)}V${y(1)}M${x(0)} ${y(share)}H${x(1)}`} className="stroke-line" />
          <text x={x(share)} y={y(0) + 15} textAnchor="middle">
            {percent(share)}
          </text>
          <text x={LEFT - 6} y={y(share) + 4} textAnchor="end">
            {percent(share)}
          </text>
        </g>
      ))}
      <text x={x(0.5)} y={y(0) + 34} textAnchor="middle" className="fill-muted text-[12px]">
        {forecast}
      </text>
      <text x={10} y={middle} textAnchor="middle" transform={`rotate(-90 10 ${middle})`} className="fill-muted text-[12px]">
        {frequency}
      </text>
    </g>
  );
}
