import { Skeleton } from '#web/ui/placeholders.tsx';

/** The places of a receipt's cards while it is on its way. */
export function ReceiptSkeleton() {
  return (
    <>
      <div className="grid min-w-0 gap-4">
        <Skeleton className="h-[146px] rounded-card" />
        <Skeleton className="h-[460px] rounded-card" />
      </div>
      <div className="grid min-w-0 gap-4 lg:row-span-2">
        <Skeleton className="h-[222px] rounded-card" />
        <Skeleton className="h-[476px] rounded-card" />
        <Skeleton className="h-[276px] rounded-card" />
      </div>
      <Skeleton className="h-[320px] rounded-card" />
    </>
  );
}
