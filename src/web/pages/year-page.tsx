import { queryOptions, useQuery } from '@tanstack/react-query';
import CalendarRange from 'lucide-react/icons/calendar-range';
import { Link, useParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { getYear, type YearPage as Page, type Review } from '#contract/year.ts';
import { call } from '#web/data/call.ts';
import { useSession } from '#web/data/session.ts';
import { divisionName } from '#web/features/divisions/division-table.tsx';
import { useSeasonName } from '#web/features/divisions/my-season.tsx';
import { loadDivisionWords } from '#web/i18n/division-words.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { codeOf } from '#web/lib/use-submit.ts';
import { Card, FactList } from '#web/ui/card.tsx';
import { SignInPrompt } from '#web/ui/obstacles.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

/** The words of this page, which no other page loads first. */
export const loadWords = loadDivisionWords;

const yearQuery = (year: number) =>
  queryOptions({ queryKey: ['account', 'year', year], queryFn: ({ signal }) => call(getYear, { year }, signal) });

/** The user's year of tips and forecasts. */
export function YearPage() {
  const t = useTranslations();
  usePage(t('titles.year'), { back: '/account' });
  const { user, booted } = useSession();
  const year = Number(useParams().year);
  return (
    <div className="page-width max-w-[1000px]!">
      {user ? <MyYear year={year} /> : <h1 className="text-[20px] font-[680]">{t('year.heading', { year: String(year) })}</h1>}
      {!user && !booted && <Skeleton className="h-[420px] rounded-card" />}
      {!user && booted && <SignInPrompt icon={<CalendarRange size={28} />} title={t('year.signed_out')} hint={t('year.signed_out_hint')} />}
    </div>
  );
}

function MyYear({ year }: { year: number }) {
  const t = useTranslations('year');
  const { data, error, refetch } = useQuery(yearQuery(year));
  if (!data && error) {
    const isToCome = codeOf(error) === 'not_found';
    return (
      <>
        <h1 className="text-[20px] font-[680]">{t('heading', { year: String(year) })}</h1>
        {isToCome ? (
          <EmptyState icon={<CalendarRange size={28} />} title={t('none', { year: String(year) })} hint={t('none_hint')} />
        ) : (
          <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  if (!data) return <Skeleton className="h-[420px] rounded-card" />;
  // Years are not written with separators.
  const name = String(data.year);
  return (
    <>
      <h1 className="text-[20px] font-[680]">{t(data.is_running ? 'so_far' : 'heading', { year: name })}</h1>
      <p className="mt-1 mb-4 max-w-[72ch] text-muted">{t('lead')}</p>
      {data.review ? <ReviewCards review={data.review} /> : <Nothing page={data} name={name} />}
      <Link
        to={`/year/${year - 1}`}
        className="mt-6 inline-block text-[13px] font-[550] text-muted underline underline-offset-2 hover:text-text"
      >
        {t('before', { year: String(year - 1) })}
      </Link>
    </>
  );
}

function Nothing({ page, name }: { page: Page; name: string }) {
  const t = useTranslations('year');
  const format = useFormatter();
  const icon = <CalendarRange size={28} />;
  if (page.opens_at === null) return <EmptyState icon={icon} title={t('none', { year: name })} hint={t('none_hint')} />;
  return <EmptyState icon={icon} title={t('opens', { when: format.dateTime(new Date(page.opens_at), 'day') })} hint={t('opens_hint')} />;
}

function ReviewCards({ review }: { review: Review }) {
  const t = useTranslations('year');
  const format = useFormatter();
  const { tips, streak } = review;
  const numbers = [
    { label: t('tips'), value: tips.entered },
    { label: t('right'), value: tips.right },
    { label: t('exact'), value: tips.exact },
    { label: t('streak'), value: streak },
  ];
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {numbers.map(({ label, value }) => (
          <div key={label} className="flex flex-col rounded-card border border-line bg-surface p-4">
            <dt className="text-[12.5px] text-muted">{label}</dt>
            <dd className="num order-first text-[26px] leading-[1.1] font-[680]">{format.number(value)}</dd>
          </div>
        ))}
      </dl>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {tips.scored > 0 && <Months months={review.months} />}
        <Highlights review={review} />
      </div>
    </div>
  );
}

/** A bar for each month: all tips with a result, and those that were right; each is also told in words. */
function Months({ months }: Pick<Review, 'months'>) {
  const t = useTranslations('year');
  const format = useFormatter();
  const most = Math.max(...months.map(({ scored }) => scored));
  return (
    <Card title={t('months')}>
      <ul className="grid grid-cols-[56px_minmax(0,1fr)_auto] gap-x-2 gap-y-1.5">
        {months.map(({ scored, right }, month) => {
          const name = format.dateTime(new Date(Date.UTC(2026, month, 15, 12)), { month: 'short', timeZone: 'UTC' });
          return (
            <li key={name} className="col-span-3 grid grid-cols-subgrid items-center text-[13px]">
              <span className="truncate text-muted">{name}</span>
              <span aria-hidden className="h-3 overflow-hidden rounded-chip bg-raised">
                <span className="block h-full rounded-chip bg-line-strong" style={{ width: `${(100 * scored) / most}%` }}>
                  <span
                    className="block h-full rounded-chip bg-accent"
                    style={{ width: `${scored === 0 ? 0 : (100 * right) / scored}%` }}
                  />
                </span>
              </span>
              <span className="num text-right text-muted">{t('month_value', { right, scored })}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Highlights({ review }: { review: Review }) {
  const t = useTranslations('year');
  const td = useTranslations('divisions');
  const format = useFormatter();
  const nameOf = useLocalName();
  const seasonName = useSeasonName();
  const { best_round, best_place, best_call, toughest, forecasts, seasons } = review;
  const facts: { label: string; value: string }[] = [];
  if (best_call) {
    const { match, home, away, chance } = best_call;
    const teams = `${nameOf(match.home)} – ${nameOf(match.away)}`;
    const said = { match: teams, score: `${home}–${away}`, chance: format.number(chance, { style: 'percent' }) };
    facts.push({ label: t('best_call'), value: t('best_call_value', said) });
  }
  if (best_round) {
    const when = format.dateTime(new Date(best_round.at), 'day');
    facts.push({ label: t('best_round'), value: t('best_round_value', { ...best_round, when }) });
  }
  if (best_place) facts.push({ label: t('best_place'), value: t('best_place_value', best_place) });
  if (toughest) facts.push({ label: t('toughest'), value: t('toughest_value', { ...toughest, team: nameOf(toughest.team) }) });
  for (const name of ['model', 'crowd'] as const) {
    const beside = forecasts[name];
    if (!beside) continue;
    const difference = format.number(beside.mine - beside.other, { signDisplay: 'exceptZero', maximumFractionDigits: 2 });
    facts.push({ label: t(name), value: t('skill_value', { difference, matches: beside.matches }) });
  }
  for (const season of seasons) {
    const parts = [
      td('name', { name: divisionName(season) }),
      `${td('column.place')} ${season.place}`,
      season.medal && td(`medal.${season.medal}`),
    ];
    facts.push({ label: seasonName(season.season), value: parts.filter(Boolean).join(' · ') });
  }
  if (facts.length === 0) return null;
  return (
    <Card>
      <FactList facts={facts} />
    </Card>
  );
}
