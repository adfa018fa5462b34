import { useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import { classNames } from '#web/lib/class-names.ts';
import { FormDots } from '#web/ui/form-dots.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { formatDifference } from './format-difference.ts';
import { PlacesMoved } from './places-moved.tsx';
import { PlayingNow } from './playing-now.tsx';
import { ZoneMark } from './zone-mark.tsx';

/** Numbers in the order in which they stand; where there is little room, those are left out that can be told from the others. */
const NUMBERS = [
  { column: 'played', of: (row: StandingRow) => row.played, always: true },
  { column: 'won', of: (row: StandingRow) => row.won, always: false },
  { column: 'drawn', of: (row: StandingRow) => row.drawn, always: false },
  { column: 'lost', of: (row: StandingRow) => row.lost, always: false },
  { column: 'goals', of: (row: StandingRow) => `${row.goals_for}:${row.goals_against}`, always: false },
  { column: 'difference', of: (row: StandingRow) => formatDifference(row.goal_difference), always: true },
] as const;

interface StandingsTableProps {
  rows: readonly StandingRow[];
  /** What the table is of, for screen readers. */
  caption: string;
  drawPossible: boolean;
  /** Half as wide: for tables side by side. */
  compact: boolean;
}

/** A table, whole; its head stays in sight. */
export function StandingsTable({ rows, caption, drawPossible, compact }: StandingsTableProps) {
  const numbers = NUMBERS.filter(({ column }) => column !== 'drawn' || drawPossible);
  const hasZones = rows.some(({ zone }) => zone !== null);
  const wide = (narrow: string, roomy: string) => (compact ? narrow : `${narrow} ${roomy}`);
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-[54px] z-10 bg-surface text-[12px] text-faint shadow-[inset_0_-1px_var(--line)] md:top-[60px]">
          <tr className="[&>th]:px-1 [&>th]:py-2.5 [&>th]:text-right [&>th]:font-medium [&>th]:whitespace-nowrap [&>th]:first:pl-3 [&>th]:last:pr-3 md:[&>th]:px-2 md:[&>th]:first:pl-4 md:[&>th]:last:pr-4">
            <Heading column="position" className={wide('w-[34px] text-left! md:w-11', 'md:w-16')} />
            <Heading column="team" className="text-left!" />
            {numbers.map(({ column, always }) => (
              <Heading
                key={column}
                column={column}
                className={classNames(column === 'goals' ? 'w-16' : wide('w-8', 'md:w-12'), hiddenIn(compact, always))}
              />
            ))}
            <Heading column="points" className={wide('w-9', 'md:w-14')} />
            <Heading column="form" className={wide('w-[62px]', 'md:w-36')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.team.id} row={row} numbers={numbers} compact={compact} hasZones={hasZones} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Says that a column gives way where there is little room. */
const hiddenIn = (compact: boolean, always: boolean) => !always && (compact ? 'hidden' : 'max-md:hidden');

interface RowProps {
  row: StandingRow;
  numbers: readonly (typeof NUMBERS)[number][];
  compact: boolean;
  hasZones: boolean;
}

function Row({ row, numbers, compact, hasZones }: RowProps) {
  return (
    <tr className="h-[41px] border-b border-line last:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)] [&>*]:px-1 [&>*]:first:pl-3 [&>*]:last:pr-3 md:[&>*]:px-2 md:[&>*]:first:pl-4 md:[&>*]:last:pr-4">
      <td className="leading-none text-faint">
        {row.position}
        <PlacesMoved places={row.moved} below={compact ? 'always' : 'phone'} />
      </td>
      <th scope="row" className="max-w-0 text-left font-medium [font-stretch:100%]">
        <span className="flex items-center">
          {hasZones && <ZoneMark zone={row.zone} />}
          <TeamName team={row.team} />
          {row.playing && <PlayingNow playing={row.playing} />}
        </span>
      </th>
      {numbers.map(({ column, of, always }) => (
        <td key={column} className={classNames('text-right text-muted', hiddenIn(compact, always))}>
          {of(row)}
        </td>
      ))}
      <td className="text-right text-[15px] font-bold">
        {row.points}
        {/* What was taken off is said below the table. */}
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
  column: 'position' | 'team' | 'points' | 'form' | (typeof NUMBERS)[number]['column'];
  className: string;
}) {
  const t = useTranslations('leagues');
  return (
    <th scope="col" title={t(`column_long.${column}`)} abbr={t(`column_long.${column}`)} className={className}>
      {t(`column.${column}`)}
    </th>
  );
}
