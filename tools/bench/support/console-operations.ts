import pg from 'pg';
import { walletAddress } from '#domain/withdrawals/wallet.ts';
import type { ConsoleSizes } from './console-ledger.ts';

/** The wallet that payouts leave from. */
export const BENCH_TREASURY = walletAddress(new Uint8Array(20).fill(1));

/** Admins, and payouts of each batch. */
const ADMINS = 20;
/** Operators do something once in so many transfers. */
const TRANSFERS_PER_ACTION = 20;
const BATCH_OF = 50;
/** One in so many withdrawals has evidence against its owner, and one in so many transfers of the treasury explains nothing. */
const FLAGGED_ONE_IN = 8;
const UNEXPLAINED_EVERY = 100;

/**
 * Adds what operators leave behind to a database filled by `fillConsole`: the audit log of years, evidence, batches, what the chain says of
 * payouts, and the treasury's transfers.
 */
export async function fillOperations(databaseUrl: string, { transfers }: ConsoleSizes): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query("set synchronous_commit = off; set timezone = 'UTC'");
    for (const statement of statementsFor(Math.ceil(transfers / TRANSFERS_PER_ACTION))) await database.query(statement);
  } finally {
    await database.end();
  }
}

/** An id that words stand for, always the same. */
const uuidOf = (words: string) => `overlay(overlay(md5(${words}) placing '7' from 13) placing '8' from 17)::uuid`;

const statementsFor = (actions: number): string[] => [
  `insert into admins (id, email, role, password_hash, created_at)
   select ${uuidOf(`'admin' || n`)}, 'operator' || n || '@ops.example', (array['support', 'reviewer', 'finance', 'super'])[1 + n % 4], 'none', now() - interval '4 years'
   from generate_series(1, ${ADMINS}) n`,

  `insert into audit_log (admin_id, admin_email, admin_role, action, subject_kind, subject_id, after, reason, ip, created_at)
   select ${uuidOf(`'admin' || a.number`)}, 'operator' || a.number || '@ops.example', 'finance', k.action, k.kind, coalesce(s.id, n::text), '{"points": 1000}',
     case when n % 3 = 0 then null when n = ${Math.ceil(actions / 7)} then 'the needle in the haystack' else 'ticket ' || n % 9973 || ' agreed with the owner' end,
     '10.0.0.1', now() - (${actions} - n) * interval '4 years' / ${actions}
   from generate_series(1, ${actions}) n
   cross join lateral (select 1 + n % ${ADMINS} as number) a
   cross join lateral (select * from (values
     (0, 'admin.sign_in', 'admin'), (1, 'withdrawal.approve', 'withdrawal'), (2, 'withdrawal.sent', 'withdrawal'), (3, 'user.note', 'user'),
     (4, 'user.export', 'user'), (5, 'chat.remove', 'message'), (6, 'invite.allow', 'user'), (7, 'search.ip', 'search')
   ) kinds (at, action, kind) where at = n % 8) k
   left join lateral (select case k.kind when 'user' then lpad(to_hex((n * 31) % (select count(*) from users)), 8, '0') || '-0000-7000-8000-000000000000'
     when 'withdrawal' then lpad(to_hex(1 + n % 10000), 8, '0') || '-0000-7000-8004-000000000000' end as id) s on true`,

  // What was asked for twice, what waits for its second admin, and what the chain says.
  `update withdrawals set first_approved_by = ${uuidOf(`'admin2'`)}, first_approved_at = created_at
   where status = 'pending' and get_byte(uuid_send(id), 3) % 4 = 0`,
  `update withdrawals set payout_state = 'confirmed', payout_since = sent_at, payout_checked_at = sent_at where sent_at < now() - interval '30 days'`,
  `insert into withdrawal_hashes (tx_hash, withdrawal_id, created_at) select tx_hash, id, sent_at from withdrawals where tx_hash is not null`,
  `insert into withdrawal_evidence (withdrawal_id, step, at, score, flags, reasons, accounts)
   select id, 'requested', created_at, 4, (array['{concentrated_wins}', '{ring}', '{unplayed_top_ups}', '{ring,unplayed_top_ups}'])[1 + n % 4]::text[], '[]', '{}'
   from (select id, created_at, row_number() over (order by id) as n from withdrawals) w where n % ${FLAGGED_ONE_IN} = 0`,
  // Nothing was found against the others. The app assesses those that wait.
  `insert into withdrawal_evidence (withdrawal_id, step, at, score, flags, reasons, accounts)
   select id, 'requested', created_at, 0, '{}', '[]', '{}' from withdrawals w
   where status <> 'pending' and not exists (select from withdrawal_evidence k where k.withdrawal_id = w.id)`,

  `insert into payout_batches (id, made_by, held_by, held_since, created_at)
   select ${uuidOf(`'batch' || n`)}, ${uuidOf(`'admin2'`)}, ${uuidOf(`'admin2'`)}, at, at
   from (select n / ${BATCH_OF} as n, max(decided_at) as at
     from (select decided_at, row_number() over (order by decided_at, id) as n from withdrawals where status = 'approved') w group by 1) b`,
  // The latest are in no batch yet.
  `insert into payout_batch_items (batch_id, withdrawal_id, position)
   select ${uuidOf(`'batch' || n / ${BATCH_OF}`)}, id, 1 + n % ${BATCH_OF}
   from (select id, row_number() over (order by decided_at, id) as n from withdrawals where status = 'approved') w
   where n < (select count(*) from withdrawals where status = 'approved' and sent_at is not null)`,

  `insert into treasury_watch (wallet, usdt, trx, energy, bandwidth, balances_at, since, read_until, transfers_at)
   values ('${BENCH_TREASURY}', 250000, 9000, 400000, 5000, now(), now() - interval '1 year', now(), now())`,
  `insert into treasury_transfers (id, tx_hash, log_index, to_wallet, amount, block_at, found_at, withdrawal_id)
   select id, tx_hash, 0, wallet_address, amount, sent_at, sent_at, case when n % ${UNEXPLAINED_EVERY} <> 0 then id end
   from (select *, row_number() over (order by id) as n from withdrawals where tx_hash is not null) w`,
  `insert into withdrawal_payments (tx_hash, log_index, withdrawal_id, block_number, block_at, created_at)
   select tx_hash, 0, id, 1, sent_at, sent_at from withdrawals where payout_state = 'confirmed'`,
  `insert into withdrawal_events (withdrawal_id, kind, created_at) select id, 'asked', created_at from withdrawals`,
  ...[
    'admins',
    'audit_log',
    'withdrawals',
    'withdrawal_hashes',
    'withdrawal_evidence',
    'withdrawal_payments',
    'withdrawal_events',
    'payout_batches',
    'payout_batch_items',
    'treasury_transfers',
  ].map((table) => `vacuum analyze ${table}`),
];
