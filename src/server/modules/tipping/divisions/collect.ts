import { sql, type Transaction } from 'kysely';
import { SECOND_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/transact.ts';
import { holdDivisions } from './queries.ts';

/** Entries that arrived in time may still be on their way into the database. */
const SETTLED_AFTER_MS = 30 * SECOND_MS;

/**
 * Copies what players had entered for each match that has begun: the percentages of the forecast league, else the tip of the group that the
 * player joined first. Nothing that happens to the tip afterwards changes the copy: a user who ends a group after a bad tip still has it. Imports
 * never count, as they are entered after their matches. A match that is put off after all is forgotten, and copied when it begins. Safe to
 * run twice. Returns how many matches were copied.
 */
export const collectEntries = (deps: Deps): Promise<number> =>
  transact(deps, async (db) => {
    const now = deps.now();
    await sql`delete from division_matches d using matches m
      where m.id = d.match_id and m.kickoff_at > ${now} and m.started_at is null and m.status in ('ns', 'tbd', 'pst')`.execute(db);
    const { rows } = await sql<{ match_id: number }>`
      insert into division_matches (match_id, kickoff_at, collected_at)
      select m.id, m.kickoff_at, ${now} from matches m
        where m.kickoff_at > ${now}::timestamptz - interval '2 days' and m.kickoff_at <= ${now}::timestamptz + interval '1 day'
          and least(m.kickoff_at, m.started_at) <= ${new Date(now.getTime() - SETTLED_AFTER_MS)} and m.status not in ('tbd', 'pst', 'canc')
          and exists (select from division_players)
        on conflict do nothing returning match_id`.execute(db);
    const ids = rows.map(({ match_id }) => match_id);
    if (ids.length === 0) return 0;
    // Who leaves at this moment must not be copied after what they entered was forgotten.
    await holdDivisions(db);
    await copyForecasts(db, ids);
    await copyTips(db, ids);
    return ids.length;
  });

const begun = (ids: readonly number[]) => sql`(
  select id, kickoff_at, least(kickoff_at, started_at) as begins_at, home_team_id, away_team_id, draw_possible,
    to_char(kickoff_at at time zone 'UTC', 'YYYY-MM') as season
  from matches where id = any(${ids}::int[]))`;

const INTO = sql`insert into division_entries (user_id, match_id, season, kickoff_at, is_tip, home, draw, away, entered_at)`;

async function copyForecasts(db: Transaction<DB>, ids: readonly number[]): Promise<void> {
  await sql`${INTO}
    select p.user_id, b.id, b.season, b.kickoff_at, false, f.home, f.draw, f.away, f.made_at
    from ${begun(ids)} b join user_forecasts f on f.match_id = b.id join division_players p on p.user_id = f.user_id
    where f.made_at < b.begins_at and p.joined_at < b.begins_at and f.voided_at is null
      and (f.home_team_id, f.away_team_id, f.draw_possible) = (b.home_team_id, b.away_team_id, b.draw_possible)
    on conflict do nothing`.execute(db);
}

async function copyTips(db: Transaction<DB>, ids: readonly number[]): Promise<void> {
  await sql`${INTO}
    select distinct on (p.user_id, b.id) p.user_id, b.id, b.season, b.kickoff_at, true, t.home, null, t.away, t.entered_at
    from division_players p join tipping_members m on m.user_id = p.user_id
      cross join ${begun(ids)} b
      join tips t on t.group_id = m.group_id and t.match_id = b.id and t.member_id = m.id
    where t.entered_at < b.begins_at and p.joined_at < b.begins_at
    order by p.user_id, b.id, m.joined_at, m.id
    on conflict do nothing`.execute(db);
}
