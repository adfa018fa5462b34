import { useFormatter, useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import type { LeagueRef } from '#contract/matches.ts';
import type { ZoneKind } from '#domain/matches/league-rules.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';

/** Message keys for the column of a side's score. */
const SCORED = { football: 'goals', basketball: 'points_scored', tennis: 'sets', esports: 'maps' } as const satisfies Record<Sport, string>;

export interface TableColumn {
  column: 'played' | 'won' | 'drawn' | 'lost' | 'difference' | 'balance' | (typeof SCORED)[Sport];
  of: (row: StandingRow) => string | number;
  /** Shown in narrow tables too; the other columns can be derived from these. */
  always: boolean;
}

/** Returns a table's columns in display order, without the ranking value. Draws have one if the league or any match of it knows them. */
export function columnsOf(
  { sport, draw_possible }: Pick<LeagueRef, 'sport' | 'draw_possible'>,
  rows: readonly StandingRow[],
): TableColumn[] {
  // A share of games won needs the number of games; points and a difference do not.
  const isByShare = rankedBy(sport) === 'percentage';
  const columns: TableColumn[] = [
    { column: 'played', of: ({ played }) => played, always: !isByShare },
    { column: 'won', of: ({ won }) => won, always: isByShare },
    { column: 'drawn', of: ({ drawn }) => drawn, always: false },
    { column: 'lost', of: ({ lost }) => lost, always: isByShare },
    { column: SCORED[sport], of: (row) => `${row.goals_for}:${row.goals_against}`, always: false },
    { column: sport === 'football' ? 'difference' : 'balance', of: (row) => formatDifference(row.goal_difference), always: !isByShare },
  ];
  return columns.filter(({ column }) => column !== 'drawn' || draw_possible || rows.some(({ drawn }) => drawn > 0));
}

/** Returns the ranking value: points, or in basketball the share of games won. */
export const rankedBy = (sport: Sport): 'points' | 'percentage' => (sport === 'basketball' ? 'percentage' : 'points');

/** Returns the share of games won, 0 to 1; null before the first game. */
const shareWon = ({ played, won }: StandingRow): number | null => (played === 0 ? null : won / played);

/** Formats a goal difference with its sign: +18, 0, −4 (the minus is as wide as the plus). */
export function formatDifference(difference: number): string {
  if (difference === 0) return '0';
  return difference > 0 ? `+${difference}` : `−${-difference}`;
}

const SHARE = { minimumFractionDigits: 3, maximumFractionDigits: 3 } as const;

/** Shows a team's ranking value: its points, or the share of games won as "0.625". */
export function RankValue({ row, sport }: { row: StandingRow; sport: Sport }) {
  const format = useFormatter();
  if (rankedBy(sport) === 'points') return row.points;
  const share = shareWon(row);
  return share === null ? '–' : format.number(share, SHARE);
}

/** Solid for direct qualification, broken if further matches are needed. */
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

/** Draws the stroke, upright or lying; an empty space of the same size without a zone. */
export function ZoneStroke({ zone, lies = false }: { zone: ZoneKind | null; lies?: boolean }) {
  const place = lies ? 'h-[3px] w-[15px] border-t-[3px]' : 'mr-[7px] h-[15px] w-[3px]';
  return <i aria-hidden className={classNames(place, 'flex-none', zone && `${lies ? '' : 'border-l-[3px]'} ${STROKES[zone]}`)} />;
}

/** Draws a stroke before a team's name that shows the zone of its place. */
export function ZoneMark({ zone }: { zone: StandingRow['zone'] }) {
  const t = useTranslations('leagues');
  return (
    <>
      <ZoneStroke zone={zone} />
      {zone && <span className="sr-only">{t(`zone.${zone}`)}: </span>}
    </>
  );
}

/** Returns a function that captions a table for screen readers: league, group if any, season. */
export function useTableCaption(): (of: { league: LeagueRef; season: string }, group: string | null) => string {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const roundName = useRoundName();
  return ({ league, season }, group) =>
    group === null
      ? t('caption', { league: nameOf(league), season })
      : t('caption_group', { league: nameOf(league), group: roundName([group], league.sport), season });
}

const BELOW = { always: 'mt-[3px] block', phone: 'max-md:mt-[3px] max-md:block md:ml-1', never: 'ml-[3px]' } as const;

interface PlacesMovedProps {
  places: number;
  /** Where it is placed below the position instead of beside it. */
  below: 'phone' | 'always' | 'never';
}

/** Shows places gained or lost as an arrow with a number, in words for screen readers; renders nothing if unchanged. */
export function PlacesMoved({ places, below }: PlacesMovedProps) {
  const t = useTranslations('leagues');
  if (places === 0) return null;
  const count = Math.abs(places);
  return (
    <span
      role="img"
      aria-label={t(places > 0 ? 'moved_up' : 'moved_down', { count })}
      className={classNames('text-[11px] leading-none whitespace-nowrap', places > 0 ? 'text-good' : 'text-bad', BELOW[below])}
    >
      {places > 0 ? '▲' : '▼'}
      {count}
    </span>
  );
}
