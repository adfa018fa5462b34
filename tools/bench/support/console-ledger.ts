import { DAY_MS } from '#domain/time.ts';
import { type LedgerSide, type LedgerTable, ledgerSealer } from './console-blocks.ts';
import { row } from './console-rows.ts';

/** Numbers of users and transfers, over the days up to `until`. */
export interface ConsoleSizes {
  users: number;
  transfers: number;
  days: number;
  until: Date;
}

/** The final state of the ledger; arrays are indexed by the user's number. */
export interface LedgerEnd {
  balances: Int32Array;
  /** Sums of balance changes by source, in the order of `SOURCES`. */
  sums: Int32Array[];
  played: Int32Array;
  hits: Int32Array;
  netWon: Int32Array;
  issuance: number;
  /** Points held for a request that is not decided. */
  held: Int32Array;
  /** What each contest holds, by its number: 0 if it is settled. */
  pools: number[];
}

export const SOURCES = ['daily_login', 'manual_adjust', 'bet_stake', 'contest_reward', 'redeem'] as const;
type Source = (typeof SOURCES)[number];

export const NIL = '00000000-0000-0000-0000-000000000000';
const CONTEST_BETS = 100;
const STAKE = 10;
const PAYOUT = 1_000;
const USERS_TRIED = 20;
/** Payouts of one request. */
const REDEEMED_MAX = 20;
/** The share of transfers whose requests are not paid yet: the last ones. */
const UNPAID_SHARE = 0.02;

const idOf =
  (kind: string) =>
  (n: number): string =>
    `${n.toString(16).padStart(8, '0')}-0000-7000-${kind}-000000000000`;
/** Ordered by number, like time-based ids. */
export const userId = idOf('8000');
export const contestId = idOf('8001');
const betId = idOf('8002');
const legId = idOf('8003');
const withdrawalId = idOf('8004');

/** Returns a seeded random generator (mulberry32) of integers from 0 to below `sides`. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * sides);
  };
}

/** Returns the time in milliseconds of the n-th of `count` events, spread evenly over the days; the last one is a minute before the end. */
export const timeOf = ({ days, until }: ConsoleSizes, n: number, count: number): number =>
  until.getTime() - 60_000 - Math.floor((1 - (n + 1) / count) * days * DAY_MS);

/** The state while the ledger is generated. */
interface World {
  end: LedgerEnd;
  write: (table: LedgerTable, line: string) => void;
  seal: ReturnType<typeof ledgerSealer>;
  roll: (sides: number) => number;
  /** Id of the last transfer. */
  id: number;
  registered: number;
  bets: number;
  withdrawals: number;
  /** Requests after this transfer are not paid yet. */
  lastFrom: number;
  /** Current time, ISO 8601. */
  at: string;
  /** The contest that currently takes stakes; its bets are numbered consecutively. */
  contest: { number: number; pool: number; bettors: number[]; firstBet: number };
}

/**
 * Generates a plausible ledger, transfer by transfer: users register, check in, are recharged, stake, win and redeem; contests are settled
 * when they are full; transfers are sealed in blocks. All balances add up, and every block's hash is what PostgreSQL computes. `write`
 * receives lines, and `pause` is awaited regularly so that they can be consumed.
 */
export async function writeLedger(
  sizes: ConsoleSizes,
  write: (table: LedgerTable, line: string) => void,
  pause: () => Promise<void>,
): Promise<LedgerEnd> {
  const contest = { number: 0, pool: 0, bettors: [], firstBet: 1 };
  const start = { id: 0, registered: 0, bets: 0, withdrawals: 0, at: '', contest, lastFrom: sizes.transfers * (1 - UNPAID_SHARE) };
  const world: World = { ...start, end: emptyEnd(sizes.users), write, seal: ledgerSealer(write), roll: dice(20_261_122) };
  for (let turn = 0; world.id < sizes.transfers; turn++) {
    world.at = new Date(timeOf(sizes, world.id, sizes.transfers)).toISOString();
    const isNext = world.registered < sizes.users && world.registered * sizes.transfers <= world.id * sizes.users;
    if (isNext) give(world, 'daily_login', world.registered++, 10);
    else if (world.contest.bettors.length === CONTEST_BETS) settle(world);
    else act(world);
    if (turn % 256 === 0) await pause();
  }
  leaveOpen(world);
  world.seal.close();
  return world.end;
}

function emptyEnd(users: number): LedgerEnd {
  const zeros = () => new Int32Array(users);
  return {
    balances: zeros(),
    sums: SOURCES.map(zeros),
    played: zeros(),
    hits: zeros(),
    netWon: zeros(),
    issuance: 0,
    held: zeros(),
    pools: [],
  };
}

/** Performs a random action of a user; a user without enough points checks in. */
function act(world: World): void {
  const what = world.roll(1_000);
  const staker = what < 300 ? someoneWith(world, STAKE) : null;
  const redeemer = what >= 300 && what < 305 ? someoneWith(world, PAYOUT) : null;
  if (staker !== null && !world.contest.bettors.includes(staker)) stake(world, staker);
  else if (redeemer !== null) redeem(world, redeemer);
  else if (what >= 990) give(world, 'manual_adjust', world.roll(world.registered), 2 * PAYOUT);
  else give(world, 'daily_login', world.roll(world.registered), 10 + world.roll(20));
}

function someoneWith({ end, roll, registered }: World, points: number): number | null {
  for (let tried = 0; tried < USERS_TRIED; tried++) {
    const user = roll(registered);
    if (end.balances[user]! >= points) return user;
  }
  return null;
}

/** Posts a change of a user's balance against another account, given in its state afterwards; `bet` is the number of the related bet. */
function post(world: World, key: string, source: Source, user: number, delta: number, other: LedgerSide, bet: number | null = null): void {
  const { end, contest, at, seal } = world;
  end.balances[user]! += delta;
  end.sums[SOURCES.indexOf(source)]![user]! += delta;
  const own = ['balance', userId(user), end.balances[user]!] as const;
  const [from, to] = delta < 0 ? [own, other] : [other, own];
  const about = bet === null ? { contest: null, bet: null } : { contest: contestId(contest.number), bet: betId(bet) };
  seal.add({ id: ++world.id, key, source, from, to, amount: Math.abs(delta), ...about, at });
}

function give(world: World, source: 'daily_login' | 'manual_adjust', user: number, points: number): void {
  world.end.issuance -= points;
  post(world, `${source}:${world.id}`, source, user, points, ['issuance', NIL, world.end.issuance]);
}

function stake(world: World, user: number): void {
  const { contest, write, at } = world;
  const bet = ++world.bets;
  contest.bettors.push(user);
  contest.pool += STAKE;
  post(world, `bet:${legId(bet)}:stake`, 'bet_stake', user, -STAKE, ['contest', contestId(contest.number), contest.pool], bet);
  write('bet_legs', row(legId(bet), betId(bet), userId(user), STAKE, at));
}

/** Settles the contest: every third bettor was right; what remains of the pool goes to the earliest of them, a point each. */
function settle(world: World): void {
  const { bettors, firstBet, number, pool } = world.contest;
  const { end, write, at } = world;
  const id = contestId(number);
  const winners = Math.ceil(bettors.length / 3);
  const share = Math.floor(pool / winners);
  let left = pool;
  for (const [index, user] of bettors.entries()) {
    const isHit = index % 3 === 0;
    const bet = firstBet + index;
    const payout = isHit ? share + (index / 3 < pool - share * winners ? 1 : 0) : 0;
    left -= payout;
    if (isHit) post(world, `bet:${betId(bet)}:payout`, 'contest_reward', user, payout, ['contest', id, left], bet);
    end.played[user]!++;
    end.hits[user]! += isHit ? 1 : 0;
    end.netWon[user]! += payout - STAKE;
    write('bets', row(betId(bet), userId(user), id, isHit ? 'home' : 'away', STAKE, 'settled', payout, isHit, at, at));
  }
  const stakes = [winners * STAKE, pool - winners * STAKE, bettors.length];
  write(
    'contests',
    row(id, number + 1, 'wdl', true, 1, 2, 'settled', at, at, at, ...stakes, 'settle', 'home', 1, 0, at, pool, 0, world.id),
  );
  end.pools.push(0);
  world.contest = { number: number + 1, pool: 0, bettors: [], firstBet: world.bets + 1 };
}

/** Leaves the last contest open. */
function leaveOpen({ contest: { bettors, firstBet, number, pool }, end, write, at }: World): void {
  const id = contestId(number);
  for (const [index, user] of bettors.entries())
    write('bets', row(betId(firstBet + index), userId(user), id, 'home', STAKE, 'ongoing', 0, null, at, null));
  const noEnd = [null, null, null, null, null, null, null, null];
  write('contests', row(id, number + 1, 'wdl', true, 1, 2, 'open', at, at, at, pool, 0, bettors.length, ...noEnd));
  end.pools.push(pool);
}

/**
 * Redeems points. Most requests are approved and paid at once, and some rejected. Of the latest some are undecided, and others approved
 * and not paid yet.
 */
function redeem(world: World, user: number): void {
  const { end, roll } = world;
  // A user has one undecided request at most.
  if (end.held[user] !== 0) {
    give(world, 'daily_login', user, 10);
    return;
  }
  const id = withdrawalId(++world.withdrawals);
  const points = PAYOUT * (1 + roll(Math.min(REDEEMED_MAX, Math.floor(end.balances[user]! / PAYOUT))));
  end.held[user] = points;
  post(world, `withdrawal:${id}:hold`, 'redeem', user, -points, ['held', userId(user), points]);
  const isLate = world.id > world.lastFrom;
  const ending = isLate ? (['pending', 'being_sent'] as const)[roll(2)]! : roll(20) === 0 ? 'rejected' : 'sent';
  if (ending !== 'pending') end.held[user] = 0;
  if (ending === 'rejected') post(world, `withdrawal:${id}:return`, 'redeem', user, points, ['held', userId(user), 0]);
  else if (ending !== 'pending') burn(world, `withdrawal:${id}:post`, user, points);
  writeWithdrawal(world, { id, user, points, ending });
}

/** Takes held points out of the game. */
function burn(world: World, key: string, user: number, points: number): void {
  const { end, seal, at } = world;
  end.issuance += points;
  const [from, to]: LedgerSide[] = [
    ['held', userId(user), 0],
    ['issuance', NIL, end.issuance],
  ];
  seal.add({ id: ++world.id, key, source: 'redeem', from: from!, to: to!, amount: points, contest: null, bet: null, at });
}

interface Redeemed {
  id: string;
  user: number;
  points: number;
  ending: 'pending' | 'rejected' | 'being_sent' | 'sent';
}

function writeWithdrawal({ write, at, withdrawals }: World, { id, user, points, ending }: Redeemed): void {
  const wallet = `T${user.toString(36).padStart(33, '1')}`;
  const contact = `${user}@bench.example`;
  const status = ending === 'pending' || ending === 'rejected' ? ending : 'approved';
  const decidedAt = ending === 'pending' ? null : at;
  const reason = ending === 'rejected' ? 'rules' : null;
  const sent = ending === 'sent' ? [withdrawals.toString(16).padStart(64, '0'), at] : [null, null];
  write('withdrawals', row(id, userId(user), points, points / 1_000, wallet, at, 'email', contact, status, at, decidedAt, reason, ...sent));
}
