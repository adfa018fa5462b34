import { sql } from 'kysely';
import { plainName } from '#domain/matches/player-names.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { MatchRow } from './match-row.ts';
import { type Columns, tableOf } from './table-of.ts';

/** The names that a batch tells of players: each of them gets a page (docs/players.md). */

export interface NamedPlayer {
  team_id: number;
  name: string;
  plain_name: string;
  /** The match that tells of the player as it is played; null if the name was told apart from that. */
  match_id: number | null;
}

/** The names by team and plain name. */
export type PlayerNames = Map<string, NamedPlayer>;

/** Longer names have no page. */
const NAME_MAX = 120;
/** Names of one team that have pages. A club uses some 40 a season; a feed that invents names fills no more than this. */
export const NAMES_OF_TEAM_MAX = 1000;

/** Notes a player's name. Names that have no page are left out: a missing one, one that is too long, and one of accents alone. */
export function noteName(names: PlayerNames, teamId: number, told: string | null, matchId: number | null = null): void {
  const name = told?.trim() ?? '';
  const plain = plainName(name);
  if (plain === '' || name.length > NAME_MAX || name.includes('\0')) return;
  const key = `${teamId} ${plain}`;
  const known = names.get(key);
  if (known === undefined) names.set(key, { team_id: teamId, name, plain_name: plain, match_id: matchId });
  else if (matchId === null) known.match_id = null;
}

/** Notes players of a side of a match; `isTelling` if what names them happened in the match. */
export function noteNames(names: PlayerNames, match: MatchRow, side: Side, told: readonly (string | null)[], isTelling: boolean): void {
  const teamId = side === 'home' ? match.home_team_id : match.away_team_id;
  for (const name of told) noteName(names, teamId, name, isTelling ? match.id : null);
}

const COLUMNS: Columns<NamedPlayer> = { team_id: 'integer', name: 'text', plain_name: 'text', match_id: 'integer' };

/** Adds the names that are new in their teams. In tennis a team is a player, so that its page is the team's. */
export async function writePlayers(db: Db, names: PlayerNames, now: Date): Promise<void> {
  if (names.size === 0) return;
  await sql`
    with told as materialized (
      select r.*, known.id, known.match_id as known_match_id from ${tableOf([...names.values()], COLUMNS)}
      -- One look into the index for each, whatever the planner believes of a table that has just grown.
      left join lateral (
        select id, match_id from players p where p.team_id = r.team_id and p.plain_name = r.plain_name limit 1
      ) known on true
    ), shown as (
      update players p set match_id = null from told where p.id = told.id and told.match_id is null and told.known_match_id is not null
    ), fresh as materialized (
      select told.*, row_number() over (partition by team_id) as nth from told
      where id is null and exists (select from teams t where t.id = told.team_id and t.sport <> 'tennis')
    )
    insert into players (team_id, name, plain_name, match_id, seen_at)
    select team_id, name, plain_name, match_id, ${now}::timestamptz from fresh
    where nth + (select count(*) from players p where p.team_id = fresh.team_id) <= ${NAMES_OF_TEAM_MAX}
    order by team_id, nth
    -- Another feed's batch may have added the name meanwhile.
    on conflict (team_id, plain_name) do nothing`.execute(db);
}
