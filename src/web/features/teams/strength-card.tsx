import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { TeamStrength } from '#contract/teams.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { teamStrengthQuery } from './api.ts';

/** Goals a match that a team is better than an average side of its league; below 0 if it is worse. */
const balanceOf = ({ scored, conceded }: TeamStrength['points'][number]): number => scored - conceded;

const SIGNED = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' } as const;

/** Shows what the model held of a team before each match of the season, as a line and in words. Renders nothing before there is a line. */
export function StrengthCard({ teamId }: { teamId: number }) {
  const t = useTranslations('team_page');
  const nameOf = useLocalName();
  const format = useFormatter();
  const { data, error, refetch } = useQuery(teamStrengthQuery(teamId));
  if (!data && error) {
    return (
      <Card title={t('strength')}>
        <ErrorState title={t('strength_failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!data) return <Skeleton className="h-[248px] rounded-card" />;
  const [first, last] = [data.points[0], data.points.at(-1)];
  if (!data.league || !first || !last || first === last) return null;
  const words = (point: typeof first) => ({
    day: format.dateTime(new Date(point.at), 'day'),
    goals: format.number(balanceOf(point), SIGNED),
  });
  const [begin, end] = [words(first), words(last)];
  return (
    <Card title={t('strength')} aside={t('strength_source')}>
      <StrengthLine
        values={data.points.map(balanceOf)}
        label={t('strength_chart', { first_day: begin.day, first: begin.goals, last_day: end.day, last: end.goals })}
      />
      <p aria-hidden className="num mt-1.5 flex justify-between text-[12px] text-muted">
        <span>
          {begin.day} <b className="font-bold text-text">{begin.goals}</b>
        </span>
        <span>
          {end.day} <b className="font-bold text-text">{end.goals}</b>
        </span>
      </p>
      <p className="mt-2 text-[12.5px] text-muted">{t('strength_note', { league: nameOf(data.league) })}</p>
    </Card>
  );
}

const WIDTH = 320;
const HEIGHT = 96;
/** The smallest range shown, in goals, so that a steady team has a steady line. */
const RANGE_MIN = 0.6;

/** Draws values as a line, with a broken line at 0. */
function StrengthLine({ values, label }: { values: readonly number[]; label: string }) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const range = Math.max(high - low, RANGE_MIN);
  const top = (high + low + range) / 2;
  const y = (value: number) => 4 + ((top - value) / range) * (HEIGHT - 8);
  const x = (index: number) => (index / (values.length - 1)) * WIDTH;
  const line = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="block h-24 w-full">
      <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className="stroke-faint" strokeDasharray="3 3" vectorEffect="non-scaling-stroke" />
      <polyline points={line} className="fill-none stroke-good" strokeWidth="2" strokeLinejoin="round" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
