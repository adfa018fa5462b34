import { Skeleton } from '#web/ui/placeholders.tsx';
import { type MatchTab, TAB_HEIGHT } from './tab-height.ts';

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
