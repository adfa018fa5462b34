import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import type { LeagueRef } from '#contract/matches.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { FormDots } from '#web/ui/form-dots.tsx';
import { LiveDot } from '#web/ui/match-marks.tsx';
import { TeamLink } from '#web/ui/team-name.tsx';
import { columnsOf, PlacesMoved, RankValue, rankedBy, type TableColumn, ZoneMark } from './standings-parts.tsx';

/** Two numbers in one column need double the width; those of a basketball season have four digits each. */
const SCORES_WIDE: Partial<Record<TableColumn['column'], string>> = { goals: 'w-16', points_scored: 'w-24', sets: 'w-16', maps: 'w-16' };

interface StandingsTableProps {
  rows: readonly StandingRow[];
  /** Describes the table for screen readers. */
  caption: string;
  league: LeagueRef;
  /** Half the width, for tables side by side. */
  compact: boolean;
}

/** Shows a whole table with a sticky head. */
export function StandingsTable({ rows, caption, league, compact }: StandingsTableProps) {
  const numbers = columnsOf(league, rows);
  const rank = rankedBy(league.sport);
  const hasZones = rows.some(({ zone }) => zone !== null);
  const wide = (narrow: string, roomy: string) => (compact ? narrow : `${narrow} ${roomy}`);
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-[48px] z-10 bg-surface text-[12px] text-faint shadow-[inset_0_-1px_var(--line)] md:top-[60px]">
          <tr className="[&>th]:px-1 [&>th]:py-2.5 [&>th]:text-right [&>th]:font-medium [&>th]:whitespace-nowrap [&>th]:first:pl-3 [&>th]:last:pr-3 md:[&>th]:px-2 md:[&>th]:first:pl-4 md:[&>th]:last:pr-4">
            <Heading column="position" className={wide('w-[34px] text-left! md:w-11', 'md:w-16')} />
            <Heading column="team" className="text-left!" />
            {numbers.map(({ column, always }) => (
              <Heading
                key={column}
                column={column}
                className={classNames(SCORES_WIDE[column] ?? wide('w-8', 'md:w-12'), hiddenIn(compact, always))}
              />
            ))}
            <Heading column={rank} className={wide(rank === 'points' ? 'w-9' : 'w-12', 'md:w-14')} />
            <Heading column="form" className={wide('w-[62px]', 'md:w-36')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.team.id} row={row} sport={league.sport} numbers={numbers} compact={compact} hasZones={hasZones} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Hides a column in narrow tables. */
const hiddenIn = (compact: boolean, always: boolean) => !always && (compact ? 'hidden' : 'max-md:hidden');

interface RowProps {
  row: StandingRow;
  sport: Sport;
  numbers: readonly TableColumn[];
  compact: boolean;
  hasZones: boolean;
}

function Row({ row, sport, numbers, compact, hasZones }: RowProps) {
  return (
    <tr className="h-[41px] border-b border-line last:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)] [&>*]:px-1 [&>*]:first:pl-3 [&>*]:last:pr-3 md:[&>*]:px-2 md:[&>*]:first:pl-4 md:[&>*]:last:pr-4">
      <td className="leading-none text-faint">
        {row.position}
        <PlacesMoved places={row.moved} below={compact ? 'always' : 'phone'} />
      </td>
      <th scope="row" className="max-w-0 text-left font-medium [font-stretch:100%]">
        <span className="flex items-center">
          {hasZones && <ZoneMark zone={row.zone} />}
          <TeamLink team={row.team} />
          {row.playing && <PlayingNow playing={row.playing} />}
        </span>
      </th>
      {numbers.map(({ column, of, always }) => (
        <td key={column} className={classNames('text-right text-muted', hiddenIn(compact, always))}>
          {of(row)}
        </td>
      ))}
      <td className="text-right text-[15px] font-bold">
        <RankValue row={row} sport={sport} />
        {/* Deductions are explained below the table. */}
        {row.deducted !== undefined && row.deducted > 0 && <span className="text-warn">*</span>}
      </td>
      <td className="text-right">
        <span className={compact ? undefined : 'md:hidden'}>
          <FormDots form={row.form} />
        </span>
        {!compact && (
          <span className="max-md:hidden">
            <FormDots form={row.form} letters />
          </span>
        )}
      </td>
    </tr>
  );
}

function Heading({
  column,
  className,
}: {
  column: 'position' | 'team' | 'points' | 'percentage' | 'form' | TableColumn['column'];
  className: string;
}) {
  const t = useTranslations('leagues');
  return (
    <th scope="col" title={t(`column_long.${column}`)} abbr={t(`column_long.${column}`)} className={className}>
      {t(`column.${column}`)}
    </th>
  );
}

/** Shows the team's score in its match in play, with a link to it. */
function PlayingNow({ playing }: { playing: NonNullable<StandingRow['playing']> }) {
  const t = useTranslations('leagues');
  const score = t('playing_score', playing);
  return (
    <Link
      to={`/match/${playing.match_id}`}
      aria-label={t('playing', { score })}
      className="num relative ml-2.5 flex flex-none items-center gap-[7px] text-[13px] text-live before:absolute before:-inset-x-2 before:-inset-y-3 hover:underline"
    >
      <LiveDot />
      {score}
    </Link>
  );
}
