import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

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

/** The page before the match has come, as large as it will be. */
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

/** About as high as each tab mostly is: what holds its place until it has come. */
export const TAB_HEIGHT = {
  probability: 'h-[1040px]',
  chat: 'h-[640px]',
  timeline: 'h-[560px]',
  lineups: 'h-[1040px]',
  odds: 'h-[610px]',
  h2h: 'h-[900px]',
  stats: 'h-[905px]',
  /** A tab that will mostly say that there is nothing. */
  nothing: 'h-[216px]',
} as const;

export type MatchTab = Exclude<keyof typeof TAB_HEIGHT, 'nothing'>;

/** The pitch's height: standing on the phone, lying on the desktop. Known before the pitch itself, so that nothing moves when it comes. */
export const PITCH_SIZE = 'h-[660px] md:aspect-[105/62] md:h-auto';

/** In pixels; known before the drawing itself, which is fetched when it is needed. */
export const SPARKLINE = { width: 54, height: 16 } as const;
