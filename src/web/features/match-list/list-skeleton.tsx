import { Skeleton } from '#web/ui/placeholders.tsx';
import { ROW_COLUMNS } from './row-parts.tsx';

/** More than fit a screen, so that content below does not appear and disappear. */
const [SECTIONS, ROWS] = [4, 4];
const TEAM_WIDTHS = ['w-32', 'w-24', 'w-36', 'w-28'];

/** Placeholder for the list, of about its final size. */
export function ListSkeleton({ showOdds }: { showOdds: boolean }) {
  const columns = showOdds ? ROW_COLUMNS.withOdds : ROW_COLUMNS.withoutOdds;
  return (
    <div data-testid="list-skeleton">
      {numbersTo(SECTIONS).map((section) => (
        <div key={section} className="mb-3 rounded-[14px] border border-line bg-surface md:mb-4 md:rounded-card">
          <div className="flex items-center gap-2.5 border-b border-line px-3 py-[11px] md:px-4">
            <Skeleton className="h-[13px] w-[18px]" />
            <Skeleton className="my-0.5 h-4 w-40" />
          </div>
          {numbersTo(ROWS).map((row) => (
            <div
              key={row}
              className={`grid items-center border-b border-line px-3 py-2.5 last:border-0 md:px-4 md:py-[9px] ${columns.row}`}
            >
              <Skeleton className="h-4 w-9" />
              <div className="grid gap-1">
                <Skeleton className={`h-[21px] ${TEAM_WIDTHS[row]}`} />
                <Skeleton className={`h-[21px] ${TEAM_WIDTHS[ROWS - 1 - row]}`} />
              </div>
              <span />
              <Skeleton className="col-start-2 col-end-5 row-start-2 h-7 md:col-start-4 md:col-end-5 md:row-start-1" />
              {showOdds && <Skeleton className="col-start-1 col-end-5 row-start-3 h-[38px] md:col-start-5 md:col-end-6 md:row-start-1" />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const numbersTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
