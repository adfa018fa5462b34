import { useQuery } from '@tanstack/react-query';
import CalendarX from 'lucide-react/icons/calendar-x';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { LeagueRef } from '#contract/matches.ts';
import { ApiError } from '#web/data/api-error.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { FavoriteStar } from '#web/ui/favorite-star.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { NotFound } from '#web/ui/obstacles.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { leagueQuery } from './api.ts';
import { useLeagueAddress } from './league-address.ts';
import { matchesOf } from './matches-of.ts';

interface LeagueHeaderProps {
  /** Null while loading. */
  league: LeagueRef | null;
  /** The season selector. */
  season: ReactNode;
  /** The button that adds the league to a calendar. */
  calendar?: ReactNode;
}

/** Shows the league's name, star and season, and a link to today's matches. On phones the bar already names the league. */
export function LeagueHeader({ league, season, calendar }: LeagueHeaderProps) {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  return (
    <header className="mb-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
      {league ? <Flag code={league.country_code} className="max-md:hidden" /> : <Skeleton className="h-[13px] w-[18px] max-md:hidden" />}
      <h1 className="min-w-0 truncate text-[20px] font-[680] max-md:sr-only">
        {league ? nameOf(league) : <Skeleton className="my-1 h-5 w-44" />}
      </h1>
      {league && <FavoriteStar kind="league" id={league.id} name={nameOf(league)} className="max-md:order-1 max-md:mx-2" />}
      {league && calendar}
      <div className="flex min-w-0 flex-1 items-center justify-between gap-3 md:justify-end">
        {season}
        {league && (
          <Button look="quiet" size="s" asChild>
            <Link to={matchesOf(league)}>{t('to_matches')}</Link>
          </Button>
        )}
      </div>
    </header>
  );
}

interface SeasonSelectProps {
  season: string;
  seasons: readonly string[];
  onChange: (season: string) => void;
}

/** Selects the season; not shown for a single one. */
export function SeasonSelect({ season, seasons, onChange }: SeasonSelectProps) {
  const t = useTranslations('leagues');
  if (seasons.length < 2) return <span className="text-[13px] text-muted">{t('season', { season })}</span>;
  const options = seasons.map((value) => ({ value, label: value }));
  return <QuietSelect label={t('season_label')} value={season} options={options} onChange={onChange} />;
}

/** Says that nothing is known of a season, with a link to the current one; or that the league does not exist. */
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
