import { useQueries } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { matchQuery } from '#web/lib/match-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { REFRESH_MS } from './api.ts';
import { useFavourites } from './favourites.ts';
import { groupsOfFavourites } from './league-groups.ts';
import { LeagueSection } from './league-section.tsx';
import { ListSkeleton } from './list-skeleton.tsx';

interface FavouritesListProps {
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
  allHref: string;
}

/** The starred matches, whatever day they are on. */
export function FavouritesList({ showOdds, myPicks, allHref }: FavouritesListProps) {
  const t = useTranslations('matches');
  const favourites = useFavourites(({ ids }) => ids);
  const answers = useQueries({ queries: [...favourites].map((id) => ({ ...matchQuery(id), refetchInterval: REFRESH_MS })) });
  const matches = answers.flatMap(({ data }) => (data ? [data] : []));
  // A match that is no longer known is no reason to hide the others.
  const failed = answers.find(({ error, data }) => !data && error && !(error instanceof ApiError && error.status === 404));

  if (matches.length === 0 && answers.some(({ isPending }) => isPending)) return <ListSkeleton showOdds={showOdds} />;
  if (matches.length === 0 && failed) {
    return <ErrorState title={t('load_failed')} error={failed.error} onRetry={() => answers.forEach(({ refetch }) => void refetch())} />;
  }
  if (matches.length === 0) {
    return (
      <EmptyState
        icon={<Star size={28} />}
        title={t('empty.favorites')}
        hint={t('empty.favorites_hint')}
        action={
          <Button look="quiet" asChild>
            <Link to={allHref}>{t('empty.favorites_action')}</Link>
          </Button>
        }
      />
    );
  }
  return groupsOfFavourites(matches).map((group) => (
    <LeagueSection key={group.league.id} group={group} showOdds={showOdds} favourites={favourites} myPicks={myPicks} showDate />
  ));
}
