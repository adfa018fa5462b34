import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { TippingHistory } from '#contract/tipping-tips.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { historyQuery } from './api.ts';
import { isMixed, useRoundLabel } from './round-label.ts';
import { useWhoName, whoKey } from './who-name.tsx';

/** How places of the caller, the model and the leader moved from round to round. Shows nothing before there are two rounds. */
export function HistoryCard({ group }: { group: TippingGroup }) {
  const t = useTranslations('tipping');
  const { data, error, refetch } = useQuery(historyQuery(group.id, null));
  if (!data && error) {
    return (
      <Card title={t('history')}>
        <ErrorState title={t('history_failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!data) return <Skeleton className="h-[220px] rounded-card" />;
  if (data.rounds.length < 2 || data.lines.length === 0) return null;
  return (
    <Card title={t('history')}>
      <PlacesChart history={data} />
    </Card>
  );
}

const LINES_MAX = 5;
const WIDTH = 320;
const HEIGHT = 140;
const MARGIN = 8;

/** Lines differ in colour and in their dashes: no colour alone says whose a line is. */
const LOOKS = [
  { stroke: 'stroke-home', ink: 'text-home', dashes: undefined },
  { stroke: 'stroke-away', ink: 'text-away', dashes: '7 4' },
  { stroke: 'stroke-good', ink: 'text-good', dashes: '2 3' },
  { stroke: 'stroke-draw', ink: 'text-draw', dashes: '10 3 2 3' },
] as const;
const OWN = { stroke: 'stroke-accent', ink: 'text-accent', dashes: undefined };

/** Draws places by round, the first at the top, at most five lines; a table below says the same in words. */
export function PlacesChart({ history }: { history: TippingHistory }) {
  const t = useTranslations('tipping');
  const nameOf = useWhoName();
  const { rounds } = history;
  const labelOf = useRoundLabel(isMixed(rounds));
  const lines = history.lines.slice(0, LINES_MAX);
  const others = lines.filter(({ is_me }) => !is_me);
  const looks = lines.map((line) => (line.is_me ? OWN : LOOKS[others.indexOf(line) % LOOKS.length]!));
  const lowest = Math.max(2, ...lines.flatMap(({ places }) => places));
  const x = (index: number) => MARGIN + (index / Math.max(1, rounds.length - 1)) * (WIDTH - 2 * MARGIN);
  const y = (place: number) => MARGIN + ((place - 1) / (lowest - 1)) * (HEIGHT - 2 * MARGIN);
  return (
    <figure>
      <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="block h-[180px] w-full">
        {[1, lowest].map((place) => (
          <line key={place} x1="0" x2={WIDTH} y1={y(place)} y2={y(place)} className="stroke-line" vectorEffect="non-scaling-stroke" />
        ))}
        {lines.map((line, index) => (
          <polyline
            key={whoKey(line)}
            points={line.places.map((place, at) => `${x(at).toFixed(1)},${y(place).toFixed(1)}`).join(' ')}
            className={classNames('fill-none', looks[index]?.stroke)}
            strokeWidth={line.is_me ? 3 : 2}
            strokeDasharray={looks[index]?.dashes}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <p aria-hidden className="num mt-1 flex justify-between text-[12px] text-muted">
        {[rounds[0], rounds.at(-1)].map((round, index) => (
          <span key={index}>{round && labelOf(round)}</span>
        ))}
      </p>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
        {lines.map((line, index) => (
          <span key={whoKey(line)} className="flex min-w-0 items-center gap-1.5">
            <svg aria-hidden width="20" height="8" className="flex-none">
              <line
                x1="0"
                x2="20"
                y1="4"
                y2="4"
                className={looks[index]?.stroke}
                strokeWidth={line.is_me ? 3 : 2}
                strokeDasharray={looks[index]?.dashes}
              />
            </svg>
            <span className={classNames('truncate', line.is_me && 'text-accent')}>{nameOf(line)}</span>
            <span className="num text-muted">{t('place_now', { place: line.places.at(-1) ?? 0 })}</span>
          </span>
        ))}
      </figcaption>
      <details className="mt-2 text-[13px] text-muted">
        <summary className="thumb w-fit cursor-pointer hover:text-text">{t('as_table')}</summary>
        <div className="mt-2 overflow-x-auto">
          <table className="num w-full">
            <caption className="sr-only">{t('history')}</caption>
            <thead className="text-[12px] text-faint">
              <tr className="[&>*]:px-2 [&>*]:py-1.5 [&>*]:text-left">
                <th scope="col">{t('round')}</th>
                {lines.map((line) => (
                  <th key={whoKey(line)} scope="col" className="max-w-[120px] truncate">
                    {nameOf(line)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rounds.map((round, at) => (
                <tr key={round.key} className="border-t border-line [&>*]:px-2 [&>*]:py-1.5 [&>*]:text-left">
                  <th scope="row" className="font-medium whitespace-nowrap">
                    {labelOf(round)}
                  </th>
                  {lines.map((line) => (
                    <td key={whoKey(line)} className="whitespace-nowrap">
                      {t('place_points', { place: line.places[at] ?? 0, points: line.points[at] ?? 0 })}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
