import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Skeleton } from '#web/ui/placeholders.tsx';

const Card = lazy(async () => ({ default: (await import('./match-forecast.tsx')).MatchForecast }));

/** Loads the code of a match page's forecast card separately. If it cannot be loaded, the card is omitted. */
export function MatchForecastLater({ match }: { match: { id: number; status: string } }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={<Skeleton className="h-[360px] rounded-card" />}>
        <Card match={match} />
      </Suspense>
    </ErrorBoundary>
  );
}
