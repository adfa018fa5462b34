import type { ReactNode } from 'react';
import { useTitle } from '#web/lib/use-page.ts';

interface PageHeadProps {
  /** The page's heading, and the document's title. */
  title: string;
  /** The state, beside the heading. */
  states?: ReactNode;
  /** Actions on the whole page, at its right end. */
  aside?: ReactNode;
  /** The filters of the list below; keep them in the address (`useAddress`). */
  filters?: ReactNode;
}

/** The head of every page of the console. */
export function PageHead({ title, states, aside, filters }: PageHeadProps) {
  useTitle(title);
  return (
    <header className="mb-4 grid grid-cols-1 gap-3">
      <div className="flex min-h-[38px] flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-[20px] font-[680] wrap-anywhere">{title}</h1>
        {states && <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-[13px]">{states}</div>}
        {aside && <div className="ml-auto flex flex-wrap items-center gap-2">{aside}</div>}
      </div>
      {filters && (
        <div className="flex flex-wrap items-end gap-2.5 [&>[role=radiogroup]]:max-w-full [&>[role=radiogroup]]:overflow-x-auto">
          {filters}
        </div>
      )}
    </header>
  );
}
