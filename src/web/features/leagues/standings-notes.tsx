import { useTranslations } from 'use-intl';
import { DEFAULT_LEAGUE_RULES } from '#domain/league-rules.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import type { Standings } from './league-table.ts';
import { useTieRules } from './tie-rules.ts';
import { ZoneLegend } from './zone-legend.tsx';

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
