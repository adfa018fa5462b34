import { useQuery } from '@tanstack/react-query';
import Activity from 'lucide-react/icons/activity';
import { useFormatter, useTranslations } from 'use-intl';
import type { MatchDetail, MatchStatistics } from '#contract/matches.ts';
import { PERCENT_STATISTICS } from '#domain/matches/match-details.ts';
import { isInPlay, isStarted } from '#domain/matches/match-status.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { usePollingInterval } from '#web/data/live.ts';
import { classNames } from '#web/lib/class-names.ts';
import { lazyPart, QUIET } from '#web/lib/lazy-part.tsx';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { matchStatisticsQuery } from './api.ts';
import { NothingHere, NotYet } from './placeholders.tsx';

type Row = MatchStatistics[number];

/** The tab does without the map if it cannot be loaded. */
const ShotMap = lazyPart(async () => (await import('./shot-map.tsx')).ShotMap, QUIET);

/** Compares both sides' statistics as bars. */
export function StatisticsTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const pollingMs = usePollingInterval();
  const query = useQuery({ ...matchStatisticsQuery(match.id), refetchInterval: isInPlay(match.status) && pollingMs });
  if (!query.data) return <NotYet query={query} failed={t('stats_load_failed')} tab={isStarted(match.status) ? 'stats' : 'nothing'} />;
  const { items, missing } = query.data;
  if (items.length === 0) {
    const why = missing ?? 'not_covered';
    return <NothingHere icon={<Activity size={28} />} title={t(`stats_missing.${why}`)} hint={t(`stats_missing_hint.${why}`)} />;
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card>
        <h2 className="sr-only">{t('stats_title')}</h2>
        <div aria-hidden className="mb-3 flex items-center justify-between gap-6">
          <TeamName team={match.home} />
          <TeamName team={match.away} className="flex-row-reverse text-right" />
        </div>
        <dl className="grid gap-3.5">
          {items.map((row) => (
            <Statistic key={row.kind} row={row} match={match} />
          ))}
        </dl>
      </Card>
      <ShotMap match={match} />
    </div>
  );
}

const BARS: Record<Side, string> = { home: 'bg-home', away: 'bg-away' };

/** Shows a number of both sides. Bars share the width in proportion; each percentage fills its own half. */
function Statistic({ row, match }: { row: Row; match: MatchDetail }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const valueText = useValue();
  const whole = PERCENT_STATISTICS.includes(row.kind) ? 100 : (row.home ?? 0) + (row.away ?? 0) || 1;
  const isAhead = (side: Side) => (row[side] ?? 0) > (row[side === 'home' ? 'away' : 'home'] ?? 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5">
      <dt className="col-start-2 row-start-1 text-center text-[13px] text-muted">{t(`statistic.${row.kind}`)}</dt>
      {SIDES.map((side) => (
        <dd
          key={side}
          className={classNames(
            'num row-start-1 text-[15px]',
            side === 'home' ? 'col-start-1' : 'col-start-3 text-right',
            isAhead(side) ? 'font-bold' : 'text-muted',
          )}
        >
          <span className="sr-only">{nameOf(match[side])}: </span>
          {valueText(row, side)}
        </dd>
      ))}
      <div aria-hidden className="col-span-3 row-start-2 grid grid-cols-2 gap-1">
        {SIDES.map((side) => (
          <div key={side} className={classNames('flex h-2 overflow-hidden rounded-[4px] bg-line', side === 'home' && 'justify-end')}>
            <i
              className={classNames('block rounded-[4px] transition-[width] duration-250', BARS[side])}
              style={{ width: `${((row[side] ?? 0) / whole) * 100}%` }}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Formats a side's number: per cent, expected goals with two decimals, or a count. */
function useValue() {
  const t = useTranslations('match');
  const format = useFormatter();
  return ({ kind, ...row }: Row, side: Side) => {
    const value = row[side];
    if (value === null) {
      return (
        <>
          <span aria-hidden>–</span>
          <span className="sr-only">{t('stats_uncounted')}</span>
        </>
      );
    }
    if (PERCENT_STATISTICS.includes(kind)) return format.number(value / 100, { style: 'percent', maximumFractionDigits: 0 });
    if (kind === 'expected_goals') return format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    return format.number(value);
  };
}
