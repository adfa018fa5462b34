import { Skeleton } from '#web/ui/placeholders.tsx';

/** As high as the cards that take its place. */
export function RecordSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-[190px] rounded-card md:h-[170px]" />
      <Skeleton className="h-[620px] rounded-card md:h-[470px]" />
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-[560px] rounded-card" />
        <Skeleton className="h-[240px] rounded-card" />
      </div>
    </div>
  );
}
