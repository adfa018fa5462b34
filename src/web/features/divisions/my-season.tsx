import ListChecks from 'lucide-react/icons/list-checks';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { DivisionPage, PastSeason } from '#contract/divisions.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { divisionName, MedalMark } from './division-table.tsx';

/** Returns how a season is called: "November 2026". */
export function useSeasonName(): (season: string) => string {
  const format = useFormatter();
  return (season) => format.dateTime(new Date(`${season}-15T12:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** The caller's matches that count in a season, each with its points. */
export function CountedMatches({ matches }: Pick<DivisionPage, 'matches'>) {
  const t = useTranslations('divisions');
  return (
    <Card title={t('mine')}>
      {matches.length === 0 ? (
        <EmptyState
          icon={<ListChecks size={28} />}
          title={t('mine_none')}
          hint={t('mine_none_hint')}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <Button look="quiet" asChild>
                <Link to="/forecast-league">{t('to_forecasts')}</Link>
              </Button>
              <Button look="quiet" asChild>
                <Link to="/groups">{t('to_groups')}</Link>
              </Button>
            </span>
          }
        />
      ) : (
        <ul className="grid grid-cols-1">
          {matches.map((counted) => (
            <CountedMatch key={counted.match.id} {...counted} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function CountedMatch({ match, is_tip, points }: DivisionPage['matches'][number]) {
  const t = useTranslations('divisions');
  const format = useFormatter();
  const nameOf = useLocalName();
  const day = match.kickoff_at && format.dateTime(new Date(match.kickoff_at), 'day');
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-0">
      <Link to={`/match/${match.id}`} className="min-w-0 flex-1 rounded-tag hover:underline">
        <span className="block truncate font-[550]">{`${nameOf(match.home)} – ${nameOf(match.away)}`}</span>
        <span className="block truncate text-[12px] text-muted">{[day, t(is_tip ? 'tip' : 'forecast')].filter(Boolean).join(' · ')}</span>
      </Link>
      {points === null ? (
        <span className="flex-none text-[12px] text-faint">{t('pending')}</span>
      ) : (
        <span className="num flex-none text-[15px] font-bold">{format.number(points)}</span>
      )}
    </li>
  );
}

/** The seasons that the caller played to the end, with their medals. */
export function PastSeasons({ past, shown }: { past: readonly PastSeason[]; shown: string }) {
  const t = useTranslations('divisions');
  const nameOf = useSeasonName();
  if (past.length === 0) return null;
  return (
    <Card title={t('past')}>
      <ul className="grid grid-cols-1">
        {past.map((season) => (
          <li key={season.season} className="border-b border-line py-2 last:border-0">
            <Link
              to={`/divisions?season=${season.season}`}
              aria-current={season.season === shown ? 'page' : undefined}
              className="block rounded-tag hover:underline aria-[current]:text-accent"
            >
              <span className="flex items-center gap-2 font-[550]">
                <span className="min-w-0 truncate">{nameOf(season.season)}</span>
                {season.medal && <MedalMark medal={season.medal} />}
                <span className="ml-auto flex-none text-[12.5px] font-medium text-muted">{t(`move.${season.move}`)}</span>
              </span>
              <span className="block text-[12.5px] text-muted">
                {[t('name', { name: divisionName(season) }), t('past_place', season)].join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
