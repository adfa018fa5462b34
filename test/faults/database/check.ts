import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { proveChain, proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';
import { findWrongEnds } from '#test/support/wrong-ends.ts';
import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';
import type { Probe } from './probe.ts';
import { type ClusterSite, untilDone } from './site.ts';

/** What a check found. Empty lists and zeros where all is well. */
export interface Findings {
  /** Confirmed to somebody, and not in the database. */
  lost: number;
  /** In the database more often than it was asked for. */
  doubled: number;
  /** Anything else that is wrong, in words. */
  wrong: string[];
}

const SETTLED_MS_MAX = 90_000;
const POINTS = 1_000_000_000;

/** Compares what was confirmed with what the database has, again after each fault. */
export interface Checker {
  /** The load must be paused and the cluster whole. `ended` is a match that was ended meanwhile. */
  check: (ended: number, probe: Probe) => Promise<Findings>;
}

export function createChecker(cluster: Cluster, site: ClusterSite, load: Load): Checker {
  // Blocks that were read once must stay as they were for ever.
  const seen = new Map<number, string>();
  return {
    check: async (ended, probe) => {
      const wrong: string[] = [];
      const say = (what: string, isWrong: boolean) => void (isWrong && wrong.push(what));
      say(`match ${ended} was not settled`, !(await isSettled(site.db, ended)));
      const [bets, messages, withdrawals, sessions] = await untilDone(() => readAll(site.db, load));
      const probes = await untilDone(() => probe.found(site.db));
      const lost =
        missing(
          load.bets.map(({ id }) => id),
          bets,
        ) +
        missing(load.messages, messages) +
        missing(
          load.withdrawals.map((one) => nameOf(one)),
          withdrawals,
        ) +
        missing(load.sessions, sessions) +
        missing(probe.confirmed, probes);
      // Each key was insisted on until it was confirmed, so there is a row for each and none besides.
      const doubled =
        bets.length - load.bets.length + (messages.length - load.messages.length) + (withdrawals.length - load.withdrawals.length);
      say('bets differ from their transfers', (await untilDone(() => findWrongEnds(site.db))).length > 0);
      // Sealing goes on, so a block may come after this and before the proof.
      const blocks = await untilDone(() => readBlocks(site.db));
      const [ledger, chain] = await untilDone(async () => [await proveLedger(site.db), await proveChain(site.db)] as const);
      say(`the ledger is not proven: ${JSON.stringify(ledger)}`, !ledger.proven);
      say(`blocks ${chain.faults} are wrong`, !chain.proven);
      say('balances are not what was confirmed', !(await untilDone(() => balancesHold(site.db, load))));
      for (const { number, hash } of blocks) {
        say(`block ${number} has changed`, (seen.get(number) ?? hash) !== hash);
        seen.set(number, hash);
      }
      say(`only ${chain.blocks} of ${seen.size} blocks are left`, chain.blocks < seen.size);
      say(`members differ: ${await differences(cluster)}`, (await differences(cluster)) !== '');
      say(`${site.ended()} processes have ended`, site.ended() > 0);
      return { lost, doubled: Math.max(0, doubled), wrong };
    },
  };
}

const missing = (confirmed: readonly string[], found: readonly string[]): number => {
  const there = new Set(found);
  return confirmed.filter((id) => !there.has(id)).length;
};

const nameOf = ({ id, user, points, status }: Load['withdrawals'][number]) => `${id} ${user} ${points} ${status}`;

async function readAll(db: Db, { bettors, redeemers }: Load): Promise<[string[], string[], string[], string[]]> {
  const users = bettors.map(({ id }) => id);
  const bets = await db.selectFrom('bets').select('id').where('user_id', 'in', users).execute();
  const messages = await sql<{ id: string }>`select id::text from chat_messages where cid is not null`.execute(db);
  const ids = redeemers.map(({ id }) => id);
  const withdrawals = await db
    .selectFrom('withdrawals')
    .select(['id', 'user_id as user', 'points', 'status'])
    .where('user_id', 'in', ids)
    .execute();
  const sessions = await db.selectFrom('sessions').select('id').execute();
  return [bets.map(({ id }) => id), messages.rows.map(({ id }) => id), withdrawals.map(nameOf), sessions.map(({ id }) => id)];
}

/** Waits until the worker has settled a match. */
async function isSettled(db: Db, matchId: number): Promise<boolean> {
  const until = performance.now() + SETTLED_MS_MAX;
  const isSo = async () =>
    (await db.selectFrom('contests').select('state').where('match_id', '=', matchId).execute()).every(({ state }) => state === 'settled');
  while (!(await untilDone(isSo))) {
    if (performance.now() > until) return false;
    await sleep(200);
  }
  return true;
}

/** Bettors all pick one side of a pool, and get their stakes back: only open stakes are missing. Redeemers miss what was paid. */
async function balancesHold(db: Db, { bettors, redeemers, withdrawals, matchId }: Load): Promise<boolean> {
  const { rows } = await sql<{ owner: string; open: number }>`
    select b.user_id as owner, sum(b.stake)::bigint as open from bets b join contests c on c.id = b.contest_id where c.match_id = ${matchId()} group by 1`.execute(
    db,
  );
  const open = new Map(rows.map((row) => [row.owner, row.open]));
  const expected = new Map([
    ...bettors.map(({ id }) => [id, POINTS - (open.get(id) ?? 0)] as const),
    ...redeemers.map(({ id }) => {
      const paid = withdrawals
        .filter(({ user, status }) => user === id && status === 'approved')
        .reduce((sum, { points }) => sum + points, 0);
      return [id, POINTS - paid] as const;
    }),
  ]);
  const owners = [...expected.keys()];
  const accounts = await db
    .selectFrom('accounts')
    .select(['owner', 'balance'])
    .where('kind', '=', 'balance')
    .where('owner', 'in', owners)
    .execute();
  return accounts.length === owners.length && accounts.every(({ owner, balance }) => expected.get(owner!) === balance);
}

const readBlocks = async (db: Db) =>
  (await sql<{ number: number; hash: string }>`select number, encode(hash, 'hex') as hash from ledger_blocks order by number`.execute(db))
    .rows;

/** Returns how the members' copies of the ledger differ, once each has had time to follow; empty if they do not. */
async function differences(cluster: Cluster): Promise<string> {
  const pools = cluster.members.map((member) => createPool(cluster.urlOf(member), { max: 1, answerMs: 10_000 }));
  try {
    let summaries: string[] = [];
    for (let tries = 0; tries < 40; tries++) {
      summaries = await Promise.all(pools.map((pool) => untilDone(() => summaryOf(pool), 20_000)));
      if (new Set(summaries).size === 1) return '';
      await sleep(250);
    }
    return summaries.join(' | ');
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

async function summaryOf(pool: ReturnType<typeof createPool>): Promise<string> {
  const { rows } = await sql<{ summary: string }>`
    select concat_ws(',', (select count(*) from bets), (select count(*) from transfers), (select max(id) from transfers),
      (select sum(hashtextextended(key, 0)) from transfers)) as summary`.execute(createDb(pool));
  return rows[0]!.summary;
}
