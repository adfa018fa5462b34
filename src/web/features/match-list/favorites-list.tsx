import { useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarOff from 'lucide-react/icons/calendar-off';
import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { isInPlay } from '#domain/matches/match-status.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { useFavorites } from '#web/data/favorites.ts';
import { useLiveTopic } from '#web/data/live.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/placeholders.tsx';
import { SELECTED_KEY, type Selected, type SelectedMatch, selection } from './api.ts';
import { withSelectedChange } from './day-cache.ts';
import { byNearness, groupsByLeague, isFollowed, isOn, type LeagueGroup } from './league-groups.ts';
import { LeagueSection } from './league-section.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { type LocalDate, utcDatesOf } from './local-day.ts';
import { useRefresh } from './use-live-day.ts';

interface FavoritesListProps {
  date: LocalDate;
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
  /** The addresses of all matches of the day, and of the next day's favorites. */
  allHref: string;
  nextDayHref: string;
  /** The button that adds all of them to a calendar. */
  calendar: ReactNode;
}

/** Shows all favorites: the day's matches of starred teams and leagues, and starred matches on any day. */
export function FavoritesList({ date, allHref, nextDayHref, calendar, ...look }: FavoritesListProps) {
  const t = useTranslations('favorites');
  const followed = useFavorites();
  const { match, team, league } = followed;
  const asked = selection({ date, ids: match, teamIds: team, leagueIds: league });
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery({ ...asked, refetchInterval: useRefresh(look.showOdds) });
  if (match.size + team.size + league.size === 0) return <NothingStarred allHref={allHref} />;
  if (isPending) return <ListSkeleton showOdds={look.showOdds} />;
  if (!data) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;

  // Until the day's data arrives, the previous day's is shown as a whole.
  const shown = data.items.filter((one) => isFollowed(one, followed));
  const ofDay = shown.filter((one) => isOn(one, data.date)).toSorted(byNearness);
  const others = shown.filter((one) => match.has(one.id) && !isOn(one, data.date)).toSorted(byNearness);
  return (
    <div aria-busy={isPlaceholderData}>
      {ofDay.length === 0 && <NothingThatDay hasOthers={others.length > 0} allHref={allHref} nextDayHref={nextDayHref} />}
      <Sections groups={groupsOf(ofDay)} {...look} />
      {others.length > 0 && (
        <>
          <h2 className="mt-6 mb-3 text-[15px] font-[620]">{t('other_days')}</h2>
          <Sections groups={groupsOf(others)} {...look} showDate />
        </>
      )}
      <p className="mt-5 flex justify-center">{calendar}</p>
      {liveDatesOf(others, data.date).map((day) => (
        <FollowSelected key={day} day={day} />
      ))}
    </div>
  );
}

const groupsOf = (matches: readonly SelectedMatch[]): LeagueGroup[] => groupsByLeague(matches, ({ league }) => league);

/** Returns the UTC dates of matches in play that the selected day's topics do not cover. */
function liveDatesOf(matches: readonly SelectedMatch[], date: LocalDate): string[] {
  const heard = utcDatesOf(date);
  const dates = matches.filter(({ status }) => isInPlay(status)).map(({ kickoff_at }) => kickoff_at?.slice(0, 10) ?? '');
  return [...new Set(dates)].filter((day) => day !== '' && !heard.includes(day));
}

interface SectionsProps {
  groups: readonly LeagueGroup[];
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
  showDate?: boolean;
}

const Sections = ({ groups, ...look }: SectionsProps) =>
  groups.map((group) => <LeagueSection key={group.league.id} group={group} {...look} />);

function NothingStarred({ allHref }: { allHref: string }) {
  const t = useTranslations('favorites');
  return (
    <EmptyState
      icon={<Star size={28} />}
      title={t('empty')}
      hint={t('empty_hint')}
      action={
        <Ways>
          <Way to={allHref}>{t('to_matches')}</Way>
          <Way to="/leagues">{t('to_leagues')}</Way>
        </Ways>
      }
    />
  );
}

interface NothingThatDayProps {
  hasOthers: boolean;
  allHref: string;
  nextDayHref: string;
}

function NothingThatDay({ hasOthers, allHref, nextDayHref }: NothingThatDayProps) {
  const t = useTranslations('favorites');
  return (
    <EmptyState
      {...(!hasOthers && { icon: <CalendarOff size={28} /> })}
      title={t('none_that_day')}
      hint={t('quiet_hint')}
      action={
        <Ways>
          <Way to={nextDayHref}>{t('to_next_day')}</Way>
          <Way to={allHref}>{t('to_matches')}</Way>
        </Ways>
      }
    />
  );
}

const Ways = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap justify-center gap-2">{children}</div>;

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button look="quiet" asChild>
    <Link to={to}>{children}</Link>
  </Button>
);

/** Updates the favorites of one UTC date (YYYY-MM-DD) while it is rendered; renders nothing. */
function FollowSelected({ day }: { day: string }) {
  const client = useQueryClient();
  const fetchAgain = () => void client.invalidateQueries({ queryKey: SELECTED_KEY });
  useLiveTopic(
    `matches:${day}`,
    (change) => {
      if (change.t === 'refetch') return fetchAgain();
      client.setQueriesData<Selected>({ queryKey: SELECTED_KEY }, (selected) => selected && withSelectedChange(selected, change).selected);
    },
    fetchAgain,
  );
  return null;
}
