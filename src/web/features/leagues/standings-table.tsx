import { useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getStandings, StandingRow } from '#contract/leagues.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { FormDots } from '#web/ui/form-dots.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { formatDifference } from './format-difference.ts';
import { ZoneMark } from './zone-mark.tsx';

/** Numbers in the order in which they stand; the phone leaves out what can be told from the others. */
const NUMBERS = [
  { column: 'played', of: (row: StandingRow) => row.played, onPhone: true },
  { column: 'won', of: (row: StandingRow) => row.won, onPhone: false },
  { column: 'drawn', of: (row: StandingRow) => row.drawn, onPhone: false },
  { column: 'lost', of: (row: StandingRow) => row.lost, onPhone: false },
  { column: 'goals', of: (row: StandingRow) => `${row.goals_for}:${row.goals_against}`, onPhone: false },
  { column: 'difference', of: (row: StandingRow) => formatDifference(row.goal_difference), onPhone: true },
] as const;

interface StandingsTableProps {
  table: ReplyOf<typeof getStandings>;
}

/** A season's table, whole. */
export function StandingsTable({ table }: StandingsTableProps) {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const zones = (['good', 'bad'] as const).filter((zone) => table.rows.some((row) => row.zone === zone));
  return (
    <>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <table className="num w-full text-[14px]">
          <caption className="sr-only">{t('caption', { league: nameOf(table.league), season: table.season })}</caption>
          <thead className="border-b border-line text-[12px] text-faint">
            <tr className="[&>th]:px-1 [&>th]:py-2.5 [&>th]:text-right [&>th]:font-medium [&>th]:first:pl-3 [&>th]:last:pr-3 md:[&>th]:px-2 md:[&>th]:first:pl-4 md:[&>th]:last:pr-4">
              <Heading column="position" className="w-8 text-left! md:w-12" />
              <Heading column="team" className="text-left!" />
              {NUMBERS.map(({ column, onPhone }) => (
                <Heading
                  key={column}
                  column={column}
                  className={classNames(column === 'goals' ? 'w-16' : 'w-9 md:w-12', !onPhone && 'max-md:hidden')}
                />
              ))}
              <Heading column="points" className="w-10 md:w-14" />
              <Heading column="form" className="w-[66px] md:w-36" />
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr
                key={row.team.id}
                className="border-b border-line last:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)] [&>*]:px-1 [&>*]:py-2 [&>*]:first:pl-3 [&>*]:last:pr-3 md:[&>*]:px-2 md:[&>*]:first:pl-4 md:[&>*]:last:pr-4"
              >
                <td className="text-faint">{row.position}</td>
                <th scope="row" className="max-w-0 text-left font-medium [font-stretch:100%]">
                  <span className="flex items-center">
                    <ZoneMark zone={row.zone} />
                    <TeamName team={row.team} />
                  </span>
                </th>
                {NUMBERS.map(({ column, of, onPhone }) => (
                  <td key={column} className={classNames('text-right text-muted', !onPhone && 'max-md:hidden')}>
                    {of(row)}
                  </td>
                ))}
                <td className="text-right text-[15px] font-bold">{row.points}</td>
                <td className="text-right">
                  <span className="md:hidden">
                    <FormDots form={row.form} />
                  </span>
                  <span className="max-md:hidden">
                    <FormDots form={row.form} letters />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {zones.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 px-1 text-[12.5px] text-muted">
          {zones.map((zone) => (
            <li key={zone} className="flex items-center">
              <i aria-hidden className={classNames('mr-[7px] h-[13px] w-[3px] rounded-sm', zone === 'good' ? 'bg-good' : 'bg-bad')} />
              {t(`zone.${zone}`)}
            </li>
          ))}
        </ul>
      )}
    </>
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
