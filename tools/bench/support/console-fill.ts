import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { DAY_MS } from '#domain/time.ts';
import { withBareTables } from './console-bare.ts';
import { type ConsoleSizes, contestId, type LedgerEnd, NIL, SOURCES, timeOf, userId, writeLedger } from './console-ledger.ts';
import { row } from './console-rows.ts';

/** The filled columns by table, largest tables first. */
const COLUMNS = {
  transfers: 'id, key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, created_at',
  bets: 'id, user_id, contest_id, pick, stake, state, payout, hit, placed_at, settled_at',
  bet_legs: 'id, bet_id, user_id, stake, placed_at',
  active_days: 'day, user_id, first_at, last_at',
  users:
    'id, email, email_identity, email_verified_at, display_name, public_handle, status, invite_code, invited_by, registration_ip, registration_country, terms_version, created_at, last_login_at',
  accounts: 'kind, owner, balance',
  sessions: 'id, user_id, remember, ip, device_id, country, created_at, last_seen_at, expires_at',
  listed_balances: 'user_id, balance',
  user_stats: 'user_id, played, hits, net_won, updated_at',
  balance_sums: 'user_id, source, points',
  contests:
    'id, match_id, market, draw_possible, home_team_id, away_team_id, state, state_since, deadline_at, created_at, stake_home, stake_away, participants, ending, winner, home_score, away_score, settled_at, paid, refunded, last_transfer_id',
  withdrawals:
    'id, user_id, points, amount, wallet_address, wallet_since, contact_channel, contact, status, created_at, decided_at, reason_code, tx_hash, sent_at',
  ledger_blocks: 'number, first_id, last_id, transfers, previous_hash, hash, sealed_at',
} as const;
type Table = keyof typeof COLUMNS;

/** Connections for building indexes, besides COPY's. */
const CONNECTIONS = 2;
const ACTIVE_DAYS = 60;

/** Fills an empty, migrated database by COPY with the users and transfers given by `sizes`: a million and ten million by default. */
export async function fillConsole(databaseUrl: string, sizes: ConsoleSizes): Promise<void> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(databaseUrl)));
  const [database] = connections as [pg.Client];
  try {
    await database.query(`
      insert into leagues (sport, name, form, draw_possible, current_season) values ('football', 'Bench', 'league', true, '2026/27');
      insert into teams (sport, name) select 'football', 'Team ' || n from generate_series(1, 2) n;
      -- The rows that the migrations make.
      delete from accounts; delete from listed_balances`);
    await withBareTables(connections, Object.keys(COLUMNS), () => copyAll(databaseUrl, database, sizes));
    await database.query(`
      select setval(pg_get_serial_sequence('transfers', 'id'), (select max(id) from transfers));
      update listed_balances_mark set last_id = (select max(last_id) from ledger_blocks)`);
  } finally {
    await Promise.all(connections.map((connection) => connection.end()));
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  await connection.query("set maintenance_work_mem = '512MB'; set synchronous_commit = off; set timezone = 'UTC'");
  return connection;
}

async function copyAll(databaseUrl: string, database: pg.Client, sizes: ConsoleSizes): Promise<void> {
  const tables = Object.keys(COLUMNS) as Table[];
  const copies = new Map(await Promise.all(tables.map(async (table) => [table, await startCopy(databaseUrl, table)] as const)));
  const write = (table: Table, line: string) => copies.get(table)!.write(line);
  const pause = async () => {
    for (const copy of copies.values()) await copy.drained();
  };
  const end = await writeLedger(sizes, write, pause);
  for (let user = 0; user < sizes.users; user++) {
    writeUser(sizes, end, user, write);
    if (user % 256 === 0) await pause();
  }
  for (const [number, pool] of end.pools.entries()) write('accounts', row('contest', contestId(number), pool));
  write('accounts', row('issuance', NIL, end.issuance));
  write('accounts', row('house', NIL, 0));
  for (let day = 0; day < ACTIVE_DAYS; day++) {
    writeActives(sizes, day, write);
    await pause();
  }
  await database.query(
    `insert into matches (league_id, season, round, home_team_id, away_team_id, draw_possible, kickoff_at, status, home_score, away_score)
     select 1, '2026/27', 'Round 1', 1, 2, true, now() - interval '1 day', 'ft', 1, 0 from generate_series(1, $1 - 1) n
     union all select 1, '2026/27', 'Round 1', 1, 2, true, now() + interval '1 day', 'ns', null, null`,
    [end.pools.length],
  );
  for (const copy of copies.values()) await copy.end();
}

function writeUser(sizes: ConsoleSizes, end: LedgerEnd, user: number, write: (table: Table, line: string) => void): void {
  const id = userId(user);
  const createdAt = new Date(timeOf(sizes, user, sizes.users)).toISOString();
  // At any time since registering; some users never returned.
  const seenAt = new Date(timeOf(sizes, user + ((user * 7_919) % (sizes.users - user)), sizes.users)).toISOString();
  const loginAt = user % 20 === 0 ? null : seenAt;
  const email = `${(user * 48_271) % 2_147_483_647}.${user}@bench.example`;
  // Unique and evenly spread like random codes: codes with the same prefix belong to users who did not register consecutively.
  const code = ((user * 1_580_030_173) % 36 ** 8).toString(36).toUpperCase().padStart(8, '0');
  const inviter = user > 10 && user % 10 === 0 ? userId(user - 7) : null;
  const status = user % 500 === 1 ? 'disabled' : 'normal';
  const ip = `10.${(user >> 16) & 255}.${(user >> 8) & 255}.${user & 255}`;
  const account = [id, email, email, createdAt, `Bench ${user}`, `bench${user}`, status, code, inviter] as const;
  write('users', row(...account, ip, 'VN', '3', createdAt, loginAt));
  // Some users share a browser.
  const expiresAt = new Date(sizes.until.getTime() + DAY_MS).toISOString();
  write('sessions', row(id, id, true, ip, userId(user - (user % 3)), 'VN', createdAt, seenAt, expiresAt));
  const balance = end.balances[user]!;
  write('accounts', row('balance', id, balance));
  write('accounts', row('held', id, end.held[user]!));
  write('listed_balances', row(id, balance));
  write('user_stats', row(id, end.played[user]!, end.hits[user]!, end.netWon[user]!, seenAt));
  for (const [index, source] of SOURCES.entries()) {
    const points = end.sums[index]![user]!;
    if (points !== 0) write('balance_sums', row(id, source, points));
  }
}

/** Writes one in twenty users as active per day: a third of these every day, the others occasionally. */
function writeActives({ users, until }: ConsoleSizes, daysAgo: number, write: (table: Table, line: string) => void): void {
  const at = new Date(until.getTime() - daysAgo * DAY_MS).toISOString();
  const day = at.slice(0, 10);
  const count = Math.max(1, Math.floor(users / 20));
  for (let n = 0; n < count; n++) {
    const user = n % 3 === 0 ? n : count + ((n + daysAgo * 1_009) % (users - count));
    write('active_days', row(day, userId(user), `${day}T00:00:00Z`, at));
  }
}

const CHUNK_BYTES = 256 * 1024;

/** Starts a COPY into a table on a connection of its own. */
async function startCopy(databaseUrl: string, table: Table) {
  const connection = await connect(databaseUrl);
  const stream: CopyStreamQuery = connection.query(copyFrom(`copy ${table} (${COLUMNS[table]}) from stdin`));
  let [lines, isFull] = ['', false];
  const flush = () => {
    if (lines !== '') isFull = !stream.write(lines);
    lines = '';
  };
  return {
    write: (line: string): void => {
      lines += `${line}\n`;
      if (lines.length > CHUNK_BYTES) flush();
    },
    /** Waits until PostgreSQL has consumed the pending data. */
    drained: async (): Promise<void> => {
      if (isFull && stream.writableNeedDrain) await once(stream, 'drain');
      isFull = false;
    },
    end: async (): Promise<void> => {
      flush();
      stream.end();
      await finished(stream);
      await connection.end();
    },
  };
}
