// A contest with very many bets, from its result to the last payout, against PostgreSQL's plain insert of as many ledger rows on the same
// server in the same run.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { advanceContest } from '#server/modules/betting/contests/advance.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createContest, createCrowd, createMatch } from '#test/support/factories.ts';
import { inTurn, median, timed } from '#test/support/measuring.ts';
import { withDatabase } from '#tools/bench/support/app.ts';
import { serviceDeps } from '#tools/bench/support/bets.ts';

const BETS = Number(process.env.BETS ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const RATIO_MAX = 5;
/** Bets placed, and rows inserted, per statement. */
const AT_ONCE = 1_000;

type Deps = ReturnType<typeof serviceDeps>;

const ratio = await withDatabase(async ({ url }) => {
  const deps = serviceDeps(url, 4);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    await migrate(deps.db);
    return await compare(deps, database);
  } finally {
    await database.end();
    await deps.close();
  }
});
console.log(`settlement-vs-insert ${ratio.toFixed(2)}`);
process.exit(ratio <= RATIO_MAX ? 0 : 1);

async function compare(deps: Deps, database: pg.Client): Promise<number> {
  const settling = async () => settle(deps, await fillContest(deps, database));
  const inserting = () => insertRows(database);
  const [ours, theirs] = (await inTurn(ROUNDS, settling, inserting)).map(median) as [number, number];
  const proof = await proveLedger(deps.db);
  if (!proof.proven) throw new Error(`the ledger does not balance: ${JSON.stringify(proof.faults.slice(0, 3))}`);
  console.log(`${BETS} bets settled in ${ours.toFixed(0)} ms; as many plain rows inserted in ${theirs.toFixed(0)} ms`);
  return ours / theirs;
}

/** Creates an ended match and a contest on it with a bet of each user, half of them right. */
async function fillContest(deps: Deps, database: pg.Client): Promise<string> {
  const matchId = await createMatch(deps.db, { kickoffAt: new Date(deps.now().getTime() + 60_000) });
  const contestId = await createContest(deps.db, matchId, deps.now());
  for (let placed = 0; placed < BETS; placed += AT_ONCE) await createCrowd({ deps }, contestId, Math.min(AT_ONCE, BETS - placed));
  await database.query(
    `update matches set status = 'ft', kickoff_at = now() - interval '3 hours', fulltime = '{1,0}', fulltime_since = now() - interval '1 hour',
       status_since = now() - interval '1 hour', confirmed_at = now() where id = $1`,
    [matchId],
  );
  await database.query('vacuum analyze');
  await database.query('checkpoint');
  return contestId;
}

async function settle(deps: Deps, contestId: string): Promise<number> {
  const took = await timed(() => advanceContest(deps, contestId));
  const { state } = await deps.db.selectFrom('contests').select('state').where('id', '=', contestId).executeTakeFirstOrThrow();
  if (state !== 'settled') throw new Error(`the contest is ${state}, not settled`);
  return took;
}

/** Creates a table like the ledger's, with its indexes, checks, references and triggers, and fills it by plain multi-row inserts. */
async function insertRows(database: pg.Client): Promise<number> {
  await database.query(`
    drop table if exists plain_rows;
    create table plain_rows (like transfers including all);
    alter table plain_rows add foreign key (from_kind, from_owner) references accounts, add foreign key (to_kind, to_owner) references accounts;
    create trigger rows_are_final before update or delete on plain_rows for each row execute function refuse_change();
    create trigger rows_are_kept before truncate on plain_rows for each statement execute function refuse_change();
    create trigger rows_know_their_transaction before insert on plain_rows for each statement execute function take_transaction_id()`);
  const { rows: owners } = await database.query<{ owner: string }>(
    `select owner from accounts where kind = 'balance' order by random() limit $1`,
    [BETS],
  );
  if (owners.length === 0) throw new Error('there are no users to pay');
  const statements = Array.from({ length: Math.ceil(BETS / AT_ONCE) }, (_, n) =>
    statementOf(owners, n * AT_ONCE, Math.min(BETS, (n + 1) * AT_ONCE)),
  );
  await database.query('checkpoint');
  return timed(async () => {
    for (const statement of statements) await database.query(statement);
  });
}

/** Returns an insert of rows like a payout's as literal text, so that only PostgreSQL's work is measured. */
function statementOf(owners: readonly { owner: string }[], from: number, to: number): string {
  const [contestId, nobody] = [randomUUID(), '00000000-0000-0000-0000-000000000000'];
  const rows = Array.from({ length: to - from }, (_, n) => {
    const betId = randomUUID();
    const owner = owners[(from + n) % owners.length]!.owner;
    return `('bet:${betId}:payout','contest_reward','house','${nobody}','balance','${owner}',20,${n},${n},'${contestId}','${betId}',now())`;
  });
  return `insert into plain_rows (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, created_at)
    values ${rows.join(',')}`;
}
