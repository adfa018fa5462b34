import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, memo, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isInPlay } from '#domain/matches/match-status.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { PHONE } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { StaleNote } from '#web/ui/match-marks.tsx';
import { ErrorState } from '#web/ui/placeholders.tsx';
import { type DayRequest, dayMatches } from './api.ts';
import type { MatchFilters } from './filters.ts';
import type { LeagueGroup } from './league-groups.ts';
import { LeagueSection } from './league-section.tsx';
import { ListEmpty } from './list-empty.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { addDays } from './local-day.ts';
import { PinnedMatches, PlayingMatches, SoonMatches } from './top-matches.tsx';
import { useDaySections } from './use-day-sections.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useRefresh } from './use-live-day.ts';

interface MatchListProps {
  request: DayRequest;
  filters: MatchFilters;
  /** False if the address names a league that does not exist. */
  isKnownLeague: boolean;
  hrefWith: (changes: Partial<MatchFilters>) => string;
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
  /** Shown after the first section. */
  afterFirst?: ReactNode;
}

/** A working feed, polled at our rate, is never silent for this many seconds. */
const LATE_SECONDS = 40;

/** Positioned over the list's edge, then below the top bar, so that showing it does not move content. */
const OVER_THE_LIST =
  'pointer-events-none sticky top-[64px] z-10 flex h-0 justify-center *:h-fit *:-translate-y-1/3 *:rounded-chip *:border *:border-line *:bg-raised *:px-3 *:py-0.5 md:top-[78px]';

/** Lists a day's matches by league. */
export function MatchList({ request, filters, isKnownLeague, hrefWith, afterFirst, ...look }: MatchListProps) {
  const t = useTranslations('matches');
  const [firstRows] = useState(rowsOfScreen);
  const refetchInterval = useRefresh(look.showOdds);
  const query = useInfiniteQuery({ ...dayMatches(request), refetchInterval });
  const { data, error, refetch, isPending, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    query;
  const { day, isFetching } = useDaySections(request, query, refetchInterval);
  useKeptPlace(Boolean(data && day), isFetching);
  if (isPending || (data && !day)) return <ListSkeleton showOdds={look.showOdds} />;
  if (!data || !day) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;

  const confirmedAt = data.pages[0]?.confirmed_at ?? null;
  const all = [...day.playing, ...day.pinned, ...day.soon, ...day.leagues];
  const tops = [
    { key: 'playing', groups: day.playing, Section: PlayingMatches },
    { key: 'pinned', groups: day.pinned, Section: PinnedMatches },
    { key: 'soon', groups: day.soon, Section: SoonMatches },
  ].filter(({ groups }) => groups.length > 0);
  const rowsBefore = (place: number) => countMatches(tops.slice(0, place).flatMap(({ groups }) => groups));
  const hasLive = all.some(({ matches }) => matches.some(({ status }) => isInPlay(status)));
  return (
    <div aria-busy={isPlaceholderData}>
      {/* A silent feed matters only during play. */}
      {hasLive && confirmedAt !== null && (
        <div className={OVER_THE_LIST}>
          <StaleNote since={confirmedAt} afterSeconds={LATE_SECONDS} />
        </div>
      )}
      {all.length === 0 && (
        <ListEmpty filters={filters} isKnownLeague={isKnownLeague} hrefWith={hrefWith} nextDay={addDays(request.date, 1)} />
      )}
      {tops.map(({ groups, key, Section }, place) => (
        <Fragment key={key}>
          <Section
            groups={groups}
            foldKey={`${key} ${request.date} ${request.sport}`}
            firstRows={firstRows - rowsBefore(place)}
            {...look}
          />
          {place === 0 && afterFirst}
        </Fragment>
      ))}
      <LeagueSections
        groups={day.leagues}
        request={request}
        firstRows={firstRows - countMatches(all) + countMatches(day.leagues)}
        {...look}
        hrefOf={request.leagueId === null ? (leagueId) => hrefWith({ leagueId }) : null}
        afterFirst={tops.length === 0 && afterFirst}
      />
      {isFetchNextPageError && <ErrorState title={t('load_failed')} error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </div>
  );
}

interface LoadMoreProps {
  isBusy: boolean;
  onMore: () => void;
}

/** Two screens ahead, so that scrolling does not reach the end. */
const AHEAD = '0px 0px 200% 0px';

/** The end of an incomplete list: loads more when it comes near, or on request. */
function LoadMore({ isBusy, onMore }: LoadMoreProps) {
  const t = useTranslations('matches');
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    if (!end.current || isBusy || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: AHEAD });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div ref={end}>
      <Button look="quiet" wide busy={isBusy} onClick={onMore}>
        {t('load_more')}
      </Button>
    </div>
  );
}

const countMatches = (groups: readonly LeagueGroup[]): number => groups.reduce((sum, { matches }) => sum + matches.length, 0);

interface LeagueSectionsProps {
  groups: readonly LeagueGroup[];
  request: DayRequest;
  /** Number of rows rendered before layout is known. */
  firstRows: number;
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
  /** Returns the address of all matches of a league; null if all are shown. */
  hrefOf: ((leagueId: number) => string) | null;
  afterFirst: ReactNode;
}

/** Lists leagues. Until layout is known, only those that fill the screen are rendered. */
function LeagueSections({ groups, request, firstRows, showOdds, myPicks, hrefOf, afterFirst }: LeagueSectionsProps) {
  let above = 0;
  return groups.map((group, place) => {
    const left = firstRows - above;
    above += Math.max(1, group.matches.length);
    return (
      <Fragment key={group.league.id}>
        <Section
          group={group}
          showOdds={showOdds}
          myPicks={myPicks}
          request={request}
          firstRows={left}
          {...(hrefOf && { allHref: hrefOf(group.league.id) })}
        />
        {place === 0 && afterFirst}
      </Fragment>
    );
  });
}

/** Minimum row height. */
const ROW_PX_MIN = { phone: 96, desktop: 56 };
/** The bars above the list are at least this high. */
const ABOVE_PX_MIN = 150;

/** Returns the number of rows that fill the screen, or a few more. */
const rowsOfScreen = (): number =>
  Math.ceil((window.innerHeight - ABOVE_PX_MIN) / (window.matchMedia(PHONE).matches ? ROW_PX_MIN.phone : ROW_PX_MIN.desktop));

type SectionProps = Parameters<typeof LeagueSection>[0];

/** Re-rendered only when one of its matches has changed: each push creates new group objects. */
const Section = memo(
  LeagueSection,
  (a: SectionProps, b: SectionProps) =>
    isSame(a.group, b.group) &&
    a.request?.date === b.request?.date &&
    a.showOdds === b.showOdds &&
    a.myPicks === b.myPicks &&
    a.allHref === b.allHref,
);

const isSame = (a: LeagueGroup, b: LeagueGroup): boolean =>
  a.league === b.league &&
  a.total === b.total &&
  a.hidden === b.hidden &&
  a.folded === b.folded &&
  a.matches.length === b.matches.length &&
  a.matches.every((match, i) => match === b.matches[i]);
