import { Area, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormatter, useTranslations } from 'use-intl';
import type { TrendDay } from '#contract/overview.ts';
import { TREND_WINDOWS, type TrendSeries, type TrendWindow } from '#domain/matches/trend.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Segmented } from '#web/ui/switches.tsx';

interface TrendChartProps {
  series: TrendSeries;
  /** Describes the chart in a sentence, for screen readers. */
  label: string;
  days: readonly TrendDay[];
  /** The same number of days before them: in grey. */
  before: readonly TrendDay[];
  /** A second series, shown with the first on hover. */
  also?: TrendSeries;
  height: number;
}

interface Point {
  day: TrendDay;
  now: number | null;
  before: number | null;
  dayBefore: string | undefined;
}

const TICK = { fill: 'var(--muted)', fontSize: 12.5 };
/** Days are UTC, whatever the reader's zone. */
const UTC = { timeZone: 'UTC' } as const;

/** A series by day, with the days before in grey. Arrow keys move between days (recharts' accessibility layer), like the pointer. */
export function TrendChart({ series, label, days, before, also, height }: TrendChartProps) {
  const format = useFormatter();
  const points: Point[] = days.map((day, at) => ({
    day,
    now: day[series],
    before: before[at]?.[series] ?? null,
    dayBefore: before[at]?.day,
  }));
  return (
    <figure aria-label={label}>
      <ComposedChart
        accessibilityLayer
        responsive
        data={points}
        title={label}
        style={{ width: '100%', height }}
        margin={{ top: 8, right: 6, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day.day"
          tickFormatter={(day: string) => format.dateTime(new Date(day), 'day', UTC)}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          minTickGap={28}
          tickMargin={8}
        />
        <YAxis
          width={46}
          allowDecimals={false}
          tickFormatter={(value: number) => format.number(value, { notation: 'compact' })}
          tick={TICK}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          cursor={{ stroke: 'var(--line-strong)' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as Point | undefined;
            return active && point ? <PointNote point={point} series={series} also={also} /> : null;
          }}
        />
        <Line
          dataKey="before"
          stroke="var(--faint)"
          strokeWidth={1.5}
          strokeDasharray="5 5"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
        <Area
          dataKey="now"
          stroke="var(--accent)"
          strokeWidth={2.25}
          fill="var(--accent-soft)"
          fillOpacity={1}
          dot={(dot: DotProps) =>
            isAlone(points, dot.index) ? <circle key={dot.index} cx={dot.cx} cy={dot.cy} r={3} fill="var(--accent)" /> : null
          }
          activeDot={{ r: 5, fill: 'var(--accent)', stroke: 'var(--surface)' }}
          isAnimationActive={false}
        />
      </ComposedChart>
    </figure>
  );
}

interface DotProps {
  cx?: number;
  cy?: number;
  index: number;
}

/** A value between days without one would not be visible as a line. */
const isAlone = (points: readonly Point[], at: number): boolean =>
  points[at]?.now != null && points[at - 1]?.now == null && points[at + 1]?.now == null;

/** The hovered day: its value, and that of the same number of days before. */
function PointNote({
  point: { day, now, before, dayBefore },
  series,
  also,
}: {
  point: Point;
  series: TrendSeries;
  also: TrendSeries | undefined;
}) {
  const t = useTranslations('admin_overview');
  const format = useFormatter();
  const number = (value: number | null) => (value === null ? '–' : format.number(value, { maximumFractionDigits: 2 }));
  const date = (text: string) => format.dateTime(new Date(text), 'weekday_day', UTC);
  const other = also && day[also];
  return (
    <div className="grid gap-0.5 rounded-control border border-line bg-raised px-3 py-2 text-[13px]">
      <p className="text-muted">
        {date(day.day)} {day.is_partial && <span>({t('so_far')})</span>}
      </p>
      <p className="font-[650]">
        {t(`series.${series}`)}: <span className="num">{number(now)}</span>
        {also && other !== undefined && (
          <>
            {' · '}
            {t(`series.${also}`)}: <span className="num">{number(other)}</span>
          </>
        )}
      </p>
      {dayBefore && (
        <p className="text-muted">
          {date(dayBefore)}: <span className="num">{number(before)}</span>
        </p>
      )}
    </div>
  );
}

interface ChangeNoteProps {
  /** 0.018 is 1.8% more; null shows nothing. */
  change: number | null;
  /** An increase is good: green, and a decrease red. */
  isGood?: boolean;
  /** What it is compared with, as text including the change: for hovering, and for screen readers. */
  words: (change: string) => string;
}

/** The relative change, in compact form. */
export function ChangeNote({ change, isGood = false, words }: ChangeNoteProps) {
  const format = useFormatter();
  if (change === null) return null;
  const text = format.number(change, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const isFlat = Math.abs(change) < 0.0005;
  const tone = !isGood || isFlat ? 'text-muted' : change > 0 ? 'text-good' : 'text-bad';
  return (
    <span title={words(text)} className={classNames('num text-[13px]', tone)}>
      <span aria-hidden>{text}</span>
      <span className="sr-only">{words(text)}</span>
    </span>
  );
}

interface WindowChoiceProps {
  /** Null while other days are chosen. */
  value: TrendWindow | null;
  onChange: (window: TrendWindow) => void;
}

/** The number of days shown. */
export function WindowChoice({ value, onChange }: WindowChoiceProps) {
  const t = useTranslations('admin_overview');
  return (
    <Segmented<TrendWindow | ''>
      label={t('window')}
      value={value ?? ''}
      options={TREND_WINDOWS.map((window) => ({ value: window, label: t('days', { days: Number(window) }) }))}
      onChange={(window) => window !== '' && onChange(window)}
    />
  );
}
