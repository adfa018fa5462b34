import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import Trophy from 'lucide-react/icons/trophy';
import { type ReactNode, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listLeagues } from '#contract/leagues.ts';
import { folded, foldings } from '#domain/chat/folding.ts';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { useFavorites } from '#web/data/favorites.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/card.tsx';
import { FavoriteStar } from '#web/ui/favorite-star.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { LiveDot } from '#web/ui/match-marks.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { LEAGUES_REFRESH_MS, leaguesQuery } from './api.ts';
import { useCountryName } from './countries.ts';
import { LeagueListBar } from './league-list-bar.tsx';
import { matchesOf } from './matches-of.ts';

/** Countries differ in their number of leagues: columns are filled in turn, without gaps. */
const COLUMNS = 'gap-4 md:columns-2 xl:columns-3';

/** The minimum number of leagues for which the name filter is shown. */
const FILTER_MIN = 12;

/** Lists the leagues of a sport by country; starred ones first. */
export function LeagueList() {
  const t = useTranslations('leagues');
  const nameOf = useCountryName();
  const starred = useFavorites(({ league }) => league);
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

/** Returns the sports that have leagues, in their usual order. */
export const sportsOf = (leagues: readonly Pick<LeagueOverview, 'sport'>[]): Sport[] =>
  SPORTS.filter((sport) => leagues.some((league) => league.sport === sport));

/** Returns the leagues whose name in any language, or whose country, matches; accents, case and the order of words are ignored. */
export function leaguesCalled(
  leagues: readonly LeagueOverview[],
  typed: string,
  countryName: (code: string | null) => string,
): LeagueOverview[] {
  if (typed.trim() === '') return [...leagues];
  const words = folded(typed).split(' ');
  return leagues.filter((league) => {
    const names = [league.name, ...Object.values(league.names), countryName(league.country_code)].flatMap(foldings).join(' ');
    return words.every((word) => word !== '' && names.includes(word));
  });
}

const LENGTH_MAX = 80;

/** Returns the list's state from the address. Typed text applies at once; the address follows. */
function useListAddress() {
  const [params, setParams] = useSearchParams();
  const [q, setQ] = useState(params.get('q')?.slice(0, LENGTH_MAX) ?? '');

  function change(name: 'sport' | 'q', value: string): void {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true, preventScrollReset: true });
  }
  return {
    /** The sport in the address, valid or not; null if absent. */
    sport: params.get('sport'),
    q,
    chooseSport: (sport: Sport) => change('sport', sport),
    type: (text: string) => {
      setQ(text);
      change('q', text.trim());
    },
  };
}

/** Shows a league; its name links to its page, and today's matches have their own link. */
function LeagueRow({ league }: { league: LeagueOverview }) {
  const t = useTranslations('leagues');
  const name = useLocalName()(league);
  return (
    <li className="relative grid min-h-[62px] grid-cols-[minmax(0,1fr)_auto_22px] items-center gap-x-4 border-b border-line px-4 py-2.5 last:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)]">
      <div className="min-w-0">
        <Link
          to={`/leagues/${league.id}/standings`}
          title={name}
          className="block truncate font-[550] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
        <p className="flex items-center gap-2 truncate text-[12.5px] text-muted">
          {league.form === 'cup' && <Tag tone="quiet">{t('cup')}</Tag>}
          {t(league.sport === 'tennis' ? 'players' : 'teams', { count: league.teams })}
        </p>
      </div>
      <Link
        to={matchesOf(league)}
        aria-label={t('matches_of', { league: name })}
        className="relative z-1 grid justify-items-end gap-0.5 rounded-tag text-right text-[12.5px] text-muted before:absolute before:-inset-x-2 before:-inset-y-3 hover:text-text"
      >
        {league.live > 0 && (
          <span className="flex items-center gap-1.5 font-semibold text-live">
            <LiveDot />
            {t('live', { count: league.live })}
          </span>
        )}
        <span>{t('today', { count: league.matches_today })}</span>
      </Link>
      <FavoriteStar kind="league" id={league.id} name={name} />
    </li>
  );
}

export type LeagueOverview = ReplyOf<typeof listLeagues>['items'][number];

interface Country {
  code: string | null;
  leagues: LeagueOverview[];
}

/** Groups leagues by country, in the order of each country's first league; leagues without a country come last. */
export function groupByCountry(leagues: readonly LeagueOverview[]): Country[] {
  const countries = new Map<string | null, LeagueOverview[]>();
  for (const league of leagues) countries.set(league.country_code, [...(countries.get(league.country_code) ?? []), league]);
  const groups = [...countries].map(([code, own]) => ({ code, leagues: own }));
  return groups.toSorted((a, b) => Number(a.code === null) - Number(b.code === null));
}
