import { type ReactNode, useEffect } from 'react';
import { useFormatter, useMessages, useTranslations } from 'use-intl';
import { LEGAL_TEXTS_DATE, type LegalFacts, type LegalPage } from '#contract/legal.ts';
import { LegalArticle } from './legal-article.tsx';
import { isBlank, useLegalValues } from './legal-values.tsx';
import { OperatorCard } from './operator-card.tsx';

/** Where the messages of a page are. */
const AREAS = { terms: 'terms', privacy: 'privacy', 'responsible-play': 'responsible' } as const satisfies Record<LegalPage, string>;

/** A list of contents helps from this many sections on. */
const CONTENTS_MIN = 6;

interface LegalTextProps {
  page: LegalPage;
  heading: string;
  facts: LegalFacts;
}

/** Shows a built-in text: the operator, a list of contents if the text is long, and the sections in the order of the messages. */
export function LegalText({ page, heading, facts }: LegalTextProps) {
  const t = useTranslations('legal');
  const date = useFormatter().dateTime(new Date(`${LEGAL_TEXTS_DATE}T00:00:00Z`), 'date', { timeZone: 'UTC' });
  const area = AREAS[page];
  const sections = Object.keys(useMessages().legal[area].sections);
  useEffect(showLinkedSection, []);
  return (
    <LegalArticle heading={heading}>
      <p className="mt-1 text-muted">{t(`${area}.lead`)}</p>
      <p className="num mt-1 mb-5 text-[12.5px] text-faint">
        {page === 'terms' ? t('version', { version: facts.terms_version, date }) : t('date', { date })}
      </p>
      {page !== 'responsible-play' && <OperatorCard operator={facts.operator} />}
      {sections.length >= CONTENTS_MIN && <Contents area={area} sections={sections} />}
      {sections.map((name) => (
        <Section key={name} area={area} name={name} facts={facts} />
      ))}
    </LegalArticle>
  );
}

type Area = (typeof AREAS)[LegalPage];

/** A section's title; the sections of the areas differ, so their names are plain texts here. */
function useSectionTitle(area: Area): (name: string) => string {
  const t = useTranslations('legal');
  return (name) => t(`${area}.sections.${name}.title` as 'terms.sections.points.title');
}

function Contents({ area, sections }: { area: Area; sections: readonly string[] }) {
  const t = useTranslations('legal');
  const titleOf = useSectionTitle(area);
  return (
    <nav aria-label={t('contents')} className="mb-6 rounded-card border border-line bg-surface p-4">
      <h2 className="mb-2 text-[14px] font-[650]">{t('contents')}</h2>
      <ol className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {sections.map((name) => (
          <li key={name}>
            <a href={`#${name}`} className="thumb inline-block text-[13.5px] underline underline-offset-2">
              {titleOf(name)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The text arrives after the browser looked for the section of its address. */
function showLinkedSection(): void {
  const name = location.hash.slice(1);
  if (name !== '') document.getElementById(name)?.scrollIntoView();
}

/** A section: each of its messages is a paragraph, and each group of messages a list. Texts that come out empty are left out. */
function Section({ area, name, facts }: { area: Area; name: string; facts: LegalFacts }) {
  const titleOf = useSectionTitle(area);
  const write = useLegalWriter(facts);
  const section = (useMessages().legal[area].sections as Record<string, Record<string, unknown>>)[name] ?? {};
  const blocks = Object.entries(section).filter(([key]) => key !== 'title');
  return (
    <section aria-labelledby={name} className="mb-6">
      <h2 id={name} className="mb-1 scroll-mt-[72px] text-[16px] font-[650]">
        {titleOf(name)}
      </h2>
      {blocks.map(([key, block]) => {
        const path = `${area}.sections.${name}.${key}`;
        if (!isGroup(block)) return <Paragraph key={key}>{write(path)}</Paragraph>;
        return (
          <ul key={key} className="my-2 list-disc pl-5 leading-[1.6]">
            {Object.keys(block).map((item) => (
              <li key={item}>{write(`${path}.${item}`)}</li>
            ))}
          </ul>
        );
      })}
    </section>
  );
}

/** A message is a text or, as it is compiled, an array. */
const isGroup = (block: unknown): block is Record<string, unknown> => typeof block === 'object' && block !== null && !Array.isArray(block);

const Paragraph = ({ children }: { children: ReactNode }) => (isBlank(children) ? null : <p className="my-2 leading-[1.6]">{children}</p>);

/** Returns a function that writes a message with the facts, by its path below `legal`. */
function useLegalWriter(facts: LegalFacts): (path: string) => ReactNode {
  const t = useTranslations('legal');
  const values = useLegalValues(facts);
  return (path) => t.rich(path as 'terms.sections.care.help', values as never);
}
