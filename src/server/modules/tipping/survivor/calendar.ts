import { sql } from 'kysely';
import { isFinal, isStarted, type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import { ninetyMinuteScore, type Score } from '#domain/matches/score.ts';
import { DAY_MS } from '#domain/time.ts';
import type { SurvivorFacts, SurvivorRules } from '#domain/tipping/survivor.ts';
import { type ComingRound, comingRounds, hasBegun, isOff, type SurvivorMatch } from '#domain/tipping/survivor-rounds.ts';
import { hashOf } from '#server/modules/tipping/brackets/hash.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { GameRow } from './game-queries.ts';

/** A season is over once nothing of it was played for so long: feeds often tell of some weeks ahead alone. */
const QUIET_MS = 14 * DAY_MS;

/** A game with what is known of its league now; through a shield, what its reader may know. */
export interface KnownGame {
  game: GameRow;
  /** What its entries are judged by. */
  facts: SurvivorFacts;
  /** The rounds that have not closed, in order. */
  coming: readonly ComingRound[];
  /** The first of them that takes picks, with its number; null if none is known. */
  next: (ComingRound & { number: number }) | null;
  isSeasonOver: boolean;
}

export const rulesOf = ({ lives, draw_survives }: Pick<GameRow, 'lives' | 'draw_survives'>): SurvivorRules => ({
  lives,
  drawSurvives: draw_survives,
});

/** Returns a game with what the matches of its season say at a moment. */
export function knowGame(game: GameRow, matches: readonly SurvivorMatch[], now: Date): KnownGame {
  const { rounds, begins_after } = game;
  const coming = comingRounds(matches, rounds, begins_after);
  const index = coming.findIndex((round) => !hasBegun(round, now));
  const byId = new Map(matches.map((match) => [match.id, match]));
  return {
    game,
    facts: { rules: rulesOf(game), rounds, matches: byId, nextDeadline: coming[0]?.deadline ?? null, now },
    coming,
    next: index < 0 ? null : { ...coming[index]!, number: rounds.length + index + 1 },
    isSeasonOver: coming.length === 0 && matches.every((match) => isQuiet(match, now)),
  };
}

const isQuiet = ({ status, kickoffAt }: SurvivorMatch, now: Date): boolean =>
  matchGroup(status) === 'finished' && (kickoffAt === null || kickoffAt.getTime() + QUIET_MS < now.getTime());

export const readGame = async (db: Db, game: GameRow, now: Date): Promise<KnownGame> =>
  knowGame(game, await findMatches(db, game.league_id, game.season), now);

/** What a season's matches are to survivor, as a hash: it changes with what decides a pick, and not with each goal. */
export const matchesHash = (matches: readonly SurvivorMatch[]): string =>
  hashOf(matches.map((match) => [match.id, match.round, match.home, match.away, match.kickoffAt?.getTime() ?? null, phaseOf(match)]));

function phaseOf({ status, score, ...match }: SurvivorMatch): string | Score {
  if (isOff({ status })) return 'off';
  if (isFinal(status)) return ninetyMinuteScore(status, score) ?? 'void';
  return isStarted(status) ? 'begun' : status === 'pst' || match.kickoffAt === null ? 'put_off' : 'coming';
}

/** What the entries of a game are scored from, as a hash. */
export const factsHash = (ofMatches: string, { game: { rounds }, facts: { nextDeadline, now }, isSeasonOver }: KnownGame): string =>
  hashOf([ofMatches, rounds.length, nextDeadline?.getTime() ?? null, nextDeadline !== null && nextDeadline <= now, isSeasonOver]);

const matchColumns = [
  'id',
  'round',
  'home_team_id',
  'away_team_id',
  'kickoff_at',
  'status',
  'home_score',
  'away_score',
  'fulltime',
] as const;

interface MatchRow {
  id: number;
  round: string;
  home_team_id: number;
  away_team_id: number;
  kickoff_at: Date | null;
  status: string;
  home_score: number | null;
  away_score: number | null;
  fulltime: unknown;
}

/** Returns the matches of a league's season. */
export async function findMatches(db: Db, leagueId: number, season: string): Promise<SurvivorMatch[]> {
  const rows = await db
    .selectFrom('matches')
    .select(matchColumns)
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('id')
    .execute();
  return rows.map(matchOf);
}

/** Returns the matches of current seasons from some days ago to some weeks ahead, by league. */
export async function findNearMatches(db: Db, leagueIds: readonly number[], now: Date): Promise<Map<number, SurvivorMatch[]>> {
  const rows = await db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', (join) => join.onRef('l.id', '=', 'm.league_id').onRef('l.current_season', '=', 'm.season'))
    .select(['m.league_id', 'm.id', 'm.round', 'm.home_team_id', 'm.away_team_id', 'm.kickoff_at', 'm.status'])
    .select(['m.home_score', 'm.away_score', 'm.fulltime'])
    .where('m.league_id', '=', sql<number>`any(${[...leagueIds]}::int[])`)
    .where('m.kickoff_at', '>', new Date(now.getTime() - BEHIND_MS))
    .where('m.kickoff_at', '<', new Date(now.getTime() + AHEAD_MS))
    .orderBy('m.id')
    .execute();
  const byLeague = new Map<number, SurvivorMatch[]>(leagueIds.map((id) => [id, []]));
  for (const row of rows) byLeague.get(row.league_id)!.push(matchOf(row));
  return byLeague;
}

const [BEHIND_MS, AHEAD_MS] = [7 * DAY_MS, 45 * DAY_MS];

const matchOf = (row: MatchRow): SurvivorMatch => ({
  ...{ id: row.id, round: row.round, home: row.home_team_id, away: row.away_team_id, kickoffAt: row.kickoff_at },
  status: row.status as MatchStatus,
  score: {
    ...{ home: row.home_score, away: row.away_score, halftime: null, extratime: null, penalty: null },
    fulltime: row.fulltime as Score | null,
  },
});
