import { useQuery } from '@tanstack/react-query';
import Medal from 'lucide-react/icons/medal';
import { Link, useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { DivisionPage } from '#contract/divisions.ts';
import { useSession } from '#web/data/session.ts';
import { useHidesResults } from '#web/data/shield.ts';
import { DivisionTable, divisionName } from '#web/features/divisions/division-table.tsx';
import { divisionQuery, JoinCard, LeaveDivisions } from '#web/features/divisions/membership.tsx';
import { CountedMatches, PastSeasons, useSeasonName } from '#web/features/divisions/my-season.tsx';
import { loadDivisionWords } from '#web/i18n/division-words.ts';
import { nowMs } from '#web/lib/clock.ts';
import { usePage } from '#web/lib/use-page.ts';
import { SignInPrompt } from '#web/ui/obstacles.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

/** The words of this page, which no other page loads first. */
export const loadWords = loadDivisionWords;

/** The user's division as it stands, or as a past season ended. */
export function DivisionsPage() {
  const t = useTranslations();
  usePage(t('titles.divisions'), { back: '/forecast-league' });
  const { user, booted } = useSession();
  return (
    <div className="page-width max-w-[1000px]!">
      <h1 className="text-[20px] font-[680] max-md:sr-only">{t('divisions.heading')}</h1>
      <p className="mt-1 mb-4 max-w-[72ch] text-muted">{t('divisions.lead')}</p>
      {user && <MyDivision />}
      {!user && !booted && <Skeleton className="h-[420px] rounded-card" />}
      {!user && booted && (
        <SignInPrompt icon={<Medal size={28} />} title={t('divisions.signed_out')} hint={t('divisions.signed_out_hint')} />
      )}
      <Rules />
    </div>
  );
}

const SEASON = /^\d{4}-(0[1-9]|1[0-2])$/;

function MyDivision() {
  const t = useTranslations('divisions');
  const asked = useSearchParams()[0].get('season');
  const season = asked !== null && SEASON.test(asked) ? asked : null;
  const { data, error, refetch } = useQuery(divisionQuery(season));
  if (!data && error) return <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-[420px] rounded-card" />;
  const isPast = season !== null && data.season.is_closed;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {data.state === 'out' && !isPast && <JoinCard />}
        {data.division ? (
          <Table page={data} division={data.division} isPast={isPast} />
        ) : (
          data.state === 'waiting' && <Waiting page={data} />
        )}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {(isPast ? data.matches.length > 0 : data.state !== 'out') && <CountedMatches matches={data.matches} />}
        <PastSeasons past={data.past} shown={data.season.key} />
        {data.state !== 'out' && !isPast && <LeaveDivisions />}
      </div>
    </div>
  );
}

function Table({ page, division, isPast }: { page: DivisionPage; division: NonNullable<DivisionPage['division']>; isPast: boolean }) {
  const t = useTranslations('divisions');
  const format = useFormatter();
  const season = useSeasonName()(page.season.key);
  const hidesResults = useHidesResults();
  const name = divisionName(division);
  const end = isPast ? t('final') : t('ends', { when: format.dateTime(new Date(page.season.to), 'day_time') });
  const tier = t('tier', { tier: division.tier, tiers: division.tiers.length });
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-[16px] font-[650]">{t('name', { name })}</h2>
        <p className="text-[13px] text-muted">{[season, tier, end].join(' · ')}</p>
        {isPast && (
          <Link to="/divisions" className="ml-auto text-[13px] font-[550] text-accent hover:underline">
            {t('to_current')}
          </Link>
        )}
      </div>
      {!isPast && <Between page={page} />}
      {!isPast && hidesResults && <p className="mb-2 text-[13px] text-muted">{t('hidden')}</p>}
      <DivisionTable division={division} caption={t('caption', { name, season })} />
    </section>
  );
}

/** Between the end of a season and its closing. */
function Between({ page: { season } }: { page: DivisionPage }) {
  const t = useTranslations('divisions');
  const format = useFormatter();
  const name = useSeasonName()(season.key);
  if (season.is_closed || nowMs() < Date.parse(season.to)) return null;
  return (
    <p className="mb-2 text-[13px] text-muted">
      {t('between', { season: name, when: format.dateTime(new Date(season.closes_at), 'day_time') })}
    </p>
  );
}

function Waiting({ page }: { page: DivisionPage }) {
  const t = useTranslations('divisions');
  return (
    <section className="rounded-card border border-line bg-surface p-4">
      <h2 className="text-[15px] font-[620]">{t('waiting_title')}</h2>
      <p className="mt-1 text-[13.5px] text-muted">{t('waiting_hint')}</p>
      <div className="mt-2">
        <Between page={page} />
      </div>
    </section>
  );
}

function Rules() {
  const t = useTranslations('divisions');
  return (
    <details className="mt-8 border-t border-line pt-4 text-[13.5px]">
      <summary className="thumb w-fit cursor-pointer font-[550] text-muted hover:text-text">{t('rules')}</summary>
      <div className="mt-2 grid max-w-[72ch] gap-2 text-muted">
        <p>{t('rules_points')}</p>
        <p>{t('rules_once')}</p>
        <p>{t('rules_limit')}</p>
        <p>{t('rules_moves')}</p>
        <p>{t('rules_ties')}</p>
      </div>
    </details>
  );
}
