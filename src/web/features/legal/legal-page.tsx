import { useQuery } from '@tanstack/react-query';
import type { LegalPage } from '#contract/legal.ts';
import { metaQuery } from '#web/data/queries.tsx';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { LegalHeading, LegalText, type LegalWords } from './legal-text.tsx';

/** Loaded separately, because most sites have no operator's text and need no Markdown renderer. */
const OperatorText = lazyPart(async () => (await import('./operator-text.tsx')).OperatorText, {
  fallback: ({ waiting }) => waiting,
  failed: PartFailed,
});

/** Shows the operator's text of a page, or ours if there is none or the server is unreachable. */
export function LegalPageText({ page, words }: { page: LegalPage; words: LegalWords }) {
  const { data: meta, isPending } = useQuery(metaQuery);
  const waiting = (
    <article className="page-width max-w-[760px]">
      <LegalHeading>{words.heading}</LegalHeading>
      <Skeleton className="mt-4 h-[420px]" />
    </article>
  );
  if (isPending) return waiting;
  if (!meta?.own_texts.includes(page)) return <LegalText {...words} />;
  return <OperatorText page={page} heading={words.heading} waiting={waiting} />;
}
