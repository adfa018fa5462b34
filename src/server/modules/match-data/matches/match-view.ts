import type { Lineup, MatchEvent, MatchState, MatchSummary, Offer } from '#contract/matches.ts';
import { isStarted, matchGroup } from '#domain/matches/match-status.ts';
import type { Side } from '#domain/matches/sport.ts';
import { type TeamRow, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import { closingOdds, marketView, type OddsRow } from './market-view.ts';

export interface MatchStateRow {
  id: number;
  kickoff_at: Date | null;
  status: string;
  minute: number | null;
  stoppage: number | null;
  period: unknown;
  seen_at: Date | null;
  home_score: number | null;
  away_score: number | null;
  halftime: number[] | null;
  fulltime: number[] | null;
  extratime: number[] | null;
  penalty: number[] | null;
  parts: unknown;
  awarded_to: string | null;
  red_home: number;
  red_away: number;
  /** Set when the row is read in spoiler mode; imported rows are never concealed. */
  is_concealed?: boolean;
}

interface MatchSummaryRow extends MatchStateRow {
  league_id: number;
  season: string;
  round: string;
  draw_possible: boolean;
  home: TeamRow;
  away: TeamRow;
}

export const matchState = (row: MatchStateRow): MatchState => ({
  id: row.id,
  kickoff_at: row.kickoff_at?.toISOString() ?? null,
  status: row.status as MatchState['status'],
  minute: row.minute,
  stoppage: row.stoppage,
  period: row.period as MatchState['period'],
  seen_at: row.seen_at?.toISOString() ?? null,
  score: {
    home: row.home_score,
    away: row.away_score,
    halftime: row.halftime as [number, number] | null,
    fulltime: row.fulltime as [number, number] | null,
    extratime: row.extratime as [number, number] | null,
    penalty: row.penalty as [number, number] | null,
    ...(row.parts !== null && { parts: row.parts as MatchState['score']['parts'] }),
    ...(row.awarded_to !== null && { awarded_to: row.awarded_to as Side }),
  },
  red_cards: { home: row.red_home, away: row.red_away },
  ...(row.is_concealed && { is_concealed: true }),
});

/** What a match costs: the bookmakers' prices, and the house's while it takes stakes. */
export interface Prices {
  odds: readonly OddsRow[];
  offer: Offer | null;
}

export const NO_PRICES: Prices = { odds: [], offer: null };

export const matchSummary = (row: MatchSummaryRow, { odds, offer }: Prices): MatchSummary => ({
  ...matchState(row),
  league_id: row.league_id,
  season: row.season,
  round: row.round,
  draw_possible: row.draw_possible,
  home: teamRef(row.home),
  away: teamRef(row.away),
  market: matchMarket(row.status as MatchState['status'], odds),
  offer,
});

/** Returns the market's view of a match: the present prices, or the closing prices once it is over. */
export const matchMarket = (status: MatchState['status'], odds: readonly OddsRow[]) =>
  marketView(matchGroup(status) === 'finished' ? closingOdds(odds) : odds, { hasBegun: isStarted(status) });

export interface EventRow {
  match_id: number;
  feed_event_id: string;
  type: string;
  side: string;
  period: string;
  minute: number;
  stoppage: number | null;
  player: string | null;
  other: string | null;
  detail: string | null;
}

export const matchEvent = ({ match_id: _, feed_event_id, ...row }: EventRow): MatchEvent => ({
  id: feed_event_id,
  ...(row as Omit<MatchEvent, 'id'>),
});

export interface LineupRow {
  match_id: number;
  side: string;
  formation: string | null;
  coach: string | null;
  players: unknown;
}

/** Returns a side's official line-up; null if it does not contain any player. */
export function officialLineup(rows: readonly LineupRow[], side: Side): Lineup | null {
  const row = rows.find((lineup) => lineup.side === side);
  const players = (row?.players ?? []) as Lineup['players'];
  if (row === undefined || players.length === 0) return null;
  return { formation: row.formation, coach: row.coach, players, fallback: null, based_on: null };
}

/** Topics of changes of matches (docs/rules.md#live-updates). */

/** The topic of all matches that kick off on a UTC date. */
export const dayTopic = (date: string): string => `matches:${date}`;
export const matchTopic = (id: number): string => `match:${id}`;
