// Measures what a pooler costs that lends connections for one transaction: one more program between app and database, and statements that
// are parsed each time. Both sides take turns on one database with durable commits.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Deps } from '#server/deps.ts';
import { placeBet } from '#server/modules/betting/bets/service.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { inTurn, median, percentile } from '#test/support/measuring.ts';
import { hasPooler, startPooler, through } from '#test/support/pooler.ts';
import { type BenchDatabase, withDatabase } from '#tools/bench/support/app.ts';
import { type Bettors, fillBettors, nextBet, type Reached, rateOf, serviceDeps } from '#tools/bench/support/bets.ts';

const ROUND_SECONDS = Number(process.env.ROUND_SECONDS ?? 2);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CONNECTIONS = 4;
const WAITING = 256;
const BODY_HASH = createHash('sha256').digest();

/** Minimum ratios of rates to those without a pooler and with names. */
const LEAST = {
  'stakes-through-a-pooler': 0.6,
  'one-stake-through-a-pooler': 0.4,
  'reads-through-a-pooler': 0.3,
  'stakes-without-names': 0.6,
};

if (!hasPooler()) {
  console.log('skipped: there is no PgBouncer (apt-get install pgbouncer)');
  process.exit(0);
}
process.exit((await withDatabase(isCheapEnough)) ? 0 : 1);

async function isCheapEnough({ url }: BenchDatabase): Promise<boolean> {
  const pooler = await startPooler(url);
  const direct = serviceDeps(url, CONNECTIONS);
  const pooled = serviceDeps(through(pooler, url), CONNECTIONS, { isPooled: true });
  await migrate(direct.db);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const bettors = await fillBettors(database, { users: 5_000, contests: 100 });
  await database.end();

  const compare = async (name: keyof typeof LEAST, clients: number, act: (deps: Deps) => () => Promise<unknown>, other: Deps = pooled) => {
    const round = (deps: Deps) => () => rateOf(clients, ROUND_SECONDS, act(deps));
    await round(direct)();
    await round(other)();
    const [ours, theirs] = await inTurn(ROUNDS, round(other), round(direct));
    report(`${name}: with`, ours);
    report(`${name}: without`, theirs);
    const ratio = median(ours.map(({ perSecond }, n) => perSecond / theirs[n]!.perSecond));
    console.log(`${name} ${ratio.toFixed(2)}`);
    return ratio >= LEAST[name];
  };
  const stake = (deps: Deps) => () => stakeOnce(deps, bettors);
  const read = (deps: Deps) => () => readOnce(deps, bettors);
  const results = [
    await compare('stakes-through-a-pooler', WAITING, stake),
    await compare('one-stake-through-a-pooler', 1, stake),
    await compare('reads-through-a-pooler', CONNECTIONS, read),
  ];
  const unnamed = serviceDeps(url, CONNECTIONS, { isPooled: true });
  results.push(await compare('stakes-without-names', WAITING, stake, unnamed));
  await Promise.all([direct.close(), pooled.close(), unnamed.close()]);
  await pooler.stop();
  return results.every(Boolean);
}

function stakeOnce(deps: Deps, bettors: Bettors): Promise<unknown> {
  const { user, match, pick, stake, key } = nextBet(bettors);
  const idempotency = { userId: user.id, endpoint: 'POST /api/bets', key, bodyHash: BODY_HASH, replayed: false };
  return placeBet(deps, user.id, { market: 'wdl', match_id: match.id, pick, stake }, idempotency);
}

function readOnce({ db }: Deps, { users }: Bettors): Promise<unknown> {
  return sql`/* bench_balance */ select balance from accounts where kind = 'balance' and owner = ${users[0]!.id}`.execute(db);
}

function report(name: string, rounds: readonly Reached[]): void {
  const took = rounds.flatMap((round) => round.took);
  const rate = median(rounds.map(({ perSecond }) => perSecond));
  console.log(`${name.padEnd(40)} ${rate.toFixed(0).padStart(6)}/s   p50 ${percentile(took, 50).toFixed(2)} ms`);
}
