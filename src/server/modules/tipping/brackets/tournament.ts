import { sql } from 'kysely';
import type { TeamRef } from '#contract/matches.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore } from '#domain/matches/score.ts';
import type { Side, Sport } from '#domain/matches/sport.ts';
import { standings } from '#domain/matches/standings.ts';
import { type NoShape, readTournament, type TournamentMatch } from '#domain/tipping/bracket-draw.ts';
import type { BracketFacts } from '#domain/tipping/bracket-facts.ts';
import type { BracketShape } from '#domain/tipping/bracket-shape.ts';
import { findLeagueSeason, findTables, findTeamRefs, leagueRef, rulesOf } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { hashOf } from './hash.ts';

/** A competition's season as brackets see it, read now. */
export interface KnownTournament {
  league: ReturnType<typeof leagueRef>;
  season: string;
  section: string;
  facts: BracketFacts;
  shape: BracketShape | NoShape;
  /** Of the draw, as a hash; '' while there is none. */
  drawn: string;
  teams: TeamRef[];
}

export interface ChallengeKey {
  league_id: number;
  season?: string | undefined;
  section: string;
}

/** Reads a tournament; through a shield, as its reader may see it. Throws `not_found` for an unknown league or season. */
export async function findTournament(db: Db, { league_id, season: wanted, section }: ChallengeKey): Promise<KnownTournament> {
  const { league, season } = await findLeagueSeason(db, league_id, wanted);
  const [matches, tables, teams] = await Promise.all([
    findMatches(db, league_id, season),
    findTables(db, league, season),
    findTeamRefs(db, league_id, season),
  ]);
  const rules = rulesOf(league, season);
  const deductions = rules.deductions?.[season] ?? {};
  const groups = tables.flatMap(({ group, teams: members, matches: counted }) => {
    const results = counted.filter(({ isInPlay }) => !isInPlay);
    const table = standings(results, rules, { teams: members, deductions }).map(({ team }) => team.id);
    return group === null ? [] : [{ name: group, table }];
  });
  const { facts, shape } = readTournament({ sport: league.sport as Sport, section, matches, groups, plan: rules.knockOuts ?? null });
  const drawn = typeof shape === 'string' ? '' : hashOf([shape.groups.map(({ name, teams: ids }) => [name, ids.toSorted()]), shape.first]);
  return { league: leagueRef(league), season, section, facts, shape, drawn, teams };
}

/** Returns what decides which points entries have, as a hash: the same facts in another order give the same one. */
export const factsHash = ({ groups, ties }: BracketFacts): string => hashOf([groups, ties.map(canonicalJson).sort()]);

async function findMatches(db: Db, leagueId: number, season: string): Promise<TournamentMatch[]> {
  const rows = await db
    .selectFrom('matches')
    .select(['id', 'round', 'group_name', 'home_team_id', 'away_team_id', 'status', 'kickoff_at', 'started_at', 'status_since'])
    .select(['home_score', 'away_score', 'halftime', 'fulltime', 'extratime', 'penalty', 'awarded_to'])
    .select(sql<MatchScore['parts'] | null>`parts`.as('parts'))
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('kickoff_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    round: row.round,
    group: row.group_name,
    home: { id: row.home_team_id },
    away: { id: row.away_team_id },
    status: row.status as MatchStatus,
    score: {
      ...{ home: row.home_score, away: row.away_score },
      halftime: row.halftime as [number, number] | null,
      fulltime: row.fulltime as [number, number] | null,
      extratime: row.extratime as [number, number] | null,
      penalty: row.penalty as [number, number] | null,
      ...(row.parts && { parts: row.parts }),
      ...(row.awarded_to && { awarded_to: row.awarded_to as Side }),
    },
    kickoffAt: row.kickoff_at,
    startedAt: row.started_at,
    statusSince: row.status_since,
  }));
}
