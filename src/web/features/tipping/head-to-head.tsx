import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { TippingHistory } from '#contract/tipping-tips.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { historyQuery } from './api.ts';
import { PlacesChart } from './history-chart.tsx';
import { isMixed, useRoundLabel } from './round-label.ts';

interface HeadToHeadDialogProps {
  group: TippingGroup;
  /** The other member. */
  handle: string;
  onClose: () => void;
}

/** The caller against one other member: rounds won, points round by round, and how both moved. */
export function HeadToHeadDialog({ group, handle, onClose }: HeadToHeadDialogProps) {
  const t = useTranslations('tipping');
  const { data, error, refetch } = useQuery(historyQuery(group.id, handle));
  return (
    <Dialog open onClose={onClose} isCalm width="l" title={t('head_to_head', { name: handle })}>
      {!data && error && <ErrorState title={t('history_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[320px] rounded-control" />}
      {data && <Duel group={group} handle={handle} history={data} />}
    </Dialog>
  );
}

/** Counts the rounds in which one side had more points. */
export function duelOf(mine: readonly number[], theirs: readonly number[]): { won: number; level: number; lost: number } {
  const signs = mine.map((points, index) => Math.sign(points - (theirs[index] ?? 0)));
  return {
    won: signs.filter((sign) => sign > 0).length,
    level: signs.filter((sign) => sign === 0).length,
    lost: signs.filter((sign) => sign < 0).length,
  };
}

const sum = (points: readonly number[]): number => points.reduce((total, one) => total + one, 0);

function Duel({ group, handle, history }: { group: TippingGroup; handle: string; history: TippingHistory }) {
  const t = useTranslations('tipping');
  const labelOf = useRoundLabel(isMixed(group.rounds));
  const me = history.lines.find(({ is_me }) => is_me);
  const other = history.lines.find((line) => line.handle === handle);
  if (!me || !other || history.rounds.length === 0) return <EmptyState title={t('duel_none')} hint={t('duel_none_hint')} />;
  return (
    <div className="grid gap-4">
      <div className="num grid grid-cols-[1fr_auto_1fr] items-center gap-3 text-center">
        <span className="text-[28px] font-bold text-accent">{sum(me.points)}</span>
        <span className="text-[12.5px] text-muted">{t('duel_points')}</span>
        <span className="text-[28px] font-bold">{sum(other.points)}</span>
      </div>
      <p className="text-center text-[13px] text-muted">{t('duel_rounds', duelOf(me.points, other.points))}</p>
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{t('head_to_head', { name: handle })}</caption>
        <thead className="text-[12px] text-faint">
          <tr className="[&>*]:py-1.5 [&>*]:font-medium">
            <th scope="col" className="text-left">
              {t('you')}
            </th>
            <th scope="col">{t('round')}</th>
            <th scope="col" className="max-w-[120px] truncate text-right">
              {handle}
            </th>
          </tr>
        </thead>
        <tbody>
          {history.rounds.map((round, at) => {
            const [mine, theirs] = [me.points[at] ?? 0, other.points[at] ?? 0];
            return (
              <tr key={round.key} className="border-t border-line [&>*]:py-1.5">
                <td className={classNames('text-left', mine > theirs ? 'font-bold' : 'text-muted')}>{mine}</td>
                <th scope="row" className="text-center font-medium text-muted">
                  {labelOf(round)}
                </th>
                <td className={classNames('text-right', theirs > mine ? 'font-bold' : 'text-muted')}>{theirs}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {history.rounds.length > 1 && <PlacesChart history={{ ...history, lines: [me, other] }} />}
    </div>
  );
}
