import { useQuery } from '@tanstack/react-query';
import Trophy from 'lucide-react/icons/trophy';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { TABLE_FORECASTS_MIN } from '#domain/forecast/forecast-league.ts';
import { useUser } from '#web/data/session.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Pager } from '#web/ui/pager.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { tableQuery } from './api.ts';
import { useLeagueAddress, WindowChoice } from './league-address.tsx';
import { useScoreFormat } from './opinion-table.tsx';

/** Ranks all users with enough forecasts. The user's own rank is shown beside their own figures. */
export function TableTab() {
  const t = useTranslations('forecast_league');
  const user = useUser();
  const { address, hrefOf } = useLeagueAddress();
  const { data, error, refetch } = useQuery(tableQuery({ window: address.window, page: address.page }));
  const hint = t('table_none_hint', { min: TABLE_FORECASTS_MIN });
  return (
    <div className="grid gap-4">
      <WindowChoice />
      {!data && error && <ErrorState title={t('table_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[420px] rounded-card" />}
      {data?.items.length === 0 && <EmptyState icon={<Trophy size={28} />} title={t('table_none')} hint={hint} />}
      {data && data.items.length > 0 && (
        <div>
          <div className="overflow-x-auto rounded-card border border-line bg-surface px-2">
            <RankingTable
              caption={t('tabs.table')}
              rows={data.items.map((row) => ({ ...row, is_me: row.handle === user?.public_handle }))}
            />
          </div>
          <Pager list={data} hrefOf={hrefOf} />
          <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-[12.5px] text-muted">
            <span>{hint}</span>
            <span>{t('higher_is_better')}</span>
          </p>
        </div>
      )}
    </div>
  );
}

interface RankingTableProps {
  caption: string;
  rows: readonly {
    handle: string;
    rank: number | null;
    forecasts: number;
    mean: number | null;
    over_model: number | null;
    is_me: boolean;
    is_owner?: boolean;
  }[];
  /** Content at the end of a row. */
  asideOf?: (handle: string, isMe: boolean) => ReactNode;
}

/** Lists users by public handle, best forecasts first. */
export function RankingTable({ caption, rows, asideOf }: RankingTableProps) {
  const t = useTranslations('forecast_league');
  const format = useFormatter();
  const { score, difference } = useScoreFormat();
  return (
    <table className="num w-full text-[14px]">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-[12px] text-faint">
        <tr className="[&>*]:px-2 [&>*]:py-2 [&>th]:text-right [&>th]:font-medium [&>th]:whitespace-nowrap">
          <th scope="col" className="w-14 text-left!">
            {t('place')}
          </th>
          <th scope="col" className="w-full text-left!">
            {t('player')}
          </th>
          <th scope="col">{t('forecasts')}</th>
          <th scope="col" className="max-md:hidden">
            {t('over_model')}
          </th>
          <th scope="col">{t('score')}</th>
          {asideOf && <td />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.handle} className={classNames('border-t border-line [&>*]:px-2 [&>*]:py-2.5', row.is_me && 'bg-accent-soft')}>
            <td className="text-muted">{row.rank ?? '–'}</td>
            <th scope="row" className="max-w-0 text-left font-[550] [font-stretch:100%]">
              <span className="flex min-w-[84px] items-baseline gap-2">
                <span className="truncate" title={row.handle}>
                  {row.handle}
                </span>
                {row.is_me && <span className="flex-none text-[12px] text-accent">{t('is_you')}</span>}
                {row.is_owner && <span className="flex-none text-[12px] font-medium text-muted">{t('is_owner')}</span>}
              </span>
            </th>
            <td className="text-right text-muted">{format.number(row.forecasts)}</td>
            <td className="text-right max-md:hidden">{row.over_model === null ? '–' : difference(row.over_model)}</td>
            <td className="text-right font-bold">{row.mean === null ? '–' : score(row.mean)}</td>
            {asideOf && <td className="w-0 text-right">{asideOf(row.handle, row.is_me)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
