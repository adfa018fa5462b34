import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Pick, Sport } from '#domain/matches/sport.ts';
import { useFavorites } from '#web/data/favorites.ts';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { type DayRequest, dayMatches } from './api.ts';
import { FoldButton, useFold } from './fold.tsx';
import { isPinned, type LeagueGroup } from './league-groups.ts';
import { MatchRows } from './match-rows.tsx';

interface FinishedFoldProps {
  request: DayRequest;
  group: LeagueGroup;
  showOdds: boolean;
  /** The picks of the user's own bets, by match. */
  myPicks: ReadonlyMap<number, Pick>;
}

/** One line for a league's finished matches while others are to come; they are fetched when it is opened. */
export function FinishedFold({ request, group: { league, folded }, ...look }: FinishedFoldProps) {
  const t = useTranslations('matches');
  const [isOpen, toggle] = useFold(`finished ${request.date} ${league.id}`);
  return (
    <>
      {isOpen && <Finished request={{ ...request, status: 'finished', leagueId: league.id }} sport={league.sport} {...look} />}
      <FoldButton isOpen={isOpen} onToggle={toggle}>
        {t('finished_count', { count: folded })}
      </FoldButton>
    </>
  );
}

type FinishedProps = Omit<FinishedFoldProps, 'group'> & { sport: Sport };

function Finished({ request, sport, ...look }: FinishedProps) {
  const t = useTranslations('matches');
  const followed = useFavorites();
  const { data, error, refetch } = useInfiniteQuery({ ...dayMatches(request), placeholderData: undefined });
  if (data) {
    // Favorites are shown further up.
    const matches = data.pages.flatMap(({ items }) => items).filter((match) => !isPinned(match, followed));
    return (
      <div className="border-line not-first:border-t">
        <MatchRows matches={matches} sport={sport} {...look} />
      </div>
    );
  }
  if (error) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="m-3 h-[44px]" />;
}
