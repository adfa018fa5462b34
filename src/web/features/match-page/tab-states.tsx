import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { TAB_HEIGHT } from './tab-height.ts';

interface LoadingProps {
  /** What is on its way or failed to come. */
  query: { error: unknown; refetch: () => unknown };
  failed: string;
  tab: keyof typeof TAB_HEIGHT;
}

/** In the place of what a tab shows, while it is on its way or after it failed to come. */
export function NotYet({ query, failed, tab }: LoadingProps) {
  if (!query.error) {
    return (
      <div aria-busy="true">
        <Skeleton className={`rounded-card ${TAB_HEIGHT[tab]}`} />
      </div>
    );
  }
  return (
    <Card>
      <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />
    </Card>
  );
}

/** A tab that has nothing to show, and why. */
export function NothingHere({ icon, title, hint }: { icon: ReactNode; title: string; hint: string }) {
  return (
    <Card>
      <EmptyState icon={icon} title={title} hint={hint} />
    </Card>
  );
}
