import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLocalName } from '#web/lib/local-name.ts';
import { FavouriteStar } from '#web/ui/favourite-star.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { Tag } from '#web/ui/tag.tsx';
import type { LeagueOverview } from './group-by-country.ts';
import { matchesOf } from './matches-of.ts';

/** The name leads to the league's page; today's matches have their own link. */
export function LeagueRow({ league }: { league: LeagueOverview }) {
  const t = useTranslations('leagues');
  const name = useLocalName()(league);
  return (
    <li className="relative grid min-h-[62px] grid-cols-[minmax(0,1fr)_auto_22px] items-center gap-x-4 border-b border-line px-4 py-2.5 last:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)]">
      <div className="min-w-0">
        <Link
          to={`/leagues/${league.id}/standings`}
          title={name}
          className="block truncate font-[550] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
        <p className="flex items-center gap-2 truncate text-[12.5px] text-muted">
          {league.form === 'cup' && <Tag tone="quiet">{t('cup')}</Tag>}
          {t(league.sport === 'tennis' ? 'players' : 'teams', { count: league.teams })}
        </p>
      </div>
      <Link
        to={matchesOf(league)}
        aria-label={t('matches_of', { league: name })}
        className="relative z-1 grid justify-items-end gap-0.5 rounded-tag text-right text-[12.5px] text-muted before:absolute before:-inset-x-2 before:-inset-y-3 hover:text-text"
      >
        {league.live > 0 && (
          <span className="flex items-center gap-1.5 font-semibold text-live">
            <LiveDot />
            {t('live', { count: league.live })}
          </span>
        )}
        <span>{t('today', { count: league.matches_today })}</span>
      </Link>
      <FavouriteStar kind="league" id={league.id} name={name} />
    </li>
  );
}
