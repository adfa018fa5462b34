import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { TABLE_FORECASTS_MIN } from '#domain/forecast/forecast-league.ts';
import { useUser } from '#web/data/session.ts';
import { Pager } from '#web/ui/pager.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { tableQuery } from './api.ts';
import { RankingTable } from './ranking-table.tsx';
import { useLeagueAddress } from './use-league-address.ts';
import { WindowChoice } from './window-choice.tsx';

/** Everybody with enough forecasts. Where the user stands is said beside their own figures. */
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
