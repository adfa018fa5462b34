import { Skeleton } from '#web/ui/skeleton.tsx';

const WIDTHS = ['w-2/3', 'w-1/2', 'w-4/5', 'w-2/5', 'w-3/5'];

/** Messages on their way. */
export function LogSkeleton() {
  return (
    <div aria-busy="true" className="grid min-h-0 flex-1 content-end gap-4 overflow-hidden p-4">
      {WIDTHS.map((width) => (
        <div key={width} className="grid grid-cols-[26px_1fr] gap-2.5">
          <Skeleton className="size-[26px] rounded-full!" />
          <div className="grid gap-1.5">
            <Skeleton className="h-3 w-28" />
            <Skeleton className={`h-3.5 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  );
}
