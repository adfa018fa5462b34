import { useFormatter, useTranslations } from 'use-intl';
import { ALL, OUR_FORECASTS, type OurForecast } from '#domain/forecast/backtest-figures.ts';
import { SIGNED } from '#web/lib/number-formats.ts';
import { type Gap, gapOf, seasonsOf, seasonText } from './backtest-rows.ts';

/** In drawing units. */
const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 72;
const RIGHT = 10;
const TOP = 10;
const BELOW = 26;
/** Distance between the marks of a season. */
const APART = 26;
/** The smallest range of the axis in either direction, so that small gaps look small. */
const RANGE_MIN = 0.002;
const TICKS = 4;

/** Colour and shape, so that the marks are told apart without colours. */
const LOOKS: Record<OurForecast, { className: string; shape: string }> = {
  none: { className: 'fill-home stroke-home', shape: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0' },
  past: { className: 'fill-accent stroke-accent', shape: 'M-4.5 -4.5h9v9h-9z' },
  pre: { className: 'fill-away stroke-away', shape: 'M0 -5.5L5.5 4.5H-5.5z' },
};

interface Column {
  season: string;
  gaps: { name: OurForecast; gap: Gap }[];
}

/** Draws how far our forecasts are from the bookmakers' average in each season of a division, with the range of chance; and as a table. */
export function BacktestGapChart({ division }: { division: string }) {
  const t = useTranslations('backtest');
  const columns = seasonsOf(division).map(({ season, row }) => ({
    season,
    gaps: OUR_FORECASTS.map((name) => ({ name, gap: gapOf(row, name) })),
  }));
  return (
    <>
      <Drawing columns={columns} />
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-[13px] text-muted">
        {OUR_FORECASTS.map((name) => (
          <li key={name} className="flex items-center gap-1.5">
            <svg viewBox="-7 -7 14 14" aria-hidden="true" className="size-3.5">
              <path d={LOOKS[name].shape} className={LOOKS[name].className} stroke="none" />
            </svg>
            {t(`forecaster.${name}`)}
          </li>
        ))}
      </ul>
      <details className="mt-3">
        <summary className="thumb w-fit cursor-pointer text-[13px] font-[550] text-muted hover:text-text">{t('as_table')}</summary>
        <GapTable columns={columns} />
      </details>
    </>
  );
}

function Drawing({ columns }: { columns: readonly Column[] }) {
  const t = useTranslations('backtest');
  const format = useFormatter();
  const ends = columns.flatMap(({ gaps }) => gaps.flatMap(({ gap }) => [gap.difference - gap.reach, gap.difference + gap.reach]));
  const [low, high] = [Math.min(-RANGE_MIN, ...ends), Math.max(RANGE_MIN, ...ends)];
  const y = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BELOW);
  const x = (index: number) => LEFT + ((index + 0.5) / columns.length) * (WIDTH - LEFT - RIGHT);
  const step = tickStep(high - low);
  const ticks = Array.from({ length: 41 }, (_, i) => (i - 20) * step).filter((value) => value >= low && value <= high);
  return (
    <svg role="img" aria-label={t('gap_chart', { seasons: columns.length - 1 })} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full">
      <g className="fill-faint text-[19px] md:text-[9px]">
        {ticks.map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} className={value === 0 ? 'stroke-muted' : 'stroke-line'} />
            <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
              {value === 0 ? '0' : format.number(value, { maximumFractionDigits: 3, signDisplay: 'exceptZero' }).replace('-', '−')}
            </text>
          </g>
        ))}
        {columns.map(({ season }, index) => (
          <text key={season} x={x(index)} y={HEIGHT - 6} textAnchor="middle">
            {season === ALL ? t('all_short') : seasonText(season).slice(2)}
          </text>
        ))}
      </g>
      {columns.map(({ season, gaps }, index) =>
        gaps.map(({ name, gap }, place) => {
          const at = x(index) + (place - 1) * APART;
          return (
            <g key={`${season} ${name}`} className={LOOKS[name].className}>
              <line x1={at} x2={at} y1={y(gap.difference - gap.reach)} y2={y(gap.difference + gap.reach)} strokeWidth={2} opacity={0.55} />
              <path d={LOOKS[name].shape} transform={`translate(${at} ${y(gap.difference)})`} stroke="none" />
            </g>
          );
        }),
      )}
    </svg>
  );
}

/** Returns the distance of four to ten lines: 1, 2 or 5 times a power of ten. */
function tickStep(range: number): number {
  const rough = range / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([5, 2].find((factor) => factor * power <= rough) ?? 1) * power;
}

function GapTable({ columns }: { columns: readonly Column[] }) {
  const t = useTranslations('backtest');
  const format = useFormatter();
  const signed = (value: number) => format.number(value, SIGNED).replace('-', '−');
  return (
    <table className="num mt-2 w-full text-right text-[13.5px]">
      <caption className="sr-only">{t('gap_heading')}</caption>
      <thead className="text-[12px] text-faint">
        <tr className="[&>th]:py-1.5 [&>th]:pl-2 [&>th]:align-bottom [&>th]:font-medium">
          <th scope="col" className="pl-0! text-left">
            {t('season')}
          </th>
          {OUR_FORECASTS.map((name) => (
            <th key={name} scope="col">
              {t(`short.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ season, gaps }) => (
          <tr key={season} className="border-t border-line [&>*]:py-1.5 [&>td]:pl-2">
            <th scope="row" className="text-left font-[530]">
              {season === ALL ? t('all_seasons') : seasonText(season)}
            </th>
            {gaps.map(({ name, gap }) => (
              <td key={name}>
                {signed(gap.difference)}{' '}
                <span className="text-muted max-md:block">± {format.number(gap.reach, { ...SIGNED, signDisplay: 'never' })}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
