import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

interface LoadingProps {
  /** The query that is loading or failed. */
  query: { error: unknown; refetch: () => unknown };
  failed: string;
  tab: keyof typeof TAB_HEIGHT;
}

/** Replaces a tab's content while it is loading or after it failed to load. */
export function NotYet({ query, failed, tab }: LoadingProps) {
  if (!query.error) return <TabSkeleton tab={tab} />;
  return (
    <Card>
      <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />
    </Card>
  );
}

/** Placeholder for a tab, of about its final size. */
export const TabSkeleton = ({ tab }: Pick<LoadingProps, 'tab'>) => (
  <div aria-busy="true">
    <Skeleton className={`rounded-card ${TAB_HEIGHT[tab]}`} />
  </div>
);

/** Says that a tab has no content, and why. */
export function NothingHere({ icon, title, hint }: { icon: ReactNode; title: string; hint: string }) {
  return (
    <Card>
      <EmptyState icon={icon} title={title} hint={hint} />
    </Card>
  );
}

/** Placeholder for the page, of about its final size. */
export function MatchSkeleton({ tab }: { tab: MatchTab }) {
  return (
    <>
      <Skeleton className="h-[196px] rounded-[20px] md:h-[186px] lg:col-span-2" />
      <Skeleton className="h-[260px] rounded-card lg:col-start-2 lg:row-start-2" />
      <div className="grid gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-2">
        <Skeleton className="h-[45px]" />
        <Skeleton className={`rounded-card ${TAB_HEIGHT[tab]}`} />
      </div>
    </>
  );
}

/** Typical height of each tab, reserved until it has loaded. */
export const TAB_HEIGHT = {
  probability: 'h-[1040px]',
  chat: 'h-[640px]',
  timeline: 'h-[560px]',
  lineups: 'h-[1040px]',
  odds: 'h-[610px]',
  h2h: 'h-[900px]',
  stats: 'h-[905px]',
  /** A tab that usually has no content. */
  nothing: 'h-[216px]',
} as const;

export type MatchTab = Exclude<keyof typeof TAB_HEIGHT, 'nothing'>;

/** The pitch's height: vertical on phones, horizontal on desktops. Separate from the pitch's code, so that loading it moves nothing. */
export const PITCH_SIZE = 'h-[660px] md:aspect-[105/62] md:h-auto';

/** In pixels; separate from the chart's code, which is loaded on demand. */
export const SPARKLINE = { width: 54, height: 16 } as const;
