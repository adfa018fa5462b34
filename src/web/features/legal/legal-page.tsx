import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { getLegalFacts, type LegalPage } from '#contract/legal.ts';
import { call } from '#web/data/call.ts';
import { metaQuery } from '#web/data/queries.tsx';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { LegalArticle } from './legal-article.tsx';
import { LegalText } from './legal-text.tsx';

/** Loaded separately, because most sites have no operator's text and need no Markdown renderer. */
const OperatorText = lazyPart(async () => (await import('./operator-text.tsx')).OperatorText, {
  fallback: ({ waiting }) => waiting,
  failed: PartFailed,
});

/** Who runs the site, and the numbers of the built-in texts. They change with the settings, so only when the server starts again. */
const factsQuery = queryOptions({ queryKey: ['legal', 'facts'], queryFn: ({ signal }) => call(getLegalFacts, {}, signal) });

interface LegalPageTextProps {
  page: LegalPage;
  /** Shown below the text. */
  children?: ReactNode;
}

/** Shows the operator's text of a page, or ours if there is none. */
export function LegalPageText({ page, children }: LegalPageTextProps) {
  const t = useTranslations('legal');
  const { data: meta, isPending } = useQuery(metaQuery);
  const heading = t(HEADINGS[page]);
  const waiting = (
    <LegalArticle heading={heading}>
      <Skeleton className="mt-4 h-[420px]" />
    </LegalArticle>
  );
  const isOwn = meta?.own_texts.includes(page) ?? false;
  const text = isOwn ? (
    <OperatorText page={page} heading={heading} waiting={waiting} />
  ) : (
    <BuiltInText page={page} heading={heading} waiting={waiting} />
  );
  return (
    <>
      {isPending ? waiting : text}
      {children && <div className="page-width max-w-[760px] pb-6">{children}</div>}
    </>
  );
}

const HEADINGS = {
  terms: 'terms.heading',
  privacy: 'privacy.heading',
  'responsible-play': 'responsible.heading',
} as const satisfies Record<LegalPage, string>;

/** Shows the built-in text once the operator and the numbers are known. */
function BuiltInText({ page, heading, waiting }: { page: LegalPage; heading: string; waiting: ReactNode }) {
  const t = useTranslations('legal');
  const { data: facts, error, refetch } = useQuery(factsQuery);
  if (facts) return <LegalText page={page} heading={heading} facts={facts} />;
  if (!error) return waiting;
  return (
    <LegalArticle heading={heading}>
      <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />
    </LegalArticle>
  );
}
