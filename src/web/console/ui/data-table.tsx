import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ConsoleList } from '#contract/list-views.ts';
import { useHiddenColumns } from '#web/console/lib/list-look.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { useRowFocus } from './use-row-focus.ts';

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** A number: condensed and right-aligned. */
  isNumber?: boolean;
  /** The server's name for sorting by it; absent if it is not sortable. */
  sort?: string;
  /** Optional: left out in narrow windows. */
  isExtra?: boolean;
  className?: string;
}

export interface Sorting {
  by: string;
  order: 'asc' | 'desc';
  /** Receives the column and the direction, which is reversed if already sorted by it. */
  onSort: (by: string, order: 'asc' | 'desc') => void;
}

interface DataTableProps<Row> {
  /** The table's name, for screen readers. */
  label: string;
  /** The list that it shows, if its columns can be chosen. */
  list?: ConsoleList;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** A row's link: placed on its first cell, and opened by Enter on the row. */
  hrefOf?: (row: Row) => string;
  sorting?: Sorting;
  /** Further keys for the focused row: `{ a: approve }`. */
  keys?: Readonly<Record<string, (row: Row) => void>>;
  /** Previous rows stay visible, dimmed, while others are loading. */
  isStale?: boolean;
  /** Whether `j` and `k` move through these rows; at most one table per page. */
  hasKeys?: boolean;
}

/**
 * A table with a sticky head: `j`, `k` and arrows move between rows, Enter opens the focused one. It scrolls by itself, so that the head stays
 * visible and the page never scrolls sideways.
 */
export function DataTable<Row>({
  label,
  list,
  columns: all,
  rows,
  keyOf,
  hrefOf,
  sorting,
  keys,
  isStale,
  hasKeys = true,
}: DataTableProps<Row>) {
  const hidden = useHiddenColumns(list);
  const columns = all.filter(({ key }) => !hidden.includes(key));
  const body = useRef<HTMLTableSectionElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // The page of a row leads back to the list as it was.
  const state = { list: pathname + search };
  const { onFocus, onBlur, onArrow } = useRowFocus({ body, keys: rows.map(keyOf), isActive: hasKeys });

  const press = (row: Row) => (event: KeyboardEvent<HTMLTableRowElement>) => {
    // Keys pressed on a link or button in the row belong to it.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = event.key === 'Enter' && hrefOf ? () => navigate(hrefOf(row), { state }) : keys?.[event.key];
    if (!act && !onArrow(event)) return;
    event.preventDefault();
    act?.(row);
  };

  const table = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section aria-label={label} tabIndex={0} className="-mx-4 max-h-[78dvh] overflow-auto">
      <table className={classNames('w-full border-collapse text-left text-[13.5px]', isStale && 'opacity-60')}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, at) => (
            <tr
              key={keyOf(row)}
              tabIndex={-1}
              onKeyDown={press(row)}
              onFocus={() => onFocus(keyOf(row), at)}
              onBlur={onBlur}
              className="h-[46px] border-t border-line outline-none last:border-b hover:bg-bg focus-within:bg-accent-soft focus:bg-accent-soft"
            >
              {columns.map((column, index) => (
                <td
                  key={column.key}
                  className={classNames(
                    'px-2.5 py-1.5 first:pl-4 last:pr-4',
                    column.isNumber && 'num text-right whitespace-nowrap',
                    column.isExtra && EXTRA,
                    column.className,
                  )}
                >
                  {index === 0 && hrefOf ? (
                    <Link to={hrefOf(row)} state={state} className="font-semibold hover:underline">
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
  if (list === undefined) return table;
  return (
    <>
      <div className="-mt-1 mb-1 flex justify-end">
        <ColumnChoice list={list} columns={all} />
      </div>
      {table}
    </>
  );
}

const EXTRA = 'max-xl:hidden';

function HeadCell<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const t = useTranslations('admin');
  const { title, sort, isNumber, isExtra } = column;
  const isSorted = sort !== undefined && sorting?.by === sort;
  const Arrow = sorting?.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting?.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={classNames(
        'sticky top-0 z-10 h-9 bg-surface px-2.5 text-[12.5px] font-[550] whitespace-nowrap text-muted first:pl-4 last:pr-4',
        isNumber && 'text-right',
        isExtra && EXTRA,
      )}
    >
      {sort !== undefined && sorting ? (
        <button
          type="button"
          aria-label={t('sort_by', { column: title })}
          onClick={() => sorting.onSort(sort, isSorted && sorting.order === 'desc' ? 'asc' : 'desc')}
          className={classNames('thumb inline-flex items-center gap-1 hover:text-text', isSorted && 'text-text')}
        >
          {title}
          <Arrow size={13} aria-hidden className={isSorted ? undefined : 'invisible'} />
        </button>
      ) : (
        title
      )}
    </th>
  );
}

/** The placeholder of a table: its head, and as many rows as a page of the list. */
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
