import { Skeleton } from '#web/ui/placeholders.tsx';

/** Holds the place of a table: its head, and as many rows as a page of the list has. */
export const TableSkeleton = ({ rows = 20 }: { rows?: number }) => (
  <div className="grid">
    <div className="h-9" />
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex h-[46px] items-center border-t border-line">
        <Skeleton className="h-4 w-full" />
      </div>
    ))}
  </div>
);
