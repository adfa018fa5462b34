import { type SqlBool, sql } from 'kysely';
import { coreOf, folded } from '#domain/chat/folding.ts';
import { isFinal, type MatchStatus } from '#domain/matches/match-status.ts';
import { foldedNames } from '#domain/matches/name-rank.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import { type ImportedTip, meantFixture } from '#domain/tipping/import-csv.ts';
import type { ImportFault } from '#domain/tipping/import-faults.ts';
import { isPossibleTip } from '#domain/tipping/tip.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { isCalledOff } from './group-matches.ts';
import type { GroupRow } from './group-queries.ts';

/** How far around the beginning of the group a tip's match is looked for: the season before, and matches of the group itself. */
const AROUND_MS = 400 * DAY_MS;

/** A match whose tips may be imported. */
export interface PastMatch {
  id: number;
  sport: Sport;
  leagueId: number;
  season: string;
  round: string;
  kickoffAt: Date;
  status: MatchStatus;
  format: SeriesFormat | null;
}

/** Finds the matches that tips mean, by the names of their teams in any of our languages, short names and aliases. */
export interface MatchFinder {
  /** Returns the match, or why there is none whose tips can be imported: nothing is guessed. */
  find: (tip: ImportedTip) => PastMatch | ImportFault;
}

/** Reads the matches of a group's competitions, those before its beginning too, and who plays them. */
export async function matchFinder(db: Db, group: GroupRow): Promise<MatchFinder> {
  const matches = await findMatchesAround(db, group);
  const teams = await findTeams(db, [...new Set(matches.flatMap(({ homeId, awayId }) => [homeId, awayId]))]);
  const byPair = new Map<string, PastMatch[]>();
  for (const match of matches) {
    const key = `${match.homeId} ${match.awayId}`;
    byPair.set(key, [...(byPair.get(key) ?? []), match]);
  }
  const idsOf = (name: string): readonly number[] => {
    const key = folded(name);
    return teams.byName.get(key) ?? teams.byCore.get(coreOf(key)) ?? [];
  };
  return {
    find: (told) => {
      const [homeIds, awayIds] = [idsOf(told.home), idsOf(told.away)];
      if (homeIds.length === 0 || awayIds.length === 0) return 'unknown_team';
      const found = meantFixture(
        told,
        homeIds.flatMap((home) => awayIds.flatMap((away) => byPair.get(`${home} ${away}`) ?? [])),
      );
      if (typeof found === 'string') return found;
      // Everybody tips those for themselves, until they close.
      if (found.kickoffAt >= group.starts_at) return 'own_match';
      if (!isFinal(found.status) || isCalledOff(found)) return 'not_over';
      return isPossibleTip(found.sport, found.format, told.tip) ? found : 'impossible';
    },
  };
}

async function findMatchesAround(db: Db, group: GroupRow): Promise<(PastMatch & { homeId: number; awayId: number })[]> {
  const around = [-AROUND_MS, AROUND_MS].map((ms) => new Date(group.starts_at.getTime() + ms)) as [Date, Date];
  const rows = await db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .select(['m.id', 'l.sport', 'm.league_id', 'm.season', 'm.round', 'm.kickoff_at', 'm.status', 'm.home_team_id', 'm.away_team_id'])
    .select(['m.series_parts', 'm.series_race'])
    .where(
      sql<SqlBool>`exists (select from tipping_competitions t where t.group_id = ${group.id}
        and (t.league_id = m.league_id or t.team_id in (m.home_team_id, m.away_team_id) or t.sport = l.sport))`,
    )
    .where('m.kickoff_at', '>=', around[0])
    .where('m.kickoff_at', '<=', around[1])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sport: row.sport as Sport,
    leagueId: row.league_id,
    season: row.season,
    round: row.round,
    kickoffAt: row.kickoff_at!,
    status: row.status as MatchStatus,
    format: row.series_parts === null ? null : { parts: row.series_parts, race: row.series_race ?? true },
    homeId: row.home_team_id,
    awayId: row.away_team_id,
  }));
}

type ByName = Map<string, number[]>;

/** Returns teams by their folded names, and by these without "FC" and the like. Several can share a name: their fixtures tell them apart. */
async function findTeams(db: Db, ids: readonly number[]): Promise<{ byName: ByName; byCore: ByName }> {
  const [byName, byCore]: [ByName, ByName] = [new Map(), new Map()];
  const rows = await db
    .selectFrom('teams')
    .select(['id', 'name', 'short_name', 'names', 'aliases'])
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
  const put = (map: ByName, name: string, id: number) => {
    const known = map.get(name) ?? [];
    if (!known.includes(id)) map.set(name, [...known, id]);
  };
  for (const { id, names, ...row } of rows) {
    const { own, others } = foldedNames({ ...row, names: names as Record<string, string> });
    for (const name of [...own, ...others]) {
      put(byName, name, id);
      put(byCore, coreOf(name), id);
    }
  }
  return { byName, byCore };
}
