import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLocalName } from '#web/lib/local-name.ts';
import { Flag } from '#web/ui/flag.tsx';
import { LiveDot } from '#web/ui/match-marks.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import type { DayPage } from './api.ts';
import { countOf } from './league-groups.ts';
import type { useDaySummary } from './use-live-day.ts';

interface DayLeaguesProps {
  summary: ReturnType<typeof useDaySummary>;
  hrefOf: (leagueId: number) => string;
  /** Shown if there are no leagues. */
  empty: ReactNode;
}

/** More than fit a screen, so that content below does not appear and disappear. */
const SKELETON_LEAGUES = 16;

/** Lists the leagues that play on a day, with links to their matches. */
export function DayLeagues({ summary: { day, error, refetch }, hrefOf, empty }: DayLeaguesProps) {
  const t = useTranslations('matches');
  if (day) return day.leagues.length === 0 ? empty : <Leagues leagues={day.leagues} hrefOf={hrefOf} />;
  if (error) return <ErrorState title={t('load_failed')} error={error} onRetry={refetch} />;
  return (
    <div data-testid="leagues-skeleton" className="rounded-card border border-line bg-surface">
      {Array.from({ length: SKELETON_LEAGUES }, (_, i) => (
        <div key={i} className="flex h-[53px] items-center gap-3 border-b border-line px-4 last:border-0">
          <Skeleton className="h-[13px] w-[18px]" />
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
    </div>
  );
}

function Leagues({ leagues, hrefOf }: { leagues: DayPage['leagues']; hrefOf: (leagueId: number) => string }) {
  const t = useTranslations('matches');
  const nameOf = useLocalName();
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {leagues.map((league) => (
        <li key={league.id} className="border-b border-line last:border-0">
          <Link
            to={hrefOf(league.id)}
            className="flex min-h-[52px] items-center gap-3 px-4 hover:bg-raised focus-visible:-outline-offset-2"
          >
            <Flag code={league.country_code} />
            <span className="min-w-0 truncate font-[550]">{nameOf(league)}</span>
            <span className="ml-auto flex flex-none items-center gap-3 text-[13px] text-muted">
              {league.counts.live > 0 && (
                <span className="flex items-center gap-1.5 font-semibold text-live">
                  <LiveDot />
                  {t('live_count', { count: league.counts.live })}
                </span>
              )}
              <span>{t('matches_count', { count: countOf(league) })}</span>
              <ChevronRight size={16} aria-hidden className="text-faint" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
