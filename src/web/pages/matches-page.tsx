import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { LeagueRef } from '#contract/matches.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { useFavorites } from '#web/data/favorites.ts';
import { betsQuery } from '#web/data/queries.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useUser } from '#web/data/session.ts';
import { leaguesQuery } from '#web/features/leagues/api.ts';
import { type DayRequest, dayMatches } from '#web/features/match-list/api.ts';
import { DateStrip } from '#web/features/match-list/date-strip.tsx';
import { type MatchFilters, readFilters, useMatchFilters } from '#web/features/match-list/filters.ts';
import { AddressNotes, FilterTag, ListBar, LiveChip, setShowOdds, useShowOdds } from '#web/features/match-list/list-bar.tsx';
import { ListEmpty } from '#web/features/match-list/list-empty.tsx';
import { ListSkeleton } from '#web/features/match-list/list-skeleton.tsx';
import { addDays, type LocalDate, localDate, noonOf } from '#web/features/match-list/local-day.ts';
import { MatchList } from '#web/features/match-list/match-list.tsx';
import { Rail } from '#web/features/match-list/rail.tsx';
import { pinnedSelection } from '#web/features/match-list/use-day-sections.ts';
import { useFolded } from '#web/features/match-list/use-folded.ts';
import { useListKeys } from '#web/features/match-list/use-list-keys.ts';
import { useDaySummary, useLiveDay } from '#web/features/match-list/use-live-day.ts';
import { classNames } from '#web/lib/class-names.ts';
import { nowMs, useTicking } from '#web/lib/clock.ts';
import { InTurn } from '#web/lib/in-turn.tsx';
import { lazyPart, Nothing, QUIET } from '#web/lib/lazy-part.tsx';
import { useLocalName } from '#web/lib/local-name.ts';
import { useIsPhone, useMedia } from '#web/lib/use-media.ts';
import { usePage } from '#web/lib/use-page.ts';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { WhenSeen } from '#web/ui/when-near.tsx';

const BESIDE_PLACE = 'min-h-dvh lg:max-xl:col-start-2';
/** The list does without it if it cannot be loaded. */
const BesideTheList = lazyPart(async () => (await import('./matches-page-beside.tsx')).BesideTheList, {
  fallback: () => <div className={BESIDE_PLACE} />,
  failed: Nothing,
});
const SHORTCUTS_PLACE = <div className="mb-3 h-11" />;
const Shortcuts = lazyPart(async () => (await import('./matches-page-shortcuts.tsx')).Shortcuts, {
  fallback: () => SHORTCUTS_PLACE,
  failed: Nothing,
});
// The other tabs are loaded when chosen.
const DayLeagues = lazyPart(async () => (await import('#web/features/match-list/day-leagues.tsx')).DayLeagues, {
  fallback: () => <ListSkeleton showOdds={false} />,
  failed: PartFailed,
});
const FavoritesList = lazyPart(async () => (await import('#web/features/match-list/favorites-list.tsx')).FavoritesList, {
  fallback: ({ showOdds }) => <ListSkeleton showOdds={showOdds} />,
  failed: PartFailed,
});
const CalendarButton = lazyPart(async () => (await import('#web/features/calendars/calendar-button.tsx')).CalendarButton, QUIET);

/** Prefetches what the page at an address begins with; its code may still be loading. */
export async function prepare(search: string): Promise<void> {
  const filters = readFilters(new URLSearchParams(search));
  const request = requestOf(filters, filters.date ?? localDate(new Date(nowMs())));
  if (filters.tab !== 'all') return;
  await Promise.all([
    queryClient.prefetchInfiniteQuery(dayMatches(request)),
    queryClient.prefetchQuery(leaguesQuery),
    queryClient.prefetchQuery(pinnedSelection(request, useFavorites.getState())),
  ]);
}

const requestOf = ({ sport, status, leagueId, q }: MatchFilters, date: LocalDate): DayRequest => ({ date, sport, status, leagueId, q });

/** A day's list of matches, with further content beside it. */
export function MatchesPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { filters, faults, hrefWith, change } = useMatchFilters();
  const today = useTicking(10_000, localDate);
  const date = filters.date ?? today;
  const request = requestOf(filters, date);
  const summary = useDaySummary(request);
  const wholeDay = summary.day;
  const leagues = useQuery(leaguesQuery).data?.items;
  const showOdds = useShowOdds(({ show }) => show);
  const myPicks = useMyPicks();
  useLiveDay(request);

  const hrefOfDay = (day: string) => hrefWith({ date: day === today ? null : day });
  const goToDay = (day: string) => void navigate(hrefOfDay(day), { preventScrollReset: true });
  useListKeys({ onPreviousDay: () => goToDay(addDays(date, -1)), onNextDay: () => goToDay(addDays(date, 1)) });

  const chosen = wholeDay?.leagues.find(({ id }) => id === filters.leagueId) ?? leagues?.find(({ id }) => id === filters.leagueId);
  const isKnownLeague = chosen !== undefined || leagues === undefined;
  const nextDay = addDays(date, 1);
  const tableLeague = chosen ?? wholeDay?.leagues.find(({ form }) => form === 'league');
  const isPhone = useIsPhone();
  const liveCount = wholeDay?.counts.live;
  const isPending = !wholeDay && !summary.error;
  // Below the list, it waits until the list's length is known.
  const isBeside = useMedia('(width >= 1240px)');
  // Tailwind's lg; nothing is rendered that no style would show.
  const isNarrow = useMedia('(width < 1024px)');
  const rows = { showOdds, myPicks };
  usePage(useTitleOf(filters, chosen), { heading: null });
  return (
    <div className="page-width grid items-start gap-7 lg:grid-cols-[192px_minmax(0,1fr)] xl:grid-cols-[192px_minmax(0,1fr)_312px]">
      <div className="max-lg:hidden">
        {!isNarrow && <Rail filters={filters} hrefWith={hrefWith} day={wholeDay} isFailed={summary.error !== null} leagues={leagues} />}
      </div>
      <div className="min-w-0">
        <h1 className="sr-only">{t('matches.heading')}</h1>
        <FoldingControls>
          <InTurn>
            {() => (
              <DateStrip date={date} today={today} hrefOf={hrefOfDay} onChoose={goToDay}>
                <LiveChip filters={filters} onChange={change} count={liveCount} className="h-11 px-2.5" />
              </DateStrip>
            )}
          </InTurn>
          <InTurn>
            {() => <ListBar filters={filters} onChange={change} liveCount={liveCount} showOdds={showOdds} onShowOdds={setShowOdds} />}
          </InTurn>
        </FoldingControls>
        <AddressNotes faults={faults} onMend={() => change({})} />
        {filters.tab === 'all' && <FilterTags filters={filters} onChange={change} league={chosen} />}
        {filters.tab === 'all' && (
          <InTurn>
            {() => (
              <MatchList
                request={request}
                filters={filters}
                isKnownLeague={isKnownLeague}
                hrefWith={hrefWith}
                afterFirst={isPhone && <Shortcuts sport={filters.sport} league={tableLeague} />}
                {...rows}
              />
            )}
          </InTurn>
        )}
        {filters.tab === 'favorites' && (
          <FavoritesList
            date={date}
            allHref={hrefWith({ tab: 'all' })}
            nextDayHref={hrefOfDay(nextDay)}
            calendar={<CalendarButton subject={{ kind: 'mine' }} isWordy />}
            {...rows}
          />
        )}
        {filters.tab === 'leagues' && (
          <DayLeagues
            summary={summary}
            hrefOf={(leagueId) => hrefWith({ leagueId, tab: 'all' })}
            empty={<ListEmpty filters={NO_FILTERS} isKnownLeague hrefWith={hrefWith} nextDay={nextDay} />}
          />
        )}
      </div>
      {(isBeside || filters.tab === 'favorites' || !isPending) && (
        <WhenSeen className={BESIDE_PLACE}>
          <BesideTheList sport={filters.sport} league={tableLeague} isPending={isPending} />
        </WhenSeen>
      )}
    </div>
  );
}

/** The same title as the server's, once the names are known. */
function useTitleOf({ date }: MatchFilters, league: LeagueRef | undefined): string {
  const t = useTranslations('titles');
  const nameOf = useLocalName();
  const format = useFormatter();
  if (league) return t('matches_of', { name: nameOf(league) });
  return date === null ? t('matches') : t('matches_on', { date: format.dateTime(noonOf(date), 'date') });
}

/** The leagues tab shows all leagues of a day. */
const NO_FILTERS = { status: null, leagueId: null, q: '' };

interface FilterProps {
  filters: MatchFilters;
  onChange: (changes: Partial<MatchFilters>) => void;
}

/** The controls above the list. On the phone they stay below the bar, fold on scrolling down and return on scrolling up. */
function FoldingControls({ children }: { children: ReactNode }) {
  const isFolded = useFolded(useIsPhone(), 160);
  return (
    <div
      className={classNames(
        'transition-transform focus-within:translate-y-0 motion-reduce:transition-none max-md:sticky max-md:top-[48px] max-md:z-10 max-md:-mx-3 max-md:-mt-3 max-md:bg-bg max-md:px-3',
        isFolded && 'max-md:-translate-y-[calc(100%+48px)]',
      )}
    >
      {children}
    </div>
  );
}

/** Filters of the list without a control of their own beside it. */
function FilterTags({ filters: { q, leagueId }, onChange, league }: FilterProps & { league: LeagueRef | undefined }) {
  const t = useTranslations('matches');
  const nameOf = useLocalName();
  if (q === '' && leagueId === null) return null;
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {q !== '' && <FilterTag label={t('only_search', { q })} onRemove={() => onChange({ q: '' })} />}
      {leagueId !== null && (
        <FilterTag
          label={league ? t('only_league', { league: nameOf(league) }) : t('only_this_league')}
          onRemove={() => onChange({ leagueId: null })}
        />
      )}
    </div>
  );
}

/** The picks of the user's open bets, by match. */
function useMyPicks(): ReadonlyMap<number, Pick> {
  const user = useUser();
  const { data } = useQuery({ ...betsQuery({ status: 'ongoing', page_size: 100 }), enabled: user !== null });
  return useMemo(() => new Map(user ? data?.items.map((bet) => [bet.match.id, bet.pick]) : []), [user, data]);
}
