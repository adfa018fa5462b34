import { useQuery } from '@tanstack/react-query';
import Swords from 'lucide-react/icons/swords';
import { useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getHeadToHead, MatchDetail, PastMatch } from '#contract/matches.ts';
import { type Pick, SIDES } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { TeamLink } from '#web/ui/team-name.tsx';
import { headToHeadQuery } from './api.ts';
import { PastMatchRow } from './past-match-row.tsx';
import { NotYet } from './placeholders.tsx';

/** Shows the teams' earlier meetings, and each one's last matches. */
export function HeadToHeadTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const query = useQuery(headToHeadQuery(match.id));
  if (!query.data) return <NotYet query={query} failed={t('h2h_load_failed')} tab="h2h" />;
  const { totals, items, recent } = query.data;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card title={t('h2h_title')} aside={totals.played > 0 && t('h2h_played', { count: totals.played })}>
        {totals.played > 0 ? (
          <Totals match={match} totals={totals} />
        ) : (
          <EmptyState icon={<Swords size={28} />} title={t('h2h_none')} hint={t('h2h_none_hint')} />
        )}
      </Card>
      {items.length > 0 && (
        <Card title={t('meetings')}>
          <PastMatches matches={items} teamId={null} />
        </Card>
      )}
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        {SIDES.map((side) => (
          <Card key={side} title={<TeamLink team={match[side]} />} aside={t('recent')}>
            {recent[side].length > 0 ? (
              <PastMatches matches={recent[side]} teamId={match[side].id} />
            ) : (
              <p className="text-[13px] text-muted">{t('recent_none')}</p>
            )}
          </Card>
        ))}
      </div>
    </div>
  );
}

function PastMatches({ matches, teamId }: { matches: readonly PastMatch[]; teamId: number | null }) {
  return (
    <ul>
      {matches.map((match) => (
        <PastMatchRow key={match.id} match={match} teamId={teamId} />
      ))}
    </ul>
  );
}

const BARS: Record<Pick, string> = { home: 'bg-home', draw: 'bg-draw', away: 'bg-away' };
const NUMBERS: Record<Pick, string> = { home: 'text-home', draw: 'text-text', away: 'text-away' };

/** Shows each team's wins and the draws as numbers above a bar. */
function Totals({ match, totals }: { match: MatchDetail; totals: ReplyOf<typeof getHeadToHead>['totals'] }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const { home_wins, draws, away_wins, home_goals, away_goals } = totals;
  // Earlier draws are shown even if the present rules allow none.
  const hasDraws = match.draw_possible || draws > 0;
  const sides = { home: nameOf(match.home), away: nameOf(match.away), home_wins, away_wins };
  const parts = [
    { pick: 'home', count: home_wins, words: t('h2h_wins', { count: home_wins }) },
    { pick: 'draw', count: draws, words: t('h2h_draws', { count: draws }) },
    { pick: 'away', count: away_wins, words: t('h2h_wins', { count: away_wins }) },
  ] as const;
  const shown = parts.filter(({ pick }) => pick !== 'draw' || hasDraws);
  return (
    <div>
      <p className="sr-only">{hasDraws ? t('h2h_totals', { ...sides, draws }) : t('h2h_totals_two', sides)}</p>
      <div aria-hidden className={classNames('grid gap-3', hasDraws ? 'grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]' : 'grid-cols-2')}>
        {shown.map(({ pick, count, words }) => (
          <div key={pick} className={classNames('min-w-0', pick === 'draw' && 'text-center', pick === 'away' && 'text-right')}>
            <span className={classNames('num text-[26px] leading-none font-bold', NUMBERS[pick])}>{count}</span>{' '}
            <span className="text-[12.5px] text-muted">{words}</span>
            {pick !== 'draw' && (
              <span className="block truncate text-[13px] font-[550]" title={nameOf(match[pick])}>
                {nameOf(match[pick])}
              </span>
            )}
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-3 flex h-2.5 gap-0.5 overflow-hidden rounded-[6px]">
        {shown.map(
          ({ pick, count }) => count > 0 && <i key={pick} className={classNames('block', BARS[pick])} style={{ flexGrow: count }} />,
        )}
      </div>
      <p className="num mt-2.5 text-center text-[13px] text-muted">
        {t(`h2h_scored.${match.league.sport}`, { home: home_goals, away: away_goals })}
      </p>
    </div>
  );
}
