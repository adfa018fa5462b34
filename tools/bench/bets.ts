// Measures batched bets against one transaction per bet and against one function call per bet, over HTTP against pgbench's tpcb-like, and a
// single client alone. All use the embedded database with durable commits. wrk makes the HTTP requests, because it is as light a load as
// pgbench.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeBets } from '#server/modules/betting/bets/place.ts';
import { placeBet } from '#server/modules/betting/bets/service.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { inTurn, median, percentile } from '#test/support/measuring.ts';
import { type BenchApp, withApp } from '#tools/bench/support/app.ts';
import { FUNCTION_PEER, oneCall, severalStatements } from '#tools/bench/support/bet-peers.ts';
import { type Bettors, fillBettors, nextBet, type Reached, rateOf, serviceDeps, UNLIMITED } from '#tools/bench/support/bets.ts';
import { preparePgbench } from '#tools/bench/support/pgbench.ts';
import { prepareWrk } from '#tools/bench/support/wrk.ts';

const WAITING = 256;
/** Connections of the peers that write one bet at a time. */
const CONNECTIONS = 32;
/** A number of clients small enough for each to be answered quickly. */
const FEW = 8;
const ROUND_SECONDS = Number(process.env.ROUND_SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Enough users for each to bet only a few times a minute, as on a site with that many bets. */
const USERS = 40_000;
/** Signed-in users: as many tokens as a process caches. */
const SIGNED_IN = 10_000;
/** Matches of a day. */
const CONTESTS = 100;

/** Minimum ratios of rates. */
const LEAST = {
  'gathered-vs-transactions': 4,
  'gathered-vs-function-calls': 2,
  'http-bets-vs-pgbench': 1,
};
/** Maximum ratios of the time of a bet. */
const MOST = { 'one-gathered-bet-vs-alone': 1.1, 'bet-p99-vs-pgbench': 4 };
const BODY_HASH = createHash('sha256').digest();

process.exit((await withApp(UNLIMITED, isFastEnough)) ? 0 : 1);

async function isFastEnough(app: BenchApp): Promise<boolean> {
  const bettors = await fillBettors(app.database, { users: USERS, contests: CONTESTS });
  const inService = await compareServices(app, bettors);
  await untilSealed(app);
  const overHttp = await compareHttp(app, bettors);
  const reached = { ...inService, ...overHttp };
  for (const [name, ratio] of Object.entries(reached)) console.log(`${name} ${ratio.toFixed(2)}`);
  return (
    Object.entries(LEAST).every(([name, least]) => reached[name as keyof typeof reached] >= least) &&
    Object.entries(MOST).every(([name, most]) => reached[name as keyof typeof reached] <= most)
  );
}

async function compareServices({ databaseUrl, database }: BenchApp, bettors: Bettors) {
  await database.query(FUNCTION_PEER);
  const deps = serviceDeps(databaseUrl, 4);
  const [steps, calls] = [severalStatements(databaseUrl, CONNECTIONS), oneCall(databaseUrl, CONNECTIONS)];
  const gathered = () => {
    const { userId, request, idempotency } = asRequest(nextBet(bettors));
    return placeBet(deps, userId, request, idempotency);
  };
  const alone = async () => {
    const { userId, request, idempotency } = asRequest(nextBet(bettors));
    const { match_id: matchId, ...stake } = request;
    const [answer] = await placeBets(deps, [{ ...stake, userId, matchId, seenHundredths: undefined, idempotency }]);
    if (answer instanceof Error) throw answer;
  };
  const round = (clients: number, act: () => Promise<unknown>) => () => rateOf(clients, ROUND_SECONDS, act);
  const waiting = [gathered, () => steps.place(nextBet(bettors)), () => calls.place(nextBet(bettors))].map((act) => round(WAITING, act));
  for (const warmUp of waiting) await warmUp();
  const [ours, transactions] = await inTurn(ROUNDS, waiting[0]!, waiting[1]!);
  const [oursAgain, functionCalls] = await inTurn(ROUNDS, waiting[0]!, waiting[2]!);
  const [one, oneAlone] = await inTurn(ROUNDS, round(1, gathered), round(1, alone));
  report('gathered', [...ours, ...oursAgain]);
  report('a transaction each', transactions);
  report('a function call each', functionCalls);
  report('one client, gathered', one);
  report('one client, by itself', oneAlone);
  await Promise.all([deps.close(), steps.close(), calls.close()]);
  return {
    'one-gathered-bet-vs-alone': median(tookIn(one)) / median(tookIn(oneAlone)),
    'gathered-vs-transactions': rate(ours) / rate(transactions),
    'gathered-vs-function-calls': rate(oursAgain) / rate(functionCalls),
  };
}

/**
 * Waits until the app has sealed what the service rounds wrote, so that this does not overlap with measuring its own bets, which it seals
 * as they come.
 */
async function untilSealed({ database }: BenchApp): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ sealed: boolean }>(
      'select (select max(id) from transfers) = (select max(last_id) from ledger_blocks) as sealed',
    );
    if (rows[0]?.sealed) return;
    await sleep(1_000);
  }
}

async function compareHttp(app: BenchApp, bettors: Bettors) {
  const pgbench = await preparePgbench(app, ROUND_SECONDS);
  const tokens = await signedIn(app, bettors);
  const matchIds = bettors.matches.map(({ id }) => id);
  const everywhere = await prepareWrk(app, { tokens, matchIds }, ROUND_SECONDS);
  const hot = await prepareWrk(app, { tokens, matchIds: matchIds.slice(0, 1) }, ROUND_SECONDS);
  const waiting = () => everywhere(WAITING);
  // Runs twice, because the first run presents every token for the first time.
  for (const warmUp of [waiting, waiting]) await warmUp();
  const [ours, theirs] = await inTurn(ROUNDS, waiting, () => pgbench(CONNECTIONS, 2));
  const [oursFew, theirsFew] = await inTurn(
    ROUNDS,
    () => everywhere(FEW),
    () => pgbench(FEW, 1),
  );
  const oursHot = [await hot(FEW)];
  report('bets over HTTP', ours);
  report('pgbench tpcb-like', theirs);
  report(`bets of ${FEW} clients`, oursFew);
  report('  in one contest', oursHot);
  report(`pgbench of ${FEW} clients`, theirsFew);
  const p99 = (rounds: readonly Reached[]) => percentile(tookIn(rounds), 99);
  return {
    'hot-bet-p99-vs-pgbench': p99(oursHot) / p99(theirsFew),
    'bet-p99-vs-pgbench': p99(oursFew) / p99(theirsFew),
    'http-bets-vs-pgbench': rate(ours) / rate(theirs),
  };
}

/** Returns the access tokens of the first users, in order. */
function signedIn({ serverKey }: BenchApp, { users }: Bettors): Promise<string[]> {
  return Promise.all(users.slice(0, SIGNED_IN).map((user) => signAccessToken([serverKey], { ...user, sessionId: user.id }, new Date())));
}

function asRequest({ user, match, pick, stake, key }: ReturnType<typeof nextBet>) {
  return {
    userId: user.id,
    request: { market: 'wdl' as const, match_id: match.id, pick, stake },
    idempotency: { userId: user.id, endpoint: 'POST /api/bets', key, bodyHash: BODY_HASH, replayed: false },
  };
}

function rate(rounds: readonly Reached[]): number {
  return median(rounds.map(({ perSecond }) => perSecond));
}

function tookIn(rounds: readonly Reached[]): number[] {
  return rounds.flatMap(({ took }) => took);
}

function report(name: string, rounds: readonly Reached[]): void {
  const took = tookIn(rounds);
  const ms = (percent: number) => `${percentile(took, percent).toFixed(1)} ms`;
  console.log(`${name.padEnd(24)} ${rate(rounds).toFixed(0).padStart(6)}/s   p50 ${ms(50)}   p95 ${ms(95)}   p99 ${ms(99)}`);
}
