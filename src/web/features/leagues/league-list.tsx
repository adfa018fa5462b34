import { useQuery } from '@tanstack/react-query';
import { SearchX, Trophy } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useFavourites } from '#web/lib/favourites.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LEAGUES_REFRESH_MS, leaguesQuery } from './api.ts';
import { useCountryName } from './countries.ts';
import { groupByCountry, type LeagueOverview } from './group-by-country.ts';
import { leaguesCalled, sportsOf } from './league-filter.ts';
import { LeagueListBar } from './league-list-bar.tsx';
import { LeagueRow } from './league-row.tsx';
import { useListAddress } from './use-list-address.ts';

/** Countries have as many leagues as they have: columns are filled one after another, without holes. */
const COLUMNS = 'gap-4 md:columns-2 xl:columns-3';

/** From so many leagues on, they can be narrowed by name. */
const FILTER_MIN = 12;

/** The leagues of a sport, by country; starred ones first. */
export function LeagueList() {
  const t = useTranslations('leagues');
  const nameOf = useCountryName();
  const starred = useFavourites(({ league }) => league);
  const { sport: asked, q, chooseSport, type } = useListAddress();
  const { data, error, refetch, isPending } = useQuery({ ...leaguesQuery, refetchInterval: LEAGUES_REFRESH_MS });
  if (isPending) return <ListSkeleton />;
  if (!data) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) return <EmptyState icon={<Trophy size={28} />} title={t('empty')} hint={t('empty_hint')} />;

  const sports = sportsOf(data.items);
  const sport = sports.find((one) => one === asked) ?? sports[0];
  const all = data.items.filter((league) => league.sport === sport);
  const found = leaguesCalled(all, q, nameOf);
  const mine = q.trim() === '' ? all.filter(({ id }) => starred.has(id)) : [];
  return (
    <>
      {sport && (
        <LeagueListBar
          sports={sports}
          sport={sport}
          onSport={chooseSport}
          typed={q}
          {...((all.length >= FILTER_MIN || q !== '') && { onType: type })}
        />
      )}
      {mine.length > 0 && (
        <LeagueCard title={t('starred')}>
          {mine.map((league) => (
            <LeagueRow key={league.id} league={league} />
          ))}
        </LeagueCard>
      )}
      {found.length === 0 && <NothingFound q={q} onClear={() => type('')} />}
      <div className={COLUMNS}>
        {groupByCountry(found).map(({ code, leagues }) => (
          <LeagueCard key={code ?? 'international'} flag={<Flag code={code} />} title={nameOf(code)}>
            {leagues.map((league: LeagueOverview) => (
              <LeagueRow key={league.id} league={league} />
            ))}
          </LeagueCard>
        ))}
      </div>
    </>
  );
}

function LeagueCard({ flag, title, children }: { flag?: ReactNode; title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="mb-3 break-inside-avoid overflow-hidden rounded-card border border-line bg-surface md:mb-4"
    >
      <header className="flex items-center gap-2.5 border-b border-line px-4 py-[11px]">
        {flag}
        <h2 id={heading} className="truncate font-[620]">
          {title}
        </h2>
      </header>
      <ul>{children}</ul>
    </section>
  );
}

function NothingFound({ q, onClear }: { q: string; onClear: () => void }) {
  const t = useTranslations('leagues');
  const all = (
    <Button look="quiet" onClick={onClear}>
      {t('filter_all')}
    </Button>
  );
  return <EmptyState icon={<SearchX size={28} />} title={t('filter_none', { q })} hint={t('filter_none_hint')} action={all} />;
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
