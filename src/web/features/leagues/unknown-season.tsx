import { useQuery } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/data/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { NotFound } from '#web/ui/obstacles.tsx';
import { EmptyState, ErrorState } from '#web/ui/placeholders.tsx';
import { leagueQuery } from './api.ts';
import { LeagueHeader } from './league-header.tsx';
import { useLeagueAddress } from './use-league-address.ts';

/** A season of which nothing is known, with the way to the one now played; or a league that does not exist at all. */
export function UnknownSeason({ leagueId }: { leagueId: number }) {
  const t = useTranslations('leagues');
  const { hrefWith } = useLeagueAddress();
  const { data: league, error, refetch } = useQuery(leagueQuery(leagueId));
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error) return <ErrorState title={t('standings_failed')} error={error} onRetry={() => void refetch()} />;
  const toCurrent = league && (
    <Button look="quiet" asChild>
      <Link to={hrefWith({ season: null }) || `/leagues/${leagueId}/standings`}>{t('season_current', { season: league.season })}</Link>
    </Button>
  );
  return (
    <>
      <LeagueHeader league={league ?? null} season={null} />
      <EmptyState icon={<CalendarX size={28} />} title={t('season_unknown')} hint={t('season_unknown_hint')} action={toCurrent} />
    </>
  );
}
