import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import type { LeagueRef } from '#contract/matches.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card, FactList } from '#web/ui/card.tsx';
import type { Team } from './use-team.ts';

interface SeasonCardProps {
  teamId: number;
  league: LeagueRef;
  /** Expected goals a match, where statistics tell them. */
  expectedGoals: Team['expected_goals'];
  /** The whole table that the team is in. */
  rows: readonly StandingRow[];
  /** Renders part of the table. The page passes it in, because tables belong to another feature. */
  renderRows: (rows: readonly StandingRow[]) => ReactNode;
}

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** Shows a team's surroundings in its table, and its goals compared with the league's. */
export function SeasonCard({ teamId, league, expectedGoals, rows, renderRows }: SeasonCardProps) {
  const t = useTranslations();
  const nameOf = useLocalName();
  const format = useFormatter();
  const own = rows.find(({ team }) => team.id === teamId);
  if (!own) return null;
  const perMatch = (goals: number, played: number) => format.number(goals / played, TWO_DECIMALS);
  const sum = (of: (row: StandingRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  // Each goal is scored by one team of the table and conceded by another: both averages are the same number.
  const average =
    own.played > 0
      ? perMatch(
          sum((row) => row.goals_for),
          sum((row) => row.played),
        )
      : '';
  const fact = (kind: 'scored' | 'conceded', goals: number) => ({
    label: t(`team_page.${kind}`),
    value: t('team_page.beside_average', { value: perMatch(goals, own.played), average }),
  });
  const expected = expectedGoals
    ? (['scored', 'conceded'] as const).map((kind) => ({
        label: t(`team_page.expected_${kind}`),
        value: format.number(expectedGoals[kind], TWO_DECIMALS),
      }))
    : [];
  return (
    <Card
      title={nameOf(league)}
      aside={
        <Link to={`/leagues/${league.id}/standings`} className="relative before:absolute before:-inset-3 hover:text-text">
          {t('leagues.full_table')}
        </Link>
      }
    >
      {/* Names need the width on the phone more than the form, which stands in the page's head for this team. */}
      <div className="max-md:-mx-3 max-md:[&_tr>*:last-child]:hidden">{renderRows(rowsAround(rows, own))}</div>
      {league.sport === 'football' && own.played > 0 && (
        <div className="mt-2 text-[13px]">
          <FactList facts={[fact('scored', own.goals_for), fact('conceded', own.goals_against), ...expected]} />
          {expectedGoals && (
            <p className="mt-2 text-[12.5px] text-muted">{t('team_page.expected_from', { count: expectedGoals.matches })}</p>
          )}
        </div>
      )}
    </Card>
  );
}

const ROWS = 5;

/** Returns the rows around one, which is in the middle unless the table ends there. */
export function rowsAround(rows: readonly StandingRow[], own: StandingRow): readonly StandingRow[] {
  const middle = rows.indexOf(own) - Math.floor(ROWS / 2);
  const from = Math.max(0, Math.min(middle, rows.length - ROWS));
  return rows.slice(from, from + ROWS);
}
