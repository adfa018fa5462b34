import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Contest } from '#contract/contests.ts';
import { HOUR_MS } from '#domain/time.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { type ApiSportsServer, startApiSportsServer } from '#test/support/api-sports-server.ts';
import type { AppProcess } from '#test/support/app-process.ts';
import { createOpenMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { greetedSocket, joinTopic, openSocket } from '#test/support/live-socket.ts';
import { describeWithRedis, type RedisServer, startRedis } from '#test/support/redis-server.ts';
import { findWrongEnds } from '#test/support/wrong-ends.ts';
import { type Installation, startInstallation } from './installation.ts';

/**
 * Two web processes, a worker and a feed on one database and one Redis, later with a spare process of all roles: what users notice when
 * these die one after the other. `npm run faults -- processes` takes longer, and prints the measurements.
 */
const IS_LONG = process.env.FAULT_LONG === '1';
const VIEWERS = IS_LONG ? 80 : 20;
const BETTORS = 4;
const AWAY_MS = IS_LONG ? 30_000 : 3_000;
const POINTS = 10_000_000;

let site: Installation;
let redis: RedisServer;
let provider: ApiSportsServer;
let webs: AppProcess[];
let worker: AppProcess;
let feed: AppProcess;
let spare: AppProcess;

const measured: string[] = [];
const tell = (what: string, ms: number) => measured.push(`${what}: ${(ms / 1000).toFixed(1)} s`);

/** Waits for a condition and returns how long it took. Fails after a generous maximum. */
async function until(isSo: () => boolean | Promise<boolean>, msMax: number): Promise<number> {
  const since = performance.now();
  while (!(await isSo())) {
    if (performance.now() - since > msMax) throw new Error(`still not so after ${msMax} ms`);
    await sleep(20);
  }
  return performance.now() - since;
}

interface Viewer {
  /** The contest as a page would show it now; null before the first reply. */
  shown: Contest | null;
  /** Connected and joined, and has requested the match since. */
  isCurrent: boolean;
  /** The number of lost connections. */
  losses: number;
  leave: () => void;
}

/** Simulates a page of a match: joins on the socket and then requests the match; reconnects and repeats both when the socket closes. */
function view(matchId: number): Viewer {
  let isOver = false;
  let end = () => {};
  const leave = () => {
    isOver = true;
    end();
  };
  const viewer: Viewer = { shown: null, isCurrent: false, losses: 0, leave };
  const ask = async () => {
    const response = await fetch(`${site.url}/api/matches/${matchId}/contests`);
    if (!response.ok) throw new Error(`answered ${response.status}`);
    viewer.shown = ((await response.json()) as { items: Contest[] }).items.find(({ market }) => market === 'wdl') ?? null;
  };
  const look = async () => {
    const client = await openSocket(site.url);
    end = () => client.socket.terminate();
    const gone = once(client.socket, 'close');
    client.say({ t: 'hello' });
    // The socket may close before it sends its welcome.
    await Promise.race([joinTopic(client, `match:${matchId}`), gone.then(() => Promise.reject(new Error('hung up')))]);
    client.socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.change?.t === 'contest' && message.change.contest.market === 'wdl') viewer.shown = message.change.contest;
      if (message.change?.t === 'refetch') ask().catch(end);
    });
    await ask();
    viewer.isCurrent = true;
    await gone;
  };
  void (async () => {
    while (!isOver) {
      await look().catch(() => end());
      if (viewer.isCurrent) viewer.losses += 1;
      viewer.isCurrent = false;
      await sleep(100 + Math.random() * 400);
    }
  })();
  return viewer;
}

/** Stakes repeatedly, each time with one key until it is answered; reports how many were confirmed. */
function bet(user: TestUser, matchId: number) {
  const state = { isOver: false, confirmed: 0, told: new Set<string>(), done: Promise.resolve() };
  const place = async (key: string) => {
    const response = await fetch(`${site.url}/api/bets`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${user.token}`, 'Idempotency-Key': key },
      body: JSON.stringify({ market: 'wdl', match_id: matchId, pick: 'home', stake: 10 }),
    }).catch(() => null);
    const answer = (await response?.json().catch(() => null)) as { code?: string } | null | undefined;
    if (response) state.told.add(`${response.status} ${answer?.code ?? ''} ${response.headers.get('retry-after') ?? ''}`.trim());
    return response?.status === 201 && Boolean(answer);
  };
  state.done = (async () => {
    while (!state.isOver) {
      const key = randomUUID();
      while (!(await place(key))) await sleep(50);
      state.confirmed += 1;
      await sleep(20);
    }
  })();
  return state;
}

const poolOf = async (matchId: number) =>
  await site.db
    .selectFrom('contests')
    .select(sql<number>`(select coalesce(sum(stake), 0) from bets where contest_id = contests.id)::integer`.as('staked'))
    .where('match_id', '=', matchId)
    .where('market', '=', 'wdl')
    .executeTakeFirstOrThrow();

/** Ends a match some time ago. */
const endMatch = (matchId: number) =>
  sql`
  update matches set status = 'ft', home_score = 2, away_score = 1, fulltime = array[2, 1]::smallint[],
    fulltime_since = now() - interval '2 minutes', status_since = now() - interval '2 minutes', confirmed_at = now()
  where id = ${matchId}`.execute(site.db);

const isOther = (before: string | null, now: string | null) => now !== null && now !== before;

const isSettled = async (matchId: number) =>
  (await site.db.selectFrom('contests').select('state').where('match_id', '=', matchId).execute()).every(
    ({ state }) => state === 'settled',
  );

/** Makes the provider report a match in play, which it is polled for repeatedly. */
function playMatch({ replies }: ApiSportsServer): void {
  const country = { name: 'England', code: 'GB' };
  const seasons = [{ year: new Date().getUTCFullYear(), current: true }];
  replies.set('/leagues', () => ({ rows: [{ league: { id: 39, name: 'PL', type: 'League' }, country, seasons }] }));
  const none = { home: null, away: null };
  const date = new Date(Date.now() - HOUR_MS / 3).toISOString();
  const row = {
    fixture: { id: 7, date, status: { short: '1H', elapsed: 20 } },
    league: { id: 39, season: seasons[0]!.year, round: 'Regular Season - 12' },
    teams: { home: { id: 1, name: 'Reds' }, away: { id: 2, name: 'Blues' } },
    goals: { home: 0, away: 0 },
    score: { halftime: none, fulltime: none, extratime: none, penalty: none },
  };
  replies.set('/fixtures', () => ({ rows: [row] }));
}

describeWithRedis('many processes', () => {
  beforeAll(async () => {
    [redis, provider] = await Promise.all([startRedis(), startApiSportsServer()]);
    playMatch(provider);
    site = await startInstallation({
      ...{ REDIS_URL: redis.url, FEED: 'api-football', API_FOOTBALL_KEY: 'k', API_FOOTBALL_URL: provider.url, API_FOOTBALL_LEAGUES: '39' },
      ...{ API_FOOTBALL_PER_DAY: '10000000', API_FOOTBALL_PER_MINUTE: '10000' },
    });
    // All start at the same time, on an empty database.
    const [first, second, ...others] = await Promise.all((['web', 'web', 'worker', 'feed'] as const).map((role) => site.start(role)));
    webs = [first!, second!];
    [worker, feed] = others as [AppProcess, AppProcess];
    await until(async () => Boolean((await site.holderOf('worker')) && (await site.holderOf('feed'))), 20_000);
    // Four processes, a database and Redis start at once, on a machine that may be busy.
  }, 120_000);
  afterAll(async () => {
    if (IS_LONG) console.log(measured.join('\n'));
    await site?.stop();
    await Promise.all([redis?.remove(), provider?.close()]);
  });

  it('start together on an empty database, and create everything once', async () => {
    const { rows } = await sql<{ admins: number; bankroll: number; processes: number }>`
      select (select count(*) from admins)::integer as admins, (select count(*) from processes)::integer as processes,
        (select sum(balance) from accounts where kind = 'house')::bigint as bankroll`.execute(site.db);
    expect(rows).toEqual([{ admins: 1, bankroll: 5_000_000, processes: 4 }]);
  });

  it('lose no viewer and no bet when a web process is killed, Redis stops, or the database is away', { timeout: 180_000 }, async () => {
    const matchId = await createOpenMatch(site.db);
    const users = await Promise.all(Array.from({ length: BETTORS }, () => createUser(site, POINTS)));
    const viewers = Array.from({ length: VIEWERS }, () => view(matchId));
    const areCurrent = () => viewers.every(({ isCurrent }) => isCurrent);
    const bets = users.map((user) => bet(user, matchId));
    const confirmed = () => bets.reduce((sum, one) => sum + one.confirmed, 0);
    const goesOn = async () => {
      const before = confirmed();
      return await until(() => confirmed() >= before + 2 * BETTORS, 30_000);
    };
    await until(areCurrent, 20_000);
    await goesOn();

    await webs[0]!.kill();
    const losses = () => viewers.reduce((sum, viewer) => sum + viewer.losses, 0);
    // The proxy distributes connections in turn, so half of the viewers were on that process.
    const back = await until(() => losses() >= VIEWERS / 3 && areCurrent(), 20_000);
    tell(`${losses()} of ${VIEWERS} are back after a web process was killed`, back);
    await goesOn();

    await redis.kill();
    tell('bets went on without Redis', await goesOn());
    await sleep(AWAY_MS / 10);
    await redis.start();

    await site.database.stop();
    await sleep(AWAY_MS);
    const during = performance.now();
    const response = await fetch(`${site.url}/api/leagues/1`);
    tell('an answer while the database was away', performance.now() - during);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await fetch(`${site.url}/api/alive`)).status).toBe(200);
    await site.database.start();
    tell('bets went on after the database came back', await goesOn());
    expect((await fetch(`${site.url}/api/ready`)).status).toBe(200);

    for (const one of bets) one.isOver = true;
    await Promise.all(bets.map(({ done }) => done));
    const told = new Set(bets.flatMap((one) => [...one.told]));
    expect([...told].filter((answer) => !['201', '503 unavailable 5', '409 request_in_progress'].includes(answer))).toEqual([]);
    const { staked } = await poolOf(matchId);
    expect(staked).toBe(10 * confirmed());
    tell('everybody has seen the last stake', await until(() => viewers.every(({ shown }) => shown?.total_stake === staked), 30_000));
    for (const { leave } of viewers) leave();
  });

  it('have one that settles and one that polls the provider, each replaced soon after it is killed', async () => {
    // A process of all roles on the same database would do whatever is left to do; nothing is.
    spare = await site.start(null, { isSpare: true });
    const matchId = await createOpenMatch(site.db);
    const one = bet(await createUser(site, POINTS), matchId);
    await until(() => one.confirmed > 0, 20_000);
    one.isOver = true;
    await one.done;
    const before = { worker: await site.holderOf('worker'), feed: await site.holderOf('feed') };
    const killedAt = performance.now();
    await Promise.all([worker.kill(), feed.kill()]);
    const asked = provider.asked.length;
    await endMatch(matchId);
    const tellSince = async (what: string, isSo: () => boolean | Promise<boolean>) => {
      await until(isSo, 30_000);
      tell(what, performance.now() - killedAt);
    };
    await Promise.all([
      tellSince('a match was settled after the worker was killed', () => isSettled(matchId)),
      tellSince('another process followed the feed after the one that did was killed', async () =>
        isOther(before.feed, await site.holderOf('feed')),
      ),
    ]);
    expect(isOther(before.worker, await site.holderOf('worker'))).toBe(true);
    await until(() => provider.asked.length > asked, 60_000);
    expect(await findWrongEnds(site.db)).toEqual([]);
    expect(await proveLedger(site.db)).toEqual({ proven: true, sum: 0, faults: [] });
  });

  it('hand viewers to other processes before a graceful end, and release their leases', async () => {
    const leaving = webs[1]!;
    const client = await greetedSocket(leaving.url);
    const ended = leaving.end();
    const { after_ms } = await client.nextOf('reconnect');
    expect(after_ms).toBeLessThan(1_000);
    const [ready, alive] = await Promise.all(['ready', 'alive'].map((name) => fetch(`${leaving.url}/api/${name}`)));
    expect([ready!.status, alive!.status, alive!.headers.get('connection')]).toEqual([503, 200, 'close']);
    client.socket.terminate();
    expect(await ended).toBe(0);

    const held = await site.holderOf('worker');
    expect(held).not.toBeNull();
    expect(await spare.end()).toBe(0);
    expect([await site.holderOf('worker'), await site.holderOf('feed')]).toEqual([null, null]);
  });
});
