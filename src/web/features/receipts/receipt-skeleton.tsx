import { Skeleton } from '#web/ui/skeleton.tsx';

/** The places of a receipt's cards while it is on its way. */
export function ReceiptSkeleton() {
  return (
    <>
      <div className="grid min-w-0 gap-4">
        <Skeleton className="h-[146px] rounded-card" />
        <Skeleton className="h-[460px] rounded-card" />
        <Skeleton className="h-[320px] rounded-card" />
      </div>
      <div className="grid min-w-0 gap-4">
        <Skeleton className="h-[252px] rounded-card" />
        <Skeleton className="h-[390px] rounded-card" />
      </div>
    </>
  );
}
