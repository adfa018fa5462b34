// Bets: gathered against one transaction each and against one function call each, over HTTP against pgbench's tpcb-like, and one client alone.
// All of them on the embedded database, which waits for the disk at every commit.
import { createHash } from 'node:crypto';
import { placeBets } from '#server/features/bets/place.ts';
import { placeBet } from '#server/features/bets/service.ts';
import { signAccessToken } from '#server/http/access-token.ts';
import { type BenchApp, withApp } from '#test/bench-app.ts';
import { FUNCTION_PEER, oneCall, severalStatements } from '#test/bench-bet-peers.ts';
import { type Bettors, fillBettors, nextBet, type Reached, rateOf, serviceDeps, UNLIMITED } from '#test/bench-bets.ts';
import { createBenchClient } from '#test/bench-client.ts';
import { preparePgbench } from '#test/bench-pgbench.ts';
import { inTurn, median, percentile } from '#test/measuring.ts';

const WAITING = 256;
/** Of those that write a bet at a time. */
const CONNECTIONS = 32;
const ROUND_SECONDS = Number(process.env.ROUND_SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const USERS = 5_000;
/** A day's matches. */
const CONTESTS = 100;

const LIMITS = {
  'gathered-vs-transactions': 4,
  'gathered-vs-function-calls': 2,
  'http-bets-vs-pgbench': 1,
};
const BODY_HASH = createHash('sha256').digest();
/** With one client, gathering may cost so much of the time that a bet takes without it. */
const ALONE_MAX = 1.1;

process.exit((await withApp(UNLIMITED, isFastEnough)) ? 0 : 1);

async function isFastEnough(app: BenchApp): Promise<boolean> {
  const bettors = await fillBettors(app.database, { users: USERS, contests: CONTESTS });
  const inService = await compareServices(app, bettors);
  const overHttp = await compareHttp(app, bettors);
  const reached = { ...inService.ratios, 'http-bets-vs-pgbench': overHttp };
  console.log(`one-gathered-bet-vs-alone ${inService.alone.toFixed(2)}`);
  for (const [name, ratio] of Object.entries(reached)) console.log(`${name} ${ratio.toFixed(2)}`);
  return inService.alone <= ALONE_MAX && Object.entries(LIMITS).every(([name, least]) => reached[name as keyof typeof reached] >= least);
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
    ratios: {
      'gathered-vs-transactions': rate(ours) / rate(transactions),
      'gathered-vs-function-calls': rate(oursAgain) / rate(functionCalls),
    },
    alone: p50(one) / p50(oneAlone),
  };
}

async function compareHttp(app: BenchApp, bettors: Bettors): Promise<number> {
  const pgbench = await preparePgbench(app, { clients: 32, threads: 2, seconds: ROUND_SECONDS });
  const place = await httpBettor(app, bettors);
  const bets = () => rateOf(WAITING, ROUND_SECONDS, place.bet);
  await bets();
  const [theirs, ours] = await inTurn(ROUNDS, pgbench, bets);
  place.close();
  report('pgbench tpcb-like', theirs);
  report('bets over HTTP', ours);
  return rate(ours) / rate(theirs);
}

/** Whoever is signed in bets over connections that stay open. */
async function httpBettor({ url, serverKey }: BenchApp, bettors: Bettors) {
  const signed = bettors.users.map(async (user) => {
    const token = await signAccessToken([serverKey], { ...user, sessionId: user.id }, new Date());
    return [user.id, `Bearer ${token}`] as const;
  });
  const authorizations = new Map(await Promise.all(signed));
  const { ask, close } = createBenchClient(url, { connections: WAITING });
  const bet = () => {
    const next = nextBet(bettors);
    const headers = { Authorization: authorizations.get(next.user.id)!, 'Idempotency-Key': next.key };
    return ask('/api/bets', { method: 'POST', headers, body: asRequest(next).request, status: 201 });
  };
  return { bet, close };
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

function p50(rounds: readonly Reached[]): number {
  return median(rounds.flatMap(({ took }) => took));
}

function report(name: string, rounds: readonly Reached[]): void {
  const took = rounds.flatMap((round) => round.took);
  const ms = (percent: number) => `${percentile(took, percent).toFixed(1)} ms`;
  console.log(`${name.padEnd(24)} ${rate(rounds).toFixed(0).padStart(6)}/s   p50 ${ms(50)}   p95 ${ms(95)}   p99 ${ms(99)}`);
}
