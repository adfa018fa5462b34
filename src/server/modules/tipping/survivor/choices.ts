import { sql } from 'kysely';
import type { TeamRef } from '#contract/matches.ts';
import type { SurvivorChoice } from '#contract/survivor.ts';
import { freeTeams, type SurvivorPick, standingOf, usedTeams } from '#domain/tipping/survivor.ts';
import { matchOfTeam, type SurvivorMatch } from '#domain/tipping/survivor-rounds.ts';
import type { StoredForecast } from '#server/modules/forecasting/public.ts';
import { teamRef } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { KnownGame } from './calendar.ts';
import type { TimedPick } from './entry-queries.ts';

type Picks = ReadonlyMap<string, SurvivorPick>;

/** Returns picks without their times. */
export const picksOf = (timed: ReadonlyMap<string, TimedPick>): Picks => new Map([...timed].map(([round, { pick }]) => [round, pick]));

/** Returns how often an entry has used each team before a round, that of a round which has begun and not closed yet included. */
export function usedBefore({ facts, coming }: KnownGame, round: string, picks: Picks): Map<number, number> {
  const used = usedTeams(standingOf(facts, picks).lines);
  for (const { pick } of pendingPicks(coming, round, picks)) used.set(pick.team, (used.get(pick.team) ?? 0) + 1);
  return used;
}

/** Picks of coming rounds other than this one, by the match and not by the name of the round, which may have changed. */
function* pendingPicks(coming: KnownGame['coming'], round: string, picks: Picks) {
  for (const [index, one] of coming.entries()) {
    if (one.round === round) continue;
    for (const pick of picks.values())
      if (typeof pick === 'object' && one.matches.some(({ id }) => id === pick.match)) yield { pick, index };
  }
}

/** Returns the teams of the next round with what they are up against, and which of them an entry has used (null: no entry). */
export async function choicesOf(db: Db, known: KnownGame, picks: Picks | null): Promise<SurvivorChoice[]> {
  const { next, facts, coming } = known;
  if (next === null) return [];
  const teams = matchOfTeam(next.matches);
  const [refs, chances] = await Promise.all([findTeams(db, [...teams.keys()]), findChances(db, next.matches)]);
  const free = picks && freeTeams(teams.keys(), usedBefore(known, next.round, picks));
  const usedIn = new Map<number, number>();
  if (picks !== null) {
    for (const { team, number, state } of standingOf(facts, picks).lines) if (team !== null && state !== 'void') usedIn.set(team, number);
    for (const { pick, index } of pendingPicks(coming, next.round, picks)) usedIn.set(pick.team, facts.rounds.length + index + 1);
  }
  return next.matches.flatMap((match) =>
    [match.home, match.away].flatMap((team) => {
      if (teams.get(team) !== match) return [];
      const isHome = team === match.home;
      return [
        {
          ...{ match_id: match.id, kickoff_at: match.kickoffAt!.toISOString(), is_home: isHome },
          ...{ team: refs.get(team)!, opponent: refs.get(isHome ? match.away : match.home)! },
          chance: chances.get(team)?.win ?? null,
          used_in: free?.has(team) === false ? (usedIn.get(team) ?? null) : null,
        },
      ];
    }),
  );
}

export async function findTeams(db: Db, ids: readonly number[]): Promise<Map<number, TeamRef>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('teams')
          .selectAll()
          .where('id', 'in', [...ids])
          .execute();
  return new Map(rows.map((row) => [row.id, teamRef(row)]));
}

/** Returns what the model's forecasts give the teams of a round; teams without a forecast are missing. */
export async function findChances(db: Db, matches: readonly SurvivorMatch[]): Promise<Map<number, { win: number; draw: number }>> {
  const rows = await db
    .selectFrom('forecasts')
    .select(['match_id', 'content'])
    .where('match_id', '=', sql<number>`any(${matches.map(({ id }) => id)}::int[])`)
    .execute();
  const byMatch = new Map(rows.map(({ match_id, content }) => [match_id, content as unknown as StoredForecast]));
  const chances = new Map<number, { win: number; draw: number }>();
  for (const [team, { id, home, away }] of matchOfTeam(matches)) {
    const forecast = byMatch.get(id);
    // A forecast of other teams is void.
    if (forecast?.home_team_id !== home || forecast.away_team_id !== away) continue;
    const { outcomes } = forecast;
    chances.set(team, { win: team === home ? outcomes.home : outcomes.away, draw: outcomes.draw });
  }
  return chances;
}
