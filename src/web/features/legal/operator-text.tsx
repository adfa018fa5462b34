import { queryOptions, useQuery } from '@tanstack/react-query';
import Markdown from 'markdown-to-jsx/react';
import { createElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { getLegalText, type LegalPage } from '#contract/legal.ts';
import { call } from '#web/data/call.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { ErrorState } from '#web/ui/placeholders.tsx';
import { LegalArticle } from './legal-article.tsx';

/** Queries the text in a language; the texts differ by language. */
const legalQuery = (page: LegalPage, locale: string) =>
  queryOptions({ queryKey: ['legal', page, locale], queryFn: ({ signal }) => call(getLegalText, { page }, signal) });

const HEADING = 'mt-6 mb-1.5 font-[650]';
const OPTIONS = {
  // HTML in an operator's text is shown as text.
  disableParsingRawHTML: true,
  // Without these two, the package makes elements by itself that only React knows, not Preact.
  createElement,
  wrapper: null,
  forceBlock: true,
  overrides: {
    // The page has its own h1.
    h1: { component: 'h2', props: { className: `${HEADING} text-[18px]` } },
    h2: { props: { className: `${HEADING} text-[16px]` } },
    h3: { props: { className: `${HEADING} text-[15px]` } },
    p: { props: { className: 'my-2.5 leading-[1.6]' } },
    ul: { props: { className: 'my-2.5 list-disc pl-5 leading-[1.6]' } },
    ol: { props: { className: 'my-2.5 list-decimal pl-5 leading-[1.6]' } },
    a: { props: { className: 'text-accent underline', rel: 'noopener noreferrer' } },
    table: { props: { className: 'my-3 block overflow-x-auto' } },
    th: { props: { className: 'border border-line px-2.5 py-1.5 text-left font-[650]' } },
    td: { props: { className: 'border border-line px-2.5 py-1.5 align-top' } },
  },
} as const;

/** Shows the operator's text. */
export function OperatorText({ page, heading, waiting }: { page: LegalPage; heading: string; waiting: ReactNode }) {
  const t = useTranslations('legal');
  const { data, error, refetch } = useQuery(legalQuery(page, useLocale()));
  if (error) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return waiting;
  return (
    <LegalArticle heading={heading} className="wrap-anywhere">
      <div>
        <Markdown options={OPTIONS}>{data.markdown ?? ''}</Markdown>
      </div>
    </LegalArticle>
  );
}
