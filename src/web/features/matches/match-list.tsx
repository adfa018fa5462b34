import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isInPlay } from '#domain/match-status.ts';
import type { Pick } from '#domain/sport.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { StaleNote } from '#web/ui/stale-note.tsx';
import { type DayRequest, dayMatches } from './api.ts';
import type { MatchFilters } from './filters.ts';
import { LeagueSections } from './league-sections.tsx';
import { ListEmpty } from './list-empty.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { LoadMore } from './load-more.tsx';
import { addDays } from './local-day.ts';
import { PinnedMatches } from './pinned-matches.tsx';
import { usePinnedDay } from './use-pinned-day.ts';
import { useRefresh } from './use-refresh.ts';

interface MatchListProps {
  request: DayRequest;
  filters: MatchFilters;
  /** False where the address names a league that does not exist. */
  isKnownLeague: boolean;
  hrefWith: (changes: Partial<MatchFilters>) => string;
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
}

/** A feed that is well, asked as often as we ask, is never silent for as long. */
const LATE_SECONDS = 40;

/** On the edge of the list, then below the top bar: what somebody is about to press does not move away when it comes. */
const OVER_THE_LIST =
  'pointer-events-none sticky top-[70px] z-10 flex h-0 justify-center *:h-fit *:-translate-y-1/3 *:rounded-chip *:border *:border-line *:bg-raised *:px-3 *:py-0.5 md:top-[78px]';

/** A day's matches by league. */
export function MatchList({ request, filters, isKnownLeague, hrefWith, showOdds, myPicks }: MatchListProps) {
  const t = useTranslations('matches');
  const refetchInterval = useRefresh(showOdds);
  const { data, error, refetch, isPending, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery({ ...dayMatches(request), refetchInterval });
  const day = usePinnedDay(request, { data, isPlaceholderData }, refetchInterval);
  if (isPending || (data && !day)) return <ListSkeleton showOdds={showOdds} />;
  if (!data || !day) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;

  const confirmedAt = data.pages[0]?.confirmed_at ?? null;
  const hasLive = [...day.pinned, ...day.leagues].some(({ matches }) => matches.some(({ status }) => isInPlay(status)));
  return (
    <div aria-busy={isPlaceholderData}>
      {/* Where nothing is played a silent feed tells no lie. */}
      {hasLive && confirmedAt !== null && (
        <div className={OVER_THE_LIST}>
          <StaleNote since={confirmedAt} afterSeconds={LATE_SECONDS} />
        </div>
      )}
      {day.pinned.length + day.leagues.length === 0 && (
        <ListEmpty filters={filters} isKnownLeague={isKnownLeague} hrefWith={hrefWith} nextDay={addDays(request.date, 1)} />
      )}
      <PinnedMatches groups={day.pinned} showOdds={showOdds} myPicks={myPicks} />
      <LeagueSections
        groups={day.leagues}
        showOdds={showOdds}
        myPicks={myPicks}
        hrefOf={request.leagueId === null ? (leagueId) => hrefWith({ leagueId }) : null}
      />
      {isFetchNextPageError && <ErrorState title={t('load_failed')} error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </div>
  );
}
