import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** The written columns by table; tables follow those that they refer to. */
const COLUMNS = {
  users:
    'id, email, email_identity, email_verified_at, display_name, public_handle, invite_code, invited_by, invited_with, invited_through, registration_ip, registration_country, registration_device_id, terms_version, created_at, last_login_at',
  accounts: 'kind, owner, balance',
  user_stats: 'user_id, updated_at',
  sessions: 'id, user_id, remember, user_agent, ip, device_id, country, created_at, last_seen_at, expires_at',
  active_days: 'day, user_id, first_at, last_at',
  check_ins: 'user_id, day, streak, points, created_at',
  adjustments: 'id, user_id, delta, source, reason, admin_id, created_at',
  matches: 'id, league_id, season, round, home_team_id, away_team_id, draw_possible, kickoff_at, status, home_score, away_score',
  contests:
    'id, match_id, market, draw_possible, home_team_id, away_team_id, state, state_since, deadline_at, first_deadline_at, created_at, stake_home, stake_draw, stake_away, payout_home, payout_draw, payout_away, participants, ending, winner, home_score, away_score, settled_at, paid, refunded, fee, last_transfer_id',
  transfers: 'id, key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, created_at',
  bets: 'id, user_id, contest_id, pick, stake, fixed_payout, state, payout, refund, hit, at_risk, at_risk_reason, net_won, placed_at, settled_at',
  bet_legs: 'id, bet_id, user_id, stake, odds, placed_at, refunded_at',
} as const;
export type Table = keyof typeof COLUMNS;
export type Value = string | number | boolean | null;

export const iso = (at: number): string => new Date(at).toISOString();

/** Collects the rows of a day, which COPY writes in bulk, tens of thousands at a time. */
export function createRows() {
  const lines = new Map<Table, string[]>();
  return {
    add: (table: Table, ...values: readonly Value[]): void => {
      const known = lines.get(table);
      const line = values.map((value) => value ?? '\\N').join('\t');
      if (known) known.push(line);
      else lines.set(table, [line]);
    },
    /** Writes the rows added to these tables since the last call, in the order of references. */
    copy: async (client: pg.Client, tables: readonly Table[] = Object.keys(COLUMNS) as Table[]): Promise<void> => {
      for (const table of Object.keys(COLUMNS).filter((name) => tables.includes(name as Table)) as Table[]) {
        const rows = lines.get(table);
        if (!rows || rows.length === 0) continue;
        const stream = client.query(copyFrom(`copy ${table} (${COLUMNS[table]}) from stdin`));
        stream.end(`${rows.join('\n')}\n`);
        await finished(stream);
        lines.delete(table);
      }
    },
  };
}
export type Rows = ReturnType<typeof createRows>;

/** The tables that grow by hundreds of thousands of rows. */
const LARGE: readonly Table[] = ['transfers', 'bets', 'bet_legs', 'check_ins', 'active_days', 'sessions'];

/**
 * Runs `fill` without the foreign keys of the large tables, which cost a lookup per row, and then restores them, which checks all rows at
 * once.
 */
export async function withoutForeignKeys(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [LARGE],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  await fill();
  for (const { table, name, definition } of rows) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}
