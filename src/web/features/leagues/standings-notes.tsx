import { useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import { DEFAULT_LEAGUE_RULES, type TieBreaker, type ZoneKind } from '#domain/matches/league-rules.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import type { LeagueTable, Standings } from './league-table.ts';
import { ZoneStroke } from './zone-mark.tsx';

interface StandingsNotesProps {
  standings: Standings;
  /** Matches in play are counted. */
  live: boolean;
}

/** Below the tables: what places mean, what is counted, and how level teams are parted. */
export function StandingsNotes({ standings: { league, tables, in_play, points, ordered_by, tie_breakers }, live }: StandingsNotesProps) {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const tieRules = useTieRules(league.sport);
  const isByPoints = ordered_by === 'points';
  const punished = tables.flatMap(({ rows }) => rows).filter(({ deducted }) => deducted !== undefined && deducted > 0);
  const usual = DEFAULT_LEAGUE_RULES.points;
  return (
    <div className="mt-3 grid gap-2 px-1 text-[12.5px] text-muted">
      <ZoneLegend tables={tables} />
      {in_play > 0 && <p>{t(live ? 'as_it_stands_on' : 'as_it_stands_off', { count: in_play })}</p>}
      {punished.map(({ team, deducted = 0 }) => (
        <p key={team.id}>{t('deducted', { team: nameOf(team), points: deducted })}</p>
      ))}
      {!isByPoints && <p>{t('ranked_by_share')}</p>}
      {isByPoints && (points.win !== usual.win || points.draw !== usual.draw) && <p>{t('points_rule', points)}</p>}
      {tie_breakers.length > 0 && <p>{t(isByPoints ? 'level' : 'level_on_share', { rules: tieRules(tie_breakers) })}</p>}
    </div>
  );
}

/** How level teams are parted, in the words of a sport: "goal difference, goals scored, head to head (points, goals)". */
function useTieRules(sport: Sport): (breakers: readonly TieBreaker[]) => string {
  const t = useTranslations('leagues');
  const [all, among] = sport === 'football' ? (['tie', 'tie_between'] as const) : (['tie_other', 'tie_between_other'] as const);
  const join = (items: string[]): string => items.reduceRight((rest, first) => (rest === '' ? first : t('list', { first, rest })), '');
  return (breakers) => {
    const named: string[] = [];
    let between: string[] = [];
    const closeBetween = () => {
      if (between.length > 0) named.push(t(`${all}.head_to_head`, { rules: join(between) }));
      between = [];
    };
    for (const breaker of breakers) {
      if (isBetween(breaker)) {
        between.push(t(`${among}.${breaker}`));
        continue;
      }
      closeBetween();
      named.push(t(`${all}.${breaker}`));
    }
    closeBetween();
    return join(named);
  };
}

/** Looks only at the matches that the level teams played against each other. */
const isBetween = (breaker: TieBreaker): breaker is Extract<TieBreaker, `head_to_head_${string}`> => breaker.startsWith('head_to_head_');

/** What the places of a table are good or bad for, in words. */
function ZoneLegend({ tables }: { tables: readonly LeagueTable[] }) {
  const t = useTranslations('leagues');
  const zones = zonesOf(tables);
  if (zones.length === 0) return null;
  return (
    <ul aria-label={t('zones')} className="flex flex-wrap gap-x-5 gap-y-1">
      {zones.map(({ kind, from, to }) => (
        <li key={kind} className="flex items-center">
          <ZoneStroke zone={kind} />
          <span className="num mr-1.5">{from === to ? from : t('zone_places', { from, to })}</span>
          {t(`zone.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

/** The zones that these tables have, from the top down, with the first and last place that they take in any of them. */
export function zonesOf(tables: readonly { rows: readonly Pick<StandingRow, 'position' | 'zone'>[] }[]) {
  const zones = new Map<ZoneKind, { kind: ZoneKind; from: number; to: number }>();
  for (const { position, zone } of tables.flatMap(({ rows }) => rows)) {
    if (zone === null) continue;
    const known = zones.get(zone) ?? { kind: zone, from: position, to: position };
    zones.set(zone, { ...known, from: Math.min(known.from, position), to: Math.max(known.to, position) });
  }
  return [...zones.values()].toSorted((a, b) => a.from - b.from);
}
