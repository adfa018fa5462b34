import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Flag } from '#web/ui/flag.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import type { MatchFilters } from './filters.ts';
import { countOf } from './league-groups.ts';
import { type LeagueOfSport, matchesToday, offeredSports } from './sports.ts';
import type { DaySummary } from './use-live-day.ts';

interface RailProps {
  filters: MatchFilters;
  hrefWith: (changes: Partial<MatchFilters>) => string;
  /** The whole day without filters; undefined while loading. */
  day: DaySummary | undefined;
  /** Whether loading has failed. */
  isFailed: boolean;
  leagues: readonly LeagueOfSport[] | undefined;
}

/** Lists the sports and the day's leagues with their numbers of matches. */
export function Rail({ filters, hrefWith, day, isFailed, leagues }: RailProps) {
  const t = useTranslations('matches');
  const nameOf = useLocalName();
  return (
    <aside className="grid grid-cols-1 gap-[22px]">
      <nav aria-label={t('sports_nav')}>
        <RailHeading>{t('sports_nav')}</RailHeading>
        {offeredSports(leagues).map((sport) => (
          <RailLink
            key={sport}
            to={hrefWith({ sport, leagueId: null })}
            isCurrent={sport === filters.sport}
            count={sport === filters.sport ? day && countOf(day) : matchesToday(leagues, sport)}
          >
            {t(`sports.${sport}`)}
          </RailLink>
        ))}
      </nav>
      <nav aria-label={t('leagues_nav')}>
        <RailHeading>{t('leagues_nav')}</RailHeading>
        {day === undefined &&
          !isFailed &&
          ['w-28', 'w-20', 'w-24', 'w-32'].map((width) => <Skeleton key={width} className={`mx-2.5 my-3 h-4 ${width}`} />)}
        {day?.leagues.map((league) => {
          const isCurrent = league.id === filters.leagueId;
          return (
            <RailLink
              key={league.id}
              // Pressing the selected league again shows all of them.
              to={hrefWith({ leagueId: isCurrent ? null : league.id, tab: 'all' })}
              isCurrent={isCurrent}
              count={countOf(league)}
            >
              <Flag code={league.country_code} />
              <span className="truncate">{nameOf(league)}</span>
            </RailLink>
          );
        })}
      </nav>
    </aside>
  );
}

function RailHeading({ children }: { children: ReactNode }) {
  return <h2 className="mb-2 ml-2.5 text-[12px] font-semibold text-faint">{children}</h2>;
}

interface RailLinkProps {
  to: string;
  isCurrent: boolean;
  count: number | undefined;
  children: ReactNode;
}

function RailLink({ to, isCurrent, count, children }: RailLinkProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames(
        'flex items-center gap-2.5 rounded-[8px] px-2.5 py-[7px] font-medium transition-colors hover:text-text',
        isCurrent ? 'bg-raised text-text' : 'text-muted',
      )}
    >
      {children}
      <b className="num ml-auto text-[12px] text-faint">{count}</b>
    </Link>
  );
}
