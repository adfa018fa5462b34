import { sql } from 'kysely';
import type pg from 'pg';
import type { Deps } from '#server/deps.ts';
import { payInvites } from '#server/modules/account/referrals/rewards.ts';
import { sealLedger } from '#server/modules/ledger/ledger-proof.ts';
import { addToStats } from '#server/modules/ledger/stats.ts';
import { transact } from '#server/platform/transact.ts';
import type { PostedTransfer } from './ledger.ts';
import { TEAMS } from './matches.ts';
import { iso, type Table } from './rows.ts';
import { writeEnded } from './settle.ts';
import { ADMIN_ID, START, type World } from './world.ts';

/** Writes what exists before the first day: a league, its teams, and the admin who tops up. */
export async function writeBeginnings({ db }: Deps): Promise<void> {
  await sql`insert into leagues (sport, name, form, draw_possible, current_season) values ('football', 'League', 'league', true, '2026')`.execute(
    db,
  );
  await sql`insert into teams (sport, name) select 'football', 'Team ' || n from generate_series(1, ${TEAMS}::integer) n`.execute(db);
  await sql`insert into admins (id, email, role, password_hash, created_at) values (${ADMIN_ID}, 'ops@site.example', 'super', '-', ${iso(START)})`.execute(
    db,
  );
}

/** Tables of users and how they signed in. */
const PEOPLE: readonly Table[] = ['users', 'accounts', 'user_stats', 'sessions'];

/** Writes what happened on a day, and runs what the server's jobs do: pay invites, and seal the ledger. */
export async function writeDay(world: World, deps: Deps, client: pg.Client): Promise<void> {
  const { rows, ledger, matches } = world;
  for (const { id, teams, kickoffAt, score } of matches)
    rows.add('matches', id, 1, '2026', 'Round 1', ...teams, true, iso(kickoffAt), 'ft', ...score);
  for (const { person, first, last } of world.seenToday.values())
    rows.add('active_days', iso(world.dayStart).slice(0, 10), person.id, iso(first), iso(last));
  const { fresh, known } = ledger.takeChanged();
  for (const { kind, owner, balance } of fresh) rows.add('accounts', kind, owner, balance);
  await client.query('begin');
  await rows.copy(client, PEOPLE);
  await updateUsers(world, client);
  await client.query('commit');
  // The server determines who is related to whom.
  await writeEnded(world, deps.db);
  await client.query('begin');
  await rows.copy(client);
  await client.query(
    `update accounts a set balance = c.balance from unnest($1::text[], $2::uuid[], $3::bigint[]) as c (kind, owner, balance)
     where a.kind = c.kind and a.owner = c.owner`,
    [known.map(({ kind }) => kind), known.map(({ owner }) => owner), known.map(({ balance }) => balance)],
  );
  await client.query(`select setval(pg_get_serial_sequence('transfers', 'id'), greatest($1::bigint, 1))`, [ledger.lastId()]);
  await client.query('commit');
  const stats = [...world.stats].map(([userId, change]) => ({ userId, ...change, deed: null }));
  await transact(deps, (db) => addToStats(db, stats, deps.now()));
  await payInvites(deps);
  await absorbPosted(world, deps);
  await sealLedger(deps);
}

async function updateUsers({ signedIn, wallets }: World, client: pg.Client): Promise<void> {
  const seen = [...signedIn];
  await client.query('update users u set last_login_at = s.at from unnest($1::uuid[], $2::timestamptz[]) as s (id, at) where u.id = s.id', [
    seen.map(([person]) => person.id),
    seen.map(([, at]) => iso(at)),
  ]);
  // One after the other, because a wallet may pass from one account to another on the same day.
  const changes = [...wallets].flatMap(([person, all]) => all.map((change) => ({ id: person.id, ...change })));
  for (const { id, wallet, at, heldUntil } of changes.toSorted((a, b) => a.at - b.at)) {
    await client.query('update users set wallet_address = $2, wallet_changed_at = $3, redeem_held_until = $4 where id = $1', [
      ...[id, wallet, iso(at)],
      heldUntil === 0 ? null : iso(heldUntil),
    ]);
  }
}

/** Adds what the server posted since our last transfer. */
export async function absorbPosted({ ledger }: World, { db }: Deps): Promise<void> {
  const { rows } = await sql<PostedTransfer>`
    select id, source, from_kind, from_owner, to_kind, to_owner, amount, created_at from transfers where id > ${ledger.lastId()} order by id`.execute(
    db,
  );
  ledger.absorb(rows);
}
