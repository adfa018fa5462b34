import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { standingsQuery } from '#web/features/leagues/api.ts';
import { SeasonSelect } from '#web/features/leagues/season-select.tsx';
import { StandingsTable } from '#web/features/leagues/standings-table.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function StandingsPage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const id = Number(useParams().leagueId);
  const [params, setParams] = useSearchParams();
  const season = params.get('season');
  const { data, error, refetch, isPending } = useQuery(standingsQuery(id, { season }));
  const league = data?.league;
  usePage(league ? t('titles.standings', { league: nameOf(league) }) : t('titles.standings_unknown'), {
    ...(league && { heading: nameOf(league) }),
    back: '/leagues',
  });
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  const matches = <Link to={`/matches?league=${id}`}>{t(league?.form === 'cup' ? 'leagues.cup_action' : 'shell.matches')}</Link>;
  return (
    <div className="page-width max-w-[1000px]!">
      <header className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        {league ? <Flag code={league.country_code} className="max-md:hidden" /> : <Skeleton className="h-[13px] w-[18px] max-md:hidden" />}
        {/* The phone's bar names the league already. */}
        <h1 className="min-w-0 truncate text-[20px] font-[680] max-md:sr-only">
          {league ? nameOf(league) : <Skeleton className="my-1 h-5 w-44" />}
        </h1>
        {data && league?.form === 'league' && (
          <div className="flex flex-1 items-center justify-between gap-3 md:justify-end">
            <SeasonSelect
              season={data.season}
              seasons={data.seasons}
              onChange={(chosen) => setParams({ season: chosen }, { preventScrollReset: true })}
            />
            <Button look="quiet" size="s" asChild>
              {matches}
            </Button>
          </div>
        )}
      </header>
      {isPending && <Skeleton className="h-[640px] rounded-card" />}
      {!data && error && <ErrorState title={t('leagues.standings_failed')} error={error} onRetry={() => void refetch()} />}
      {data && league?.form === 'cup' && (
        <EmptyState
          icon={<Trophy size={28} />}
          title={t('leagues.cup_title')}
          hint={t('leagues.cup_hint')}
          action={
            <Button look="quiet" asChild>
              {matches}
            </Button>
          }
        />
      )}
      {data && league?.form === 'league' && data.rows.length === 0 && (
        <EmptyState icon={<Trophy size={28} />} title={t('leagues.standings_empty')} hint={t('leagues.standings_empty_hint')} />
      )}
      {data && league?.form === 'league' && data.rows.length > 0 && <StandingsTable table={data} />}
    </div>
  );
}
