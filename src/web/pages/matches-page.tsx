import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { betsQuery } from '#web/features/bets/api.ts';
import { leaguesQuery } from '#web/features/leagues/api.ts';
import { StandingsPanel } from '#web/features/leagues/standings-panel.tsx';
import { type DayRequest, dayMatches } from '#web/features/matches/api.ts';
import { DateStrip } from '#web/features/matches/date-strip.tsx';
import { DayLeagues } from '#web/features/matches/day-leagues.tsx';
import { toggleFavourite } from '#web/features/matches/favourites.ts';
import { FavouritesList } from '#web/features/matches/favourites-list.tsx';
import { FilterTag } from '#web/features/matches/filter-tag.tsx';
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
  const nameOf = useLocalName();
  const { filters, hrefWith, change } = useMatchFilters();
  const today = localDate(useNow(60_000));
  const date = filters.date ?? today;
  const request: DayRequest = { date, sport: filters.sport, status: filters.status, leagueId: filters.leagueId, q: filters.q };
  const wholeDay = useInfiniteQuery(dayMatches({ ...request, status: null, leagueId: null, q: '' })).data?.pages[0];
  const leagues = useQuery(leaguesQuery).data?.items;
  const showOdds = useShowOdds(({ show }) => show);
  const myPicks = useMyPicks();
  const isPhone = useIsPhone();
  const sports = offeredSports(leagues);
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
        {isPhone && sports.length > 1 && (
          <Segmented
            label={t('matches.sports_nav')}
            value={filters.sport}
            options={sports.map((sport) => ({ value: sport, label: t(`matches.sports.${sport}`) }))}
            onChange={(sport) => change({ sport, leagueId: null })}
            className="mb-3 overflow-x-auto"
          />
        )}
        {filters.tab !== 'favorites' && <DateStrip date={date} today={today} hrefOf={hrefOfDay} />}
        <ListBar filters={filters} onChange={change} liveCount={wholeDay?.counts.live} showOdds={showOdds} onShowOdds={setShowOdds} />
        {filters.tab === 'all' && (filters.q !== '' || chosen) && (
          <div className="mb-3 flex flex-wrap gap-2">
            {filters.q !== '' && <FilterTag label={t('matches.only_search', { q: filters.q })} onRemove={() => change({ q: '' })} />}
            {chosen && (
              <FilterTag label={t('matches.only_league', { league: nameOf(chosen) })} onRemove={() => change({ leagueId: null })} />
            )}
          </div>
        )}
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

/** What the user's open bets are on, by match. */
function useMyPicks(): ReadonlyMap<number, Pick> {
  const user = useUser();
  const { data } = useQuery({ ...betsQuery({ status: 'ongoing', page_size: 100 }), enabled: user !== null });
  return useMemo(() => new Map(user ? data?.items.map((bet) => [bet.match.id, bet.pick]) : []), [user, data]);
}
