import { useFormatter, useTranslations } from 'use-intl';
import type { ReliabilityBin as Bin } from '#domain/forecast/evaluate.ts';
import { PERCENT, POINTS } from '#web/lib/number-formats.ts';

/** In drawing units: the square of the plot, with room for text beside and below. */
const SIDE = 280;
const LEFT = 42;
const RIGHT = 18;
const TOP = 8;
const BELOW = 44;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

const x = (share: number) => LEFT + share * SIDE;
const y = (share: number) => TOP + (1 - share) * SIDE;
const at = (forecast: number, frequency: number) => `${x(forecast).toFixed(1)},${y(frequency).toFixed(1)}`;

const COLOURS = {
  home: 'fill-home stroke-home',
  draw: 'fill-draw stroke-draw',
  away: 'fill-away stroke-away',
  mine: 'fill-accent stroke-accent',
} as const;

interface ReliabilityChartProps {
  bins: readonly Bin[];
  /** The colour of an outcome, or of the user's own forecasts. */
  colour: keyof typeof COLOURS;
  /** The subject of the forecasts, or their author. */
  name: string;
  /** The table's caption. */
  caption: string;
}

/** Shows whether forecasts come true as often as they say: as a chart with the range of chance, and as a table. Needs all translations. */
export function ReliabilityChart({ bins, colour, name, caption }: ReliabilityChartProps) {
  const t = useTranslations('track_record');
  return (
    <>
      <Drawing bins={bins} colour={colour} name={name} />
      <p className="mt-2 text-[12.5px] text-muted">{t('reliability_band')}</p>
      <details className="mt-3">
        <summary className="thumb w-fit cursor-pointer text-[13px] font-[550] text-muted hover:text-text">{t('as_table')}</summary>
        <BinTable bins={bins} caption={caption} />
      </details>
    </>
  );
}

/** Forecast against frequency: the diagonal, the range of chance around it, and a point per bin. */
function Drawing({ bins, colour, name }: Omit<ReliabilityChartProps, 'caption'>) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  const label = t('chart', { outcome: name, bins: bins.length, distance: format.number(meanDistance(bins) * 100, POINTS) });
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${LEFT + SIDE + RIGHT} ${TOP + SIDE + BELOW}`} className="w-full max-w-[420px]">
      <Axes forecast={t('forecast')} frequency={t('came_true')} />
      <polygon points={bandOf(bins)} className="fill-line opacity-80" />
      <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} strokeDasharray="4 4" className="stroke-faint" />
      <g className={COLOURS[colour]}>
        <polyline points={bins.map((bin) => at(bin.forecast, bin.frequency)).join(' ')} fill="none" strokeWidth={1.5} />
        {bins.map((bin, index) => (
          <circle key={`${index} ${bin.forecast}`} cx={x(bin.forecast)} cy={y(bin.frequency)} r={4.5} stroke="none" />
        ))}
      </g>
    </svg>
  );
}

/** Along the upper edge and back along the lower one. */
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

function BinTable({ bins, caption }: { bins: readonly Bin[]; caption: string }) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  return (
    <table className="num mt-2 w-full text-[14px]">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-[12px] text-faint">
        <tr className="[&>th]:py-1.5 [&>th]:text-right [&>th]:font-medium">
          <th scope="col" className="text-left!">
            {t('forecast')}
          </th>
          <th scope="col">{t('came_true')}</th>
          <th scope="col">{t('matches')}</th>
        </tr>
      </thead>
      <tbody>
        {bins.map((bin, index) => (
          <tr key={`${index} ${bin.forecast}`} className="border-t border-line [&>*]:py-1.5 [&>td]:text-right">
            <th scope="row" className="text-left">
              {format.number(bin.forecast, PERCENT)}
            </th>
            <td>{format.number(bin.frequency, PERCENT)}</td>
            <td className="text-muted">{format.number(bin.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The range of 19 in 20 means under chance alone, in standard errors from the mean. */
export const LUCK_WIDTH = 1.96;

/** The mean distance between forecast and frequency, 0 to 1, weighted by the bins' counts. 0 without forecasts. */
export function meanDistance(bins: readonly Bin[]): number {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  return count === 0 ? 0 : bins.reduce((sum, bin) => sum + Math.abs(bin.forecast - bin.frequency) * bin.count, 0) / count;
}

/** The range of frequencies (0 to 1) of this many correct forecasts of that probability, in 19 of 20 cases. */
export function luckRange({ forecast, count }: Bin): { from: number; to: number } {
  const width = LUCK_WIDTH * Math.sqrt((forecast * (1 - forecast)) / count);
  return { from: Math.max(0, forecast - width), to: Math.min(1, forecast + width) };
}
