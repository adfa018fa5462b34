import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isInPlay } from '#domain/matches/match-status.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { PHONE } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { StaleNote } from '#web/ui/match-marks.tsx';
import { ErrorState } from '#web/ui/placeholders.tsx';
import { type DayRequest, dayMatches } from './api.ts';
import type { MatchFilters } from './filters.ts';
import type { LeagueGroup } from './league-groups.ts';
import { LeagueSection } from './league-section.tsx';
import { ListEmpty } from './list-empty.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { addDays } from './local-day.ts';
import { MatchRows } from './match-rows.tsx';
import { useRefresh } from './use-live-day.ts';
import { usePinnedDay } from './use-pinned-day.ts';

interface MatchListProps {
  request: DayRequest;
  filters: MatchFilters;
  /** False if the address names a league that does not exist. */
  isKnownLeague: boolean;
  hrefWith: (changes: Partial<MatchFilters>) => string;
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
}

/** A working feed, polled at our rate, is never silent for this many seconds. */
const LATE_SECONDS = 40;

/** Positioned over the list's edge, then below the top bar, so that showing it does not move content. */
const OVER_THE_LIST =
  'pointer-events-none sticky top-[70px] z-10 flex h-0 justify-center *:h-fit *:-translate-y-1/3 *:rounded-chip *:border *:border-line *:bg-raised *:px-3 *:py-0.5 md:top-[78px]';

/** Lists a day's matches by league. */
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
      {/* A silent feed matters only during play. */}
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

interface PinnedMatchesProps {
  groups: readonly LeagueGroup[];
  showOdds: boolean;
  /** The picks of the user's own bets, by match. */
  myPicks: ReadonlyMap<number, Pick>;
}

/** Shows the favorites above a day's list; renders nothing if there are none. */
function PinnedMatches({ groups, showOdds, myPicks }: PinnedMatchesProps) {
  const t = useTranslations('favorites');
  const nameOf = useLocalName();
  const heading = useId();
  if (groups.length === 0) return null;
  return (
    <section
      aria-labelledby={heading}
      className="mb-3 overflow-hidden rounded-[14px] border border-line bg-surface md:mb-4 md:rounded-card"
    >
      <header className="flex items-center gap-2.5 border-b border-line px-3 py-[11px] md:px-4">
        <span aria-hidden className="w-[18px] flex-none text-center text-[17px] leading-none text-accent">
          ★
        </span>
        <h2 id={heading} className="truncate font-[620]">
          {t('title')}
        </h2>
      </header>
      {groups.map(({ league, matches }) => (
        <div key={league.id} className="border-b border-line last:border-0">
          <h3 className="flex items-center gap-2.5 bg-bg px-3 py-1.5 text-[12.5px] font-[550] text-muted md:px-4">
            <Flag code={league.country_code} />
            <span className="truncate">{nameOf(league)}</span>
          </h3>
          <MatchRows matches={matches} sport={league.sport} showOdds={showOdds} myPicks={myPicks} />
        </div>
      ))}
    </section>
  );
}

interface LeagueSectionsProps {
  groups: readonly LeagueGroup[];
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
  /** Returns the address of all matches of a league; null if all are shown. */
  hrefOf: ((leagueId: number) => string) | null;
}

/** Lists leagues. Until layout is known, only those that fill the screen are rendered. */
function LeagueSections({ groups, showOdds, myPicks, hrefOf }: LeagueSectionsProps) {
  const [firstRows] = useState(rowsOfScreen);
  let above = 0;
  return groups.map((group) => {
    const left = firstRows - above;
    above += Math.max(1, group.matches.length);
    return (
      <Section
        key={group.league.id}
        group={group}
        showOdds={showOdds}
        myPicks={myPicks}
        firstRows={left}
        {...(hrefOf && { allHref: hrefOf(group.league.id) })}
      />
    );
  });
}

/** Minimum row height; content around the list takes part of the screen too. */
const ROW_PX_MIN = { phone: 96, desktop: 56 };

const rowsOfScreen = (): number =>
  Math.ceil(window.innerHeight / (window.matchMedia(PHONE).matches ? ROW_PX_MIN.phone : ROW_PX_MIN.desktop));

type SectionProps = Parameters<typeof LeagueSection>[0];

/** Re-rendered only when one of its matches has changed: each push creates new group objects. */
const Section = memo(
  LeagueSection,
  (a: SectionProps, b: SectionProps) =>
    isSame(a.group, b.group) && a.showOdds === b.showOdds && a.myPicks === b.myPicks && a.allHref === b.allHref,
);

const isSame = (a: LeagueGroup, b: LeagueGroup): boolean =>
  a.league === b.league &&
  a.total === b.total &&
  a.hidden === b.hidden &&
  a.matches.length === b.matches.length &&
  a.matches.every((match, i) => match === b.matches[i]);
