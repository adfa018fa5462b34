import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isInPlay } from '#domain/match-status.ts';
import type { Pick } from '#domain/sport.ts';
import { usePollingInterval } from '#web/lib/live.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { StaleNote } from '#web/ui/stale-note.tsx';
import { type DayRequest, dayMatches, REFRESH_MS } from './api.ts';
import { useFavourites } from './favourites.ts';
import type { MatchFilters } from './filters.ts';
import { groupsOfDay } from './league-groups.ts';
import { LeagueSection } from './league-section.tsx';
import { ListEmpty } from './list-empty.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { addDays } from './local-day.ts';

interface MatchListProps {
  request: DayRequest;
  filters: MatchFilters;
  hrefWith: (changes: Partial<MatchFilters>) => string;
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
}

/** A price or a minute older than this is told to be old. */
const STALE_SECONDS = 60;

/** A day's matches by league. */
export function MatchList({ request, filters, hrefWith, showOdds, myPicks }: MatchListProps) {
  const t = useTranslations('matches');
  const polling = usePollingInterval();
  const { data, error, refetch, isPending, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...dayMatches(request),
    refetchInterval: polling === false ? REFRESH_MS : polling,
  });
  const favourites = useFavourites(({ ids }) => ids);
  if (isPending) return <ListSkeleton showOdds={showOdds} />;
  if (!data) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;

  const groups = groupsOfDay(data, filters.status, favourites);
  const confirmedAt = data.pages[0]?.confirmed_at ?? null;
  const hasLive = groups.some(({ matches }) => matches.some(({ status }) => isInPlay(status)));
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60 transition-opacity delay-150' : undefined}>
      {/* Where nothing is played a silent feed tells no lie. */}
      {hasLive && confirmedAt !== null && (
        <div className="mb-2 empty:hidden">
          <StaleNote since={confirmedAt} afterSeconds={STALE_SECONDS} />
        </div>
      )}
      {groups.length === 0 && <ListEmpty filters={filters} hrefWith={hrefWith} nextDay={addDays(request.date, 1)} />}
      {groups.map((group) => (
        <LeagueSection
          key={group.league.id}
          group={group}
          showOdds={showOdds}
          favourites={favourites}
          myPicks={myPicks}
          {...(request.leagueId === null && { allHref: hrefWith({ leagueId: group.league.id }) })}
        />
      ))}
      {hasNextPage && (
        <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('load_more')}
        </Button>
      )}
    </div>
  );
}
