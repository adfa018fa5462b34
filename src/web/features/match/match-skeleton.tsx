import { Skeleton } from '#web/ui/skeleton.tsx';

/** The page before the match has come, as large as it will be. */
export function MatchSkeleton() {
  return (
    <>
      <Skeleton className="h-[196px] rounded-[20px] lg:col-span-2 md:h-[186px]" />
      <Skeleton className="h-[300px] rounded-card lg:col-start-2 lg:row-start-2" />
      <div className="grid gap-4 lg:col-start-1 lg:row-start-2">
        <Skeleton className="h-[43px]" />
        <Skeleton className="h-[220px] rounded-card" />
      </div>
    </>
  );
}
