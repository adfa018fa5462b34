import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { LeagueRef } from '#contract/matches.ts';
import type { Pick } from '#domain/sport.ts';
import { betsQuery } from '#web/features/bets/api.ts';
import { leaguesQuery } from '#web/features/leagues/api.ts';
import type { LeagueOverview } from '#web/features/leagues/group-by-country.ts';
import { StandingsPanel } from '#web/features/leagues/standings-panel.tsx';
import { type DayRequest, dayMatches } from '#web/features/matches/api.ts';
import { DateStrip } from '#web/features/matches/date-strip.tsx';
import { DayLeagues } from '#web/features/matches/day-leagues.tsx';
import { toggleFavourite } from '#web/features/matches/favourites.ts';
import { FavouritesList } from '#web/features/matches/favourites-list.tsx';
import { FilterTag } from '#web/features/matches/filter-tag.tsx';
import type { MatchFilters } from '#web/features/matches/filters.ts';
import { InviteBanner } from '#web/features/matches/invite-banner.tsx';
import { ListBar } from '#web/features/matches/list-bar.tsx';
import { addDays, localDate } from '#web/features/matches/local-day.ts';
import { MatchList } from '#web/features/matches/match-list.tsx';
import { setShowOdds, useShowOdds } from '#web/features/matches/odds-preference.ts';
import { Rail } from '#web/features/matches/rail.tsx';
import { RecommendedCard } from '#web/features/matches/recommended-card.tsx';
import { offeredSports } from '#web/features/matches/sports.ts';
import { useListKeys } from '#web/features/matches/use-list-keys.ts';
import { useLiveDay } from '#web/features/matches/use-live-day.ts';
import { useMatchFilters } from '#web/features/matches/use-match-filters.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useUser } from '#web/lib/session.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { useNow } from '#web/lib/use-now.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Segmented } from '#web/ui/segmented.tsx';

/** The list of a day's matches, with what else is worth a look beside it. */
export function MatchesPage() {
  const t = useTranslations();
  usePage(t('titles.matches'), { heading: null });
  const navigate = useNavigate();
  const { filters, hrefWith, change } = useMatchFilters();
  const today = localDate(useNow(60_000));
  const date = filters.date ?? today;
  const request: DayRequest = { date, sport: filters.sport, status: filters.status, leagueId: filters.leagueId, q: filters.q };
  const wholeDay = useInfiniteQuery(dayMatches({ ...request, status: null, leagueId: null, q: '' })).data?.pages[0];
  const leagues = useQuery(leaguesQuery).data?.items;
  const showOdds = useShowOdds(({ show }) => show);
  const myPicks = useMyPicks();
  useLiveDay(request);

  const hrefOfDay = (day: string) => hrefWith({ date: day === today ? null : day });
  useListKeys({
    onPreviousDay: () => void navigate(hrefOfDay(addDays(date, -1)), { preventScrollReset: true }),
    onNextDay: () => void navigate(hrefOfDay(addDays(date, 1)), { preventScrollReset: true }),
    onFavourite: toggleFavourite,
  });

  const chosen = wholeDay?.leagues.find(({ id }) => id === filters.leagueId) ?? leagues?.find(({ id }) => id === filters.leagueId);
  const tableOf = chosen ?? wholeDay?.leagues.find(({ form }) => form === 'league');
  return (
    <div className="page-width grid items-start gap-7 lg:grid-cols-[208px_minmax(0,1fr)] xl:grid-cols-[208px_minmax(0,1fr)_336px]">
      <div className="max-lg:hidden">
        <Rail filters={filters} hrefWith={hrefWith} day={wholeDay} leagues={leagues} />
      </div>
      <div className="min-w-0">
        <h1 className="sr-only">{t('matches.heading')}</h1>
        <PhoneSports filters={filters} onChange={change} leagues={leagues} />
        {filters.tab !== 'favorites' && <DateStrip date={date} today={today} hrefOf={hrefOfDay} />}
        <ListBar filters={filters} onChange={change} liveCount={wholeDay?.counts.live} showOdds={showOdds} onShowOdds={setShowOdds} />
        {filters.tab === 'all' && <FilterTags filters={filters} onChange={change} league={chosen} />}
        {filters.tab === 'all' && (
          <MatchList request={request} filters={filters} hrefWith={hrefWith} showOdds={showOdds} myPicks={myPicks} />
        )}
        {filters.tab === 'favorites' && <FavouritesList showOdds={showOdds} myPicks={myPicks} allHref={hrefWith({ tab: 'all' })} />}
        {filters.tab === 'leagues' && wholeDay && (
          <DayLeagues leagues={wholeDay.leagues} hrefOf={(leagueId) => hrefWith({ leagueId, tab: 'all' })} />
        )}
      </div>
      <div className="grid gap-4 lg:max-xl:col-start-2 lg:max-xl:grid-cols-2 lg:max-xl:items-start">
        <RecommendedCard sport={filters.sport} />
        {tableOf?.form === 'league' && <StandingsPanel league={tableOf} />}
        <InviteBanner />
      </div>
    </div>
  );
}

interface FilterProps {
  filters: MatchFilters;
  onChange: (changes: Partial<MatchFilters>) => void;
}

/** The phone has no rail: where there is more than one sport, they are chosen here. */
function PhoneSports({ filters, onChange, leagues }: FilterProps & { leagues: LeagueOverview[] | undefined }) {
  const t = useTranslations('matches');
  const isPhone = useIsPhone();
  const sports = offeredSports(leagues);
  if (!isPhone || sports.length < 2) return null;
  return (
    <Segmented
      label={t('sports_nav')}
      value={filters.sport}
      options={sports.map((sport) => ({ value: sport, label: t(`sports.${sport}`) }))}
      onChange={(sport) => onChange({ sport, leagueId: null })}
      className="mb-3 overflow-x-auto"
    />
  );
}

/** What narrows the list and has no control of its own beside it. */
function FilterTags({ filters: { q }, onChange, league }: FilterProps & { league: LeagueRef | undefined }) {
  const t = useTranslations('matches');
  const nameOf = useLocalName();
  if (q === '' && !league) return null;
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {q !== '' && <FilterTag label={t('only_search', { q })} onRemove={() => onChange({ q: '' })} />}
      {league && <FilterTag label={t('only_league', { league: nameOf(league) })} onRemove={() => onChange({ leagueId: null })} />}
    </div>
  );
}

/** What the user's open bets are on, by match. */
function useMyPicks(): ReadonlyMap<number, Pick> {
  const user = useUser();
  const { data } = useQuery({ ...betsQuery({ status: 'ongoing', page_size: 100 }), enabled: user !== null });
  return useMemo(() => new Map(user ? data?.items.map((bet) => [bet.match.id, bet.pick]) : []), [user, data]);
}
