import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { TAB_HEIGHT } from './placeholders.tsx';

/** Loads the tab's code, in advance or on demand. */
export const probabilityCode = () => import('./probability-tab.tsx');

const Tab = lazy(async () => ({ default: (await probabilityCode()).ProbabilityTab }));

/** The tab of probabilities, whose code is loaded separately. */
export function ProbabilityLater({ match }: { match: MatchDetail }) {
  const t = useTranslations('forecast');
  return (
    <ErrorBoundary
      // Reloading the page loads the code, or a newer version's.
      fallbackRender={({ error }) => (
        <Card>
          <ErrorState title={t('load_failed')} error={error} onRetry={() => window.location.reload()} />
        </Card>
      )}
    >
      <Suspense
        fallback={
          <div aria-busy="true">
            <Skeleton className={`rounded-card ${TAB_HEIGHT.probability}`} />
          </div>
        }
      >
        <Tab match={match} />
      </Suspense>
    </ErrorBoundary>
  );
}
