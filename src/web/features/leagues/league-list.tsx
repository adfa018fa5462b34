import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLocalName } from '#web/lib/local-name.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { LEAGUES_REFRESH_MS, leaguesQuery } from './api.ts';
import { useCountryName } from './countries.ts';
import { type Country, groupByCountry, type LeagueOverview } from './group-by-country.ts';

/** Countries have as many leagues as they have: columns are filled one after another, without holes. */
const COLUMNS = 'gap-4 md:columns-2 xl:columns-3';

/** All leagues, by country. */
export function LeagueList() {
  const t = useTranslations('leagues');
  const { data, error, refetch, isPending } = useQuery({ ...leaguesQuery, refetchInterval: LEAGUES_REFRESH_MS });
  if (isPending) return <ListSkeleton />;
  if (!data) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) return <EmptyState icon={<Trophy size={28} />} title={t('empty')} hint={t('empty_hint')} />;
  return (
    <div className={COLUMNS}>
      {groupByCountry(data.items).map((country) => (
        <CountryCard key={country.code} country={country} />
      ))}
    </div>
  );
}

function CountryCard({ country: { code, leagues } }: { country: Country }) {
  const heading = useId();
  const nameOf = useCountryName();
  return (
    <section
      aria-labelledby={heading}
      className="mb-3 break-inside-avoid overflow-hidden rounded-card border border-line bg-surface md:mb-4"
    >
      <header className="flex items-center gap-2.5 border-b border-line px-4 py-[11px]">
        <Flag code={code} />
        <h2 id={heading} className="truncate font-[620]">
          {nameOf(code)}
        </h2>
      </header>
      <ul>
        {leagues.map((league) => (
          <LeagueRow key={league.id} league={league} />
        ))}
      </ul>
    </section>
  );
}

/** The name leads to the table, or to the matches where there is none; today's matches have their own link. */
function LeagueRow({ league }: { league: LeagueOverview }) {
  const t = useTranslations('leagues');
  const name = useLocalName()(league);
  const matches = `/matches?league=${league.id}${league.sport === 'football' ? '' : `&sport=${league.sport}`}`;
  const isCup = league.form === 'cup';
  return (
    <li className="relative grid min-h-[62px] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line px-4 py-2.5 last:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)]">
      <div className="min-w-0">
        <Link
          to={isCup ? matches : `/leagues/${league.id}/standings`}
          aria-label={isCup ? undefined : t('standings_of', { league: name })}
          title={name}
          className="block truncate font-[550] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
        <p className="flex items-center gap-2 truncate text-[12.5px] text-muted">
          {isCup && <Tag tone="quiet">{t('cup')}</Tag>}
          {t('teams', { count: league.teams })}
        </p>
      </div>
      <Link
        to={matches}
        aria-label={t('matches_of', { league: name })}
        className="relative z-1 grid justify-items-end gap-0.5 rounded-tag text-right text-[12.5px] text-muted before:absolute before:-inset-2.5 hover:text-text"
      >
        {league.live > 0 && (
          <span className="flex items-center gap-1.5 font-semibold text-live">
            <LiveDot />
            {t('live', { count: league.live })}
          </span>
        )}
        <span>{t('today', { count: league.matches_today })}</span>
      </Link>
    </li>
  );
}

function ListSkeleton() {
  return (
    <div className={COLUMNS}>
      {[2, 1, 1, 1, 1, 1].map((rows, country) => (
        <Skeleton key={country} className={`mb-3 break-inside-avoid rounded-card md:mb-4 ${rows === 2 ? 'h-[169px]' : 'h-[107px]'}`} />
      ))}
    </div>
  );
}
