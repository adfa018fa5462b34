import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { type Batch, refusalOf } from './batch.ts';
import type { FeedUpdate, SquadUpdate } from './feed.ts';
import { judgeSquad } from './judge.ts';
import { findIds } from './queries.ts';

/** Who plays for the teams that are known by now. No match changes by it: only a line-up that is not told is guessed from a squad. */
export async function importSquads(batch: Batch, updates: FeedUpdate[]): Promise<void> {
  const squads = updates.filter((update): update is SquadUpdate => update.kind === 'squad');
  const teams = await findIds(batch.db, batch.feed, 'team', [...new Set(squads.map(({ teamId }) => teamId))]);
  const rows = new Map<number, SquadRow>();
  for (const update of squads) {
    const teamId = teams.get(update.teamId) ?? null;
    const verdict = judgeSquad(update, teamId);
    if (verdict !== null || teamId === null) batch.refusals.push(refusalOf(update, verdict ?? 'unknown_team'));
    else rows.set(teamId, { team_id: teamId, coach: update.coach, players: update.players });
  }
  await writeSquads(batch.db, [...rows.values()]);
}

interface SquadRow extends Pick<SquadUpdate, 'coach' | 'players'> {
  team_id: number;
}

async function writeSquads(db: Db, squads: SquadRow[]): Promise<void> {
  if (squads.length === 0) return;
  await sql`
    insert into squads as s (team_id, coach, players)
    select * from jsonb_to_recordset(${JSON.stringify(squads)}::jsonb) as r (team_id integer, coach text, players jsonb)
    on conflict (team_id) do update set (coach, players) = (excluded.coach, excluded.players) where s is distinct from excluded`.execute(
    db,
  );
}
