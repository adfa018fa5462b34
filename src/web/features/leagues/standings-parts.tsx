import { useFormatter, useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import type { LeagueRef } from '#contract/matches.ts';
import type { ZoneKind } from '#domain/matches/league-rules.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';

/** What a side's score counts, as the words for its column. */
const SCORED = { football: 'goals', basketball: 'points_scored', tennis: 'sets', esports: 'maps' } as const satisfies Record<Sport, string>;

export interface TableColumn {
  column: 'played' | 'won' | 'drawn' | 'lost' | 'difference' | 'balance' | (typeof SCORED)[Sport];
  of: (row: StandingRow) => string | number;
  /** Stays where there is little room; the others can be told from those that stay. */
  always: boolean;
}

/** A table's numbers in the order in which they stand, before what its teams are ranked by. */
export function columnsOf({ sport, draw_possible }: Pick<LeagueRef, 'sport' | 'draw_possible'>): TableColumn[] {
  // A share of games won says nothing without the games; points and a difference do.
  const isByShare = rankedBy(sport) === 'percentage';
  const columns: TableColumn[] = [
    { column: 'played', of: ({ played }) => played, always: !isByShare },
    { column: 'won', of: ({ won }) => won, always: isByShare },
    { column: 'drawn', of: ({ drawn }) => drawn, always: false },
    { column: 'lost', of: ({ lost }) => lost, always: isByShare },
    { column: SCORED[sport], of: (row) => `${row.goals_for}:${row.goals_against}`, always: false },
    { column: sport === 'football' ? 'difference' : 'balance', of: (row) => formatDifference(row.goal_difference), always: !isByShare },
  ];
  return columns.filter(({ column }) => column !== 'drawn' || draw_possible);
}

/** What a table is read by: points, or in basketball the share of games that were won. */
export const rankedBy = (sport: Sport): 'points' | 'percentage' => (sport === 'basketball' ? 'percentage' : 'points');

/** The share of its games that a team has won, 0 to 1; null before its first one. */
const shareWon = ({ played, won }: StandingRow): number | null => (played === 0 ? null : won / played);

/** A goal difference with its sign: +18, 0, −4 (a minus as wide as the plus). */
export function formatDifference(difference: number): string {
  if (difference === 0) return '0';
  return difference > 0 ? `+${difference}` : `−${-difference}`;
}

const SHARE = { minimumFractionDigits: 3, maximumFractionDigits: 3 } as const;

/** What a team is ranked by: its points, or the share of games it has won as "0.625". */
export function RankValue({ row, sport }: { row: StandingRow; sport: Sport }) {
  const format = useFormatter();
  if (rankedBy(sport) === 'points') return row.points;
  const share = shareWon(row);
  return share === null ? '–' : format.number(share, SHARE);
}

/** A direct way is a whole stroke, a way through further matches a broken one. */
const STROKES: Record<ZoneKind, string> = {
  champion: 'border-solid border-good',
  champions_league: 'border-solid border-home',
  champions_league_qualifying: 'border-dashed border-home',
  europa_league: 'border-solid border-away',
  conference_league: 'border-dotted border-good',
  continental: 'border-solid border-home',
  promotion: 'border-solid border-good',
  promotion_playoff: 'border-dashed border-good',
  championship_round: 'border-solid border-home',
  advance: 'border-solid border-good',
  advance_playoff: 'border-dashed border-good',
  relegation_playoff: 'border-dashed border-bad',
  relegation: 'border-solid border-bad',
};

/** The stroke itself; an empty place of the same size where there is no zone. */
export function ZoneStroke({ zone }: { zone: ZoneKind | null }) {
  return <i aria-hidden className={classNames('mr-[7px] h-[15px] w-[3px] flex-none', zone && `border-l-[3px] ${STROKES[zone]}`)} />;
}

/** A stroke before a team's name: what its place is good or bad for. */
export function ZoneMark({ zone }: { zone: StandingRow['zone'] }) {
  const t = useTranslations('leagues');
  return (
    <>
      <ZoneStroke zone={zone} />
      {zone && <span className="sr-only">{t(`zone.${zone}`)}: </span>}
    </>
  );
}

/** Says what a table is of, for screen readers: league, group if any, season. */
export function useTableCaption(): (of: { league: LeagueRef; season: string }, group: string | null) => string {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const roundName = useRoundName();
  return ({ league, season }, group) =>
    group === null
      ? t('caption', { league: nameOf(league), season })
      : t('caption_group', { league: nameOf(league), group: roundName([group]), season });
}
