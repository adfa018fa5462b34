import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMatchPlayers, PlayerRef } from '#contract/players.ts';
import { findPlayer, plainName } from '#domain/matches/player-names.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { findAbsences, findEvents, findRatings, findShots } from '#server/modules/match-data/matches/detail-queries.ts';
import { lineupsOf } from '#server/modules/match-data/matches/lineups.ts';
import { matchTopic } from '#server/modules/match-data/matches/match-view.ts';
import * as matches from '#server/modules/match-data/matches/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';

interface NamedInTeam {
  teamId: number;
  name: string;
}

/** Returns the ids of players' pages by team and name: null for a name that has no page. */
export async function findPlayerIds(db: Db, named: readonly NamedInTeam[]): Promise<(teamId: number, name: string) => number | null> {
  const wanted = named.map(({ teamId, name }) => ({ teamId, plain: plainName(name) })).filter(({ plain }) => !plain.includes('\0'));
  const ids = new Map<string, number>();
  if (wanted.length > 0) {
    const { rows } = await sql<{ id: number; team_id: number; plain_name: string }>`
      select p.id, wanted.team_id, wanted.plain_name
      from unnest(${wanted.map(({ teamId }) => teamId)}::integer[], ${wanted.map(({ plain }) => plain)}::text[]) as wanted (team_id, plain_name)
      cross join lateral (
        select id from players where team_id = wanted.team_id and plain_name = wanted.plain_name limit 1
      ) p`.execute(db);
    for (const { id, team_id, plain_name } of rows) ids.set(`${team_id} ${plain_name}`, id);
  }
  return (teamId, name) => ids.get(`${teamId} ${plainName(name)}`) ?? null;
}

/** Returns the players named in a match who have pages: in line-ups, official or probable, events, shots, absences and ratings. */
export const matchPlayers = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getMatchPlayers>> => ({
  key: String(id),
  topics: [matchTopic(id)],
  make: async () => {
    const row = await matches.findMatch(deps.db, id);
    if (!row) throw new AppError('not_found');
    const [lineups, events, absences, ratings, shots] = await Promise.all([
      lineupsOf(deps.db, row, deps.now()),
      findEvents(deps.db, [id]),
      findAbsences(deps.db, id),
      findRatings(deps.db, id),
      findShots(deps.db, id),
    ]);
    const namesOf = (side: Side): string[] => {
      const own = lineups[side].players.map(({ name }) => name);
      const told = [
        ...(events.get(id) ?? []).filter((event) => event.side === side).flatMap(({ player, other }) => [player, other]),
        ...(shots?.shots ?? []).filter((shot) => shot.side === side).map(({ player }) => player),
        ...absences[side].map(({ name }) => name),
        ...(ratings?.[side] ?? []).map(({ name }) => name),
      ];
      // A shortened name of a player of the line-up is that player's.
      const others = told.filter((name) => name !== null && findPlayer(lineups[side].players, { name }) === null) as string[];
      return [...new Map([...own, ...others].map((name) => [plainName(name), name])).values()];
    };
    const named = SIDES.map((side) => ({ side, teamId: row[`${side}_team_id`], names: namesOf(side) }));
    const idOf = await findPlayerIds(
      deps.db,
      named.flatMap(({ teamId, names }) => names.map((name) => ({ teamId, name }))),
    );
    const refs = named.map(({ teamId, names }) =>
      names.flatMap((name): PlayerRef[] => {
        const playerId = idOf(teamId, name);
        return playerId === null ? [] : [{ id: playerId, name }];
      }),
    );
    return { home: refs[0]!, away: refs[1]! };
  },
});
