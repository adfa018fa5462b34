import type { useQuery } from '@tanstack/react-query';
import { Target } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listForecasts } from '#contract/forecast-league.ts';
import { Pager } from '#web/ui/pager.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { ForecastRow } from './forecast-row.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e'];

interface ForecastListProps {
  query: ReturnType<typeof useQuery<ReplyOf<typeof listForecasts>>>;
  failed: string;
  empty: { title: ReactNode; hint: ReactNode };
  hrefOf: (page: number) => string;
}

/** Matches with forecasts, page by page. */
export function ForecastList({ query: { data, error, refetch }, failed, empty, hrefOf }: ForecastListProps) {
  if (!data && error) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div aria-busy="true" className="grid gap-px overflow-hidden rounded-card border border-line">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-[92px] rounded-none max-md:h-[128px]" />
        ))}
      </div>
    );
  }
  if (data.items.length === 0) return <EmptyState icon={<Target size={28} />} title={empty.title} hint={empty.hint} />;
  return (
    <>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {data.items.map((forecast) => (
          <ForecastRow key={forecast.match.id} forecast={forecast} />
        ))}
      </ul>
      <Pager list={data} hrefOf={hrefOf} />
    </>
  );
}
