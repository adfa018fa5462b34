import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { PlayerPage as Page, PlayerMatch } from '#contract/players.ts';
import { ApiError } from '#web/data/api-error.ts';
import { MatchRow } from '#web/features/match-list/match-row.tsx';
import { PastMatchRow } from '#web/features/match-page/past-match-row.tsx';
import { Marks, Rating } from '#web/features/match-page/player-marks.tsx';
import { playerQuery } from '#web/features/players/api.ts';
import { PlayerHeader } from '#web/features/players/player-header.tsx';
import { PlayerMatches } from '#web/features/players/player-matches.tsx';
import { PlayerSeason } from '#web/features/players/player-season.tsx';
import { NextMatch, type RenderMatches } from '#web/features/teams/team-matches.tsx';
import { useTeam } from '#web/features/teams/use-team.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { NotFound } from '#web/ui/obstacles.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

/** A player: the team's next match, figures of the season, and the player's part in each match. */
export function PlayerPage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(playerQuery(id));
  const isMissing = !data && error instanceof ApiError && error.status === 404;
  const named = data && t('titles.player', { name: data.player.name, team: nameOf(data.team) });
  const title = named ?? t(isMissing ? 'titles.player_missing' : 'search.player');
  usePage(title, { ...(data && { heading: data.player.name, sport: data.sport }), back: '/matches' });
  if (isMissing) return <NotFound title={title} />;
  if (!data && error) return <ErrorState title={t('player_page.load_failed')} error={error} onRetry={() => void refetch()} />;
  // The address of a shortened name leads to that of the name.
  if (data && data.player.id !== id) return <Navigate to={`/player/${data.player.id}`} replace />;
  return <div className="page-width max-w-[1000px]!">{data ? <PlayerContent key={id} page={data} /> : <PlayerSkeleton />}</div>;
}

function PlayerContent({ page }: { page: Page }) {
  const { team } = page;
  const renderMatch = (match: PlayerMatch, words: string) => (
    <PastMatchRow
      key={match.match.id}
      match={match.match}
      teamId={team.id}
      note={
        <>
          {words}
          <Marks marks={marksOf(match)} />
          <span className="ml-auto">
            <Rating rating={match.rating} isBest={match.is_best} />
          </span>
        </>
      }
    />
  );
  return (
    <>
      <PlayerHeader page={page} />
      <div className="grid grid-cols-1 gap-4">
        <TeamsNextMatch teamId={team.id} />
        <PlayerSeason page={page} />
        <PlayerMatches page={page} renderMatch={renderMatch} />
      </div>
    </>
  );
}

const marksOf = ({ goals, own_goals, assists, card, came_on, went_off, rating, minutes }: PlayerMatch) => ({
  ...{ goals, ownGoals: own_goals, assists, card, cameOn: came_on, wentOff: went_off, rating, minutes },
});

/** The match in play of the player's team, or its next one, as on the team's page; nothing if that cannot be loaded. */
function TeamsNextMatch({ teamId }: { teamId: number }) {
  const { data, error } = useTeam(teamId);
  if (data) return <NextMatch matches={data.matches} renderMatches={renderMatches} />;
  return error ? null : <Skeleton className="h-[130px] rounded-card" />;
}

const renderMatches: RenderMatches = (matches, { showDate = false } = {}) =>
  matches.map((match) => <MatchRow key={match.id} match={match} sport={match.league.sport} showOdds myPick={null} showDate={showDate} />);

const PlayerSkeleton = () => (
  <>
    <Skeleton className="mb-4 h-[92px] rounded-card" />
    <Skeleton className="mb-4 h-[130px] rounded-card" />
    <Skeleton className="mb-4 h-[180px] rounded-card" />
    <Skeleton className="h-[280px] rounded-card" />
  </>
);
