import { lazy, Suspense } from 'react';
import type { LegalPage } from '#contract/legal.ts';
import { useMeta } from '#web/lib/meta.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LegalText, type LegalWords } from './legal-text.tsx';

/** Most sites have none: who reads ours need not load how Markdown is read. */
const OperatorText = lazy(async () => ({ default: (await import('./operator-text.tsx')).OperatorText }));

/** The operator's own words for a page, or else ours. */
export function LegalPageText({ page, words }: { page: LegalPage; words: LegalWords }) {
  const meta = useMeta();
  const waiting = <Skeleton className="page-width h-[420px] max-w-[760px]" />;
  if (!meta) return waiting;
  if (!meta.own_texts.includes(page)) return <LegalText {...words} />;
  return (
    <Suspense fallback={waiting}>
      <OperatorText page={page} heading={words.heading} waiting={waiting} />
    </Suspense>
  );
}
