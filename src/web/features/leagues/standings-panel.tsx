import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import type { LeagueRef } from '#contract/matches.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { useMeta } from '#web/data/queries.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { Card } from '#web/ui/card.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { FormDots } from '#web/ui/form-dots.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { standingsQuery } from './api.ts';
import { formatDifference, PlacesMoved, RankValue, rankedBy, useTableCaption, ZoneMark } from './standings-parts.tsx';

/** Shows the top of a league's table as it stands in the column beside the matches. */
export function StandingsPanel({ league }: { league: LeagueRef }) {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const roundName = useRoundName();
  const top = useMeta()?.standings_top ?? null;
  const { data, error, refetch } = useQuery({ ...standingsQuery(league.id, { top, live: true }), enabled: top !== null });
  const captionOf = useTableCaption();
  const table = data?.tables[0];
  const group = roundName([table?.group ?? ''], league.sport);
  const title = (
    <span className="flex min-w-0 items-center gap-2">
      <Flag code={league.country_code} />
      <span className="truncate">{nameOf(league)}</span> {group !== '' && <span className="flex-none font-medium text-muted">{group}</span>}
    </span>
  );
  return (
    <Card
      title={title}
      aside={
        <Link to={`/leagues/${league.id}/standings`} className="relative before:absolute before:-inset-3 hover:text-text">
          {t('full_table')}
        </Link>
      }
    >
      {!data && !error && <Skeleton className="h-[167px]" />}
      {!data && error && <ErrorState title={t('standings_failed')} error={error} onRetry={() => void refetch()} />}
      {table && table.rows.length === 0 && <p className="py-2 text-[13px] text-muted">{t('standings_empty')}</p>}
      {data && !table && <p className="py-2 text-[13px] text-muted">{t('no_tables')}</p>}
      {data && table && table.rows.length > 0 && <TopRows rows={table.rows} sport={league.sport} caption={captionOf(data, table.group)} />}
    </Card>
  );
}

/** Returns the two columns shown beside the ranking value. */
const numbersOf = (sport: Sport) =>
  rankedBy(sport) === 'percentage'
    ? ([
        { column: 'won', of: ({ won }: StandingRow) => won },
        { column: 'lost', of: ({ lost }: StandingRow) => lost },
      ] as const)
    : ([
        { column: 'played', of: ({ played }: StandingRow) => played },
        { column: sport === 'football' ? 'difference' : 'balance', of: (row: StandingRow) => formatDifference(row.goal_difference) },
      ] as const);

function TopRows({ rows, sport, caption }: { rows: readonly StandingRow[]; sport: Sport; caption: string }) {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const numbers = numbersOf(sport);
  return (
    <table className="num w-full text-[13px]">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-[11.5px] text-faint">
        <tr className="[&>th]:py-[3px] [&>th]:font-medium">
          {(['position', 'team', ...numbers.map(({ column }) => column), rankedBy(sport), 'form'] as const).map((column) => (
            <th
              key={column}
              scope="col"
              abbr={t(`column_long.${column}`)}
              className={column === 'team' || column === 'position' ? 'text-left' : 'text-right'}
            >
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr>*]:py-[5px]">
        {rows.map((row) => (
          <tr key={row.team.id}>
            <td className="w-8 leading-none text-faint">
              {row.position}
              <PlacesMoved places={row.moved} below="never" />
            </td>
            <th scope="row" className="max-w-0 text-left font-medium [font-stretch:100%]">
              <span className="flex items-center">
                <ZoneMark zone={row.zone} />
                <Link
                  to={`/team/${row.team.id}`}
                  className="relative truncate underline-offset-4 before:absolute before:-inset-y-1 before:inset-x-0 hover:underline"
                  title={nameOf(row.team)}
                >
                  {nameOf(row.team)}
                </Link>
              </span>
            </th>
            {numbers.map(({ column, of }) => (
              <td
                key={column}
                className={classNames('text-right text-muted', column === 'difference' || column === 'balance' ? 'w-9' : 'w-7')}
              >
                {of(row)}
              </td>
            ))}
            <td className={classNames('text-right font-bold', rankedBy(sport) === 'points' ? 'w-8' : 'w-11')}>
              <RankValue row={row} sport={sport} />
            </td>
            <td className="w-[58px] text-right">
              <FormDots form={row.form} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
