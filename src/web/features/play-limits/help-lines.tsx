import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import Phone from 'lucide-react/icons/phone';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { getHelpLines, type HelpLine, type HelpLines as Reply } from '#contract/help-lines.ts';
import { call } from '#web/data/call.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

/** The services of a country; null for the reader's, which the server knows by the profile or the IP address. */
const helpLinesQuery = (country: string | null) =>
  queryOptions({
    queryKey: ['help-lines', country],
    queryFn: ({ signal }) => call(getHelpLines, country === null ? {} : { country }, signal),
    placeholderData: keepPreviousData,
  });

/** Lists services that help with gambling problems, in the reader's country or another one, and those that help anywhere. */
export function HelpLines({ isOnOwnPage = false }: { isOnOwnPage?: boolean }) {
  const t = useTranslations('help_lines');
  const [wanted, setWanted] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(helpLinesQuery(wanted));
  return (
    <Card title={t('heading')}>
      <p className="text-[13px] text-pretty text-muted">
        {t('lead')} {t('emergency')}
      </p>
      {data && <Services reply={data} onChoose={setWanted} />}
      {!data && error && <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="mt-4 h-[240px]" />}
      {!isOnOwnPage && (
        <p className="mt-4 text-[13px]">
          <Link to="/responsible-play" className="thumb font-semibold underline underline-offset-2">
            {t('more')}
          </Link>
        </p>
      )}
    </Card>
  );
}

function Services({ reply, onChoose }: { reply: Reply; onChoose: (country: string | null) => void }) {
  const t = useTranslations('help_lines');
  const nameOf = useCountryName();
  const { country, lines, international } = reply;
  return (
    <>
      <CountryField reply={reply} onChoose={onChoose} />
      {country !== null && lines.length === 0 && <p className="mt-4 text-[13px] text-muted">{t('none', { country: nameOf(country) })}</p>}
      {country !== null && lines.length > 0 && <Lines heading={t('in_country', { country: nameOf(country) })} lines={lines} />}
      <Lines heading={t('international')} lines={international} />
    </>
  );
}

/** Chooses among the countries with services of their own; the reader's is among them even if it has none. */
function CountryField({ reply: { country, countries }, onChoose }: { reply: Reply; onChoose: (country: string | null) => void }) {
  const t = useTranslations('help_lines');
  const nameOf = useCountryName();
  const { compare } = new Intl.Collator(useLocale());
  const known = [...new Set([...countries, ...(country === null ? [] : [country])])]
    .map((code) => ({ value: code, label: nameOf(code) }))
    .sort((one, other) => compare(one.label, other.label));
  const options = country === null ? [{ value: '', label: t('choose') }, ...known] : known;
  return (
    <SelectField
      label={t('country')}
      value={country ?? ''}
      options={options}
      onChange={(code) => onChoose(code === '' ? null : code)}
      className="mt-4 max-w-[320px]"
    />
  );
}

function Lines({ heading, lines }: { heading: string; lines: readonly HelpLine[] }) {
  return (
    <section className="mt-5">
      <h3 className="text-[13px] font-[650]">{heading}</h3>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={`${line.name} ${line.phone}`} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Line({ line: { name, phone, url, is_general, hours, languages, checked } }: { line: HelpLine }) {
  const t = useTranslations('help_lines');
  const locale = useLocale();
  const format = useFormatter();
  const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
  const spoken = languages?.map((tag) => languageNames.of(tag) ?? tag);
  const notes = [
    is_general && t('general'),
    hours && (hours === 'always' ? t('always') : t('hours', hours)),
    spoken && spoken.length > 0 && t('languages', { languages: new Intl.ListFormat(locale).format(spoken) }),
    t('checked', { date: format.dateTime(new Date(`${checked}T00:00:00Z`), 'day_year', { timeZone: 'UTC' }) }),
  ].filter(Boolean);
  return (
    <li className="py-3">
      <p className="font-[580] wrap-anywhere">{name}</p>
      <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {phone && (
          <Away to={`tel:${phone.replace(/[^+\d]/g, '')}`} label={`${t('call', { name })}: ${phone}`}>
            <Phone size={14} aria-hidden />
            <span className="num">{phone}</span>
          </Away>
        )}
        {url && (
          <Away to={url} label={t('website', { name })}>
            {new URL(url).hostname.replace(/^www\./, '')}
          </Away>
        )}
      </p>
      <p className="mt-1 text-[12.5px] text-faint">{notes.join(' · ')}</p>
    </li>
  );
}

const Away = ({ to, label, children }: { to: string; label: string; children: ReactNode }) => (
  <a
    href={to}
    aria-label={label}
    rel="noopener noreferrer"
    className="thumb inline-flex items-center gap-1.5 font-semibold text-accent underline underline-offset-2"
  >
    {children}
  </a>
);

function useCountryName(): (code: string) => string {
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' });
  return (code) => names.of(code) ?? code;
}

/** Names the first service of the reader's country, or one that helps anywhere, where there is no room for the list. */
export function HelpHint() {
  const t = useTranslations('help_lines');
  const { data } = useQuery(helpLinesQuery(null));
  const line = data?.lines[0] ?? data?.international[0];
  if (!line) return null;
  return (
    <section>
      <h3 className="text-[12.5px] font-[650] text-muted">{t('heading')}</h3>
      <ul>
        <Line line={line} />
      </ul>
    </section>
  );
}
