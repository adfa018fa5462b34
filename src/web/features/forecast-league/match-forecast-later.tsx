import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Skeleton } from '#web/ui/placeholders.tsx';

const Card = lazy(async () => ({ default: (await import('./match-forecast.tsx')).MatchForecast }));

/** The forecast card of a match page, whose code is a part of its own. Where that cannot be had, the page goes without it. */
export function MatchForecastLater({ match }: { match: { id: number; status: string } }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={<Skeleton className="h-[360px] rounded-card" />}>
        <Card match={match} />
      </Suspense>
    </ErrorBoundary>
  );
}
