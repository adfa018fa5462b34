import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { TAB_HEIGHT } from './placeholders.tsx';

/** Fetches the tab's code, before or when it is wanted. */
export const probabilityCode = () => import('./probability-tab.tsx');

const Tab = lazy(async () => ({ default: (await probabilityCode()).ProbabilityTab }));

/** The tab of probabilities, whose code is a part of its own. */
export function ProbabilityLater({ match }: { match: MatchDetail }) {
  const t = useTranslations('forecast');
  return (
    <ErrorBoundary
      // A page that is loaded anew gets the code, or a newer version's.
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
