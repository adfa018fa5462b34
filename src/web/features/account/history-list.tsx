import { useQuery } from '@tanstack/react-query';
import RotateCcwClock from 'lucide-react/icons/rotate-ccw-clock';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { LedgerRow, pointsHistory } from '#contract/account.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { isFinal } from '#domain/matches/match-status.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useCountedWords } from '#web/lib/counted-words.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Tag, type TagTone } from '#web/ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { type HistoryFilter, historyQuery } from './api.ts';

interface HistoryListProps {
  filter: HistoryFilter;
  isFiltered?: boolean;
  /** Content after the rows, such as a button for more. */
  children?: (page: ReplyOf<typeof pointsHistory>) => ReactNode;
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Shows a page of the points history, or its loading, error or empty state. */
export function HistoryList({ filter, isFiltered = false, children }: HistoryListProps) {
  const t = useTranslations('account');
  const { data, error, refetch } = useQuery(historyQuery(filter));
  if (!data && error) return <ErrorState title={t('history_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="grid gap-2">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-[30px]" />
        ))}
      </div>
    );
  }
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={<RotateCcwClock size={28} />}
        title={t(isFiltered ? 'history_empty_filtered' : 'history_empty')}
        hint={t(isFiltered ? 'history_empty_filtered_hint' : 'history_empty_hint')}
      />
    );
  }
  return (
    <>
      <HistoryTable rows={data.items} />
      {children?.(data)}
    </>
  );
}

const TONES: Record<LedgerRow['status'], TagTone> = { posted: 'quiet', pending: 'warn', approved: 'good', rejected: 'bad' };

/** Lists changes of the balance, newest first. On phones, the time is below the description and the balance below the points. */
function HistoryTable({ rows }: { rows: readonly LedgerRow[] }) {
  const t = useTranslations('account');
  const head = 'pb-2 text-[11.5px] font-medium text-faint';
  return (
    <table className="w-full border-collapse text-[13px]">
      <caption className="sr-only">{t('history')}</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-left">
          <th scope="col" className={head}>
            {t('when')}
          </th>
          <th scope="col" className={head}>
            {t('what')}
          </th>
          <th scope="col" className={classNames(head, 'text-right')}>
            {t('points_column')}
          </th>
          <th scope="col" className={classNames(head, 'pl-4 text-right')}>
            {t('balance_column')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <HistoryRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function HistoryRow({ row }: { row: LedgerRow }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const words = useLedgerWords()(row);
  const when = useLedgerTime()(row.at);
  const delta = useSignedPoints()(row.delta);
  const counted = useCountedWords()(row.at_risk);
  return (
    <tr className="border-b border-line align-top last:border-0">
      <td className="num py-[9px] pr-4 whitespace-nowrap text-muted max-md:hidden">
        <time dateTime={row.at}>{when}</time>
      </td>
      <td className="w-full py-[9px] pr-3 font-[480]">
        {row.match ? (
          <Link to={`/match/${row.match.id}`} className="hover:underline">
            {words}
          </Link>
        ) : (
          words
        )}
        {row.status !== 'posted' && (
          <span className="ml-2">
            <Tag tone={TONES[row.status]}>{t(`status.${row.status}`)}</Tag>
          </span>
        )}
        {counted && <span className="block text-[12.5px] text-pretty text-muted">{counted}</span>}
        {row.note && <span className="block text-[12.5px] break-words text-muted">{row.note}</span>}
        <span className="num block text-[12.5px] text-muted md:hidden">{when}</span>
      </td>
      <td className={classNames('num py-[9px] text-right font-bold whitespace-nowrap', row.delta > 0 && 'text-good')}>
        {delta}
        <span className="block text-[12.5px] font-medium text-muted md:hidden">{format.number(row.balance)}</span>
      </td>
      <td className="num py-[9px] pl-4 text-right whitespace-nowrap text-muted max-md:hidden">{format.number(row.balance)}</td>
    </tr>
  );
}

/** Returns a function that describes a row of the points history: "Contest won · Avalon Town 2–1 Northgate". */
function useLedgerWords(): (row: Pick<LedgerRow, 'source' | 'match'>) => string {
  const t = useTranslations('account');
  const nameOf = useLocalName();
  return ({ source, match }) => {
    const what = t(`source.${source}`);
    if (match === null) return what;
    const home = nameOf(match.home);
    const away = nameOf(match.away);
    const { score } = match;
    const teams =
      isFinal(match.status) && score.home !== null ? `${home} ${score.home}–${score.away} ${away}` : t('versus', { home, away });
    return `${what} · ${teams}`;
  };
}

/** Returns a function that formats the time of a change; without its year in the current one. */
function useLedgerTime(): (at: string) => string {
  const format = useFormatter();
  return (at) => {
    const date = new Date(at);
    const isThisYear = date.getFullYear() === new Date().getFullYear();
    return format.dateTime(date, isThisYear ? 'day_time' : 'day_time_year');
  };
}

/** Returns a function that formats a change of points with its sign: "+920", "−500". */
function useSignedPoints(): (delta: number) => string {
  const format = useFormatter();
  return (delta) => format.number(delta, { signDisplay: 'exceptZero' }).replace('-', '−');
}
