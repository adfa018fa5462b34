import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLocalName } from '#web/lib/local-name.ts';
import { Flag } from '#web/ui/flag.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import type { DayPage } from './api.ts';
import { countOf } from './league-groups.ts';

interface DayLeaguesProps {
  leagues: DayPage['leagues'];
  hrefOf: (leagueId: number) => string;
}

/** The leagues that play on a day; each leads to its matches. */
export function DayLeagues({ leagues, hrefOf }: DayLeaguesProps) {
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
