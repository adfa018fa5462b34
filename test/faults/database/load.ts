import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { decodeJwt } from 'jose';
import { issueCode } from '#server/modules/identity/codes/issue.ts';
import { transact } from '#server/platform/transact.ts';
import { createAdmin, signInAdmin } from '#test/support/admins.ts';
import { createChatter, createRooms } from '#test/support/chat.ts';
import { createOpenMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { createRedeemer, type Redeemer } from '#test/support/redeemer.ts';
import { type Client, createClient, type Person } from './client.ts';
import { type ClusterSite, untilDone } from './site.ts';

/** Visitors who stake, write, redeem, sign in and read, and everything that was confirmed to them. */
export interface Load {
  client: Client;
  bets: { id: string; user: string; stake: number; at: number }[];
  messages: string[];
  withdrawals: { id: string; user: string; points: number; status: string }[];
  sessions: string[];
  readers: { name: string; answered: number; failed: number; lastAt: number; longestMs: number }[];
  bettors: readonly { id: string }[];
  redeemers: readonly { id: string }[];
  /** The match that is staked on now. */
  matchId: () => number;
  /** Opens another match to stake on; returns the former one. */
  nextMatch: () => Promise<number>;
  /** Lets each visitor finish what they began; resolves when no request is under way. */
  pause: () => Promise<void>;
  goOn: () => void;
  stop: () => Promise<void>;
}

const POINTS = 1_000_000_000;
const STAKE = 10;
const PASSWORD = 'Correct7Horse';
const ADMIN_SESSION_MS = 5 * 60_000;
const EVERY_MS = { bet: 40, message: 2_500, withdrawal: 500, signIn: 2_000, read: 100 };

export async function startLoad(site: ClusterSite): Promise<Load> {
  const client = createClient(site);
  const gate = createGate();
  let matchId = await createOpenMatch(site.db);
  const asPerson = ({ id, email, sessionId }: TestUser): Person => ({ id, email, sessionId, audience: 'user' });
  const bettors = await inTurn(6, async () => asPerson(await createUser(site, POINTS)));
  const chatters = await inTurn(2, async () => asPerson(await createChatter(site)));
  const redeemers = await inTurn(2, () => createRedeemer(site, POINTS));
  const reader = asPerson(await createUser(site, 1_000));
  const [room, quiet] = [await createRooms(site), await createOpenMatch(site.db)];
  const load: Omit<Load, 'pause' | 'goOn' | 'stop' | 'nextMatch' | 'matchId'> = {
    ...{ client, bettors, redeemers, bets: [], messages: [], withdrawals: [], sessions: [] },
    readers: ['a page from the cache', 'a page that stakes change', "a user's own page"].map((name) => ({
      ...{ name, answered: 0, failed: 0, lastAt: performance.now(), longestMs: 0 },
    })),
  };

  const repeat = (everyMs: number, fn: () => Promise<void>) => gate.visit(everyMs, fn);
  for (const user of bettors)
    repeat(EVERY_MS.bet, async () => {
      const body = { market: 'wdl', match_id: matchId, pick: 'home', stake: STAKE };
      const { bet } = await client.post<{ bet: { id: string } }>(user, 'bets', body);
      load.bets.push({ id: bet.id, user: user.id, stake: STAKE, at: performance.now() });
    });
  for (const user of chatters)
    repeat(EVERY_MS.message, async () => {
      const body = { locale: 'en', cid: randomUUID(), text: `message ${randomUUID()}` };
      load.messages.push((await client.post<{ id: string }>(user, `matches/${room}/chat`, body)).id);
    });
  const review = await createReview(site, client);
  for (const user of redeemers)
    repeat(EVERY_MS.withdrawal, async () => void load.withdrawals.push(await redeemAndDecide(site, client, review, user)));
  const signIn = await createSignIn(site, client);
  repeat(EVERY_MS.signIn, async () => void load.sessions.push(await signIn()));
  const pages = [
    () => client.get(`matches/${quiet}`),
    () => client.get(`matches/${matchId}/contests`),
    () => client.get('account/overview', reader),
  ];
  for (const [n, ask] of pages.entries())
    repeat(EVERY_MS.read, async () => {
      const one = load.readers[n]!;
      const isAnswered = await ask();
      one[isAnswered ? 'answered' : 'failed'] += 1;
      if (!isAnswered) return;
      one.longestMs = Math.max(one.longestMs, performance.now() - one.lastAt);
      one.lastAt = performance.now();
    });
  return {
    ...load,
    matchId: () => matchId,
    nextMatch: async () => {
      const former = matchId;
      matchId = await untilDone(() => createOpenMatch(site.db));
      return former;
    },
    pause: gate.pause,
    goOn: () => {
      for (const one of load.readers) one.lastAt = performance.now();
      gate.goOn();
    },
    stop: gate.stop,
  };
}

/** Lets visitors in one round after another, and waits for all of them. A visitor that fails ends the run. */
function createGate() {
  let isOpen = true;
  let isOver = false;
  let failure: unknown;
  let busy = 0;
  const visitors: Promise<void>[] = [];
  const rethrow = () => {
    if (failure) throw failure;
  };
  return {
    visit: (everyMs: number, fn: () => Promise<void>) => {
      const visitor = async () => {
        while (!isOver) {
          if (isOpen) {
            busy += 1;
            await fn().finally(() => (busy -= 1));
          }
          await sleep(everyMs);
        }
      };
      const fail = (error: unknown) => {
        failure ??= error;
      };
      visitors.push(visitor().catch(fail));
    },
    pause: async () => {
      isOpen = false;
      while (busy > 0) await sleep(20);
      rethrow();
    },
    goOn: () => {
      rethrow();
      isOpen = true;
    },
    stop: async () => {
      isOver = true;
      await Promise.all(visitors);
      rethrow();
    },
  };
}

async function inTurn<T>(count: number, fn: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let n = 0; n < count; n++) made.push(await fn());
  return made;
}

/** Two admins, with sessions that are renewed as they age. */
async function createReview(site: ClusterSite, client: Client) {
  const admins = [await createAdmin(site, 'reviewer'), await createAdmin(site, 'super')];
  const sessions = new Map<string, { person: Person; at: number }>();
  const personOf = async (admin: { id: string; email: string }): Promise<Person> => {
    const known = sessions.get(admin.id);
    if (known && Date.now() - known.at < ADMIN_SESSION_MS) return known.person;
    const { sid } = decodeJwt(await untilDone(() => signInAdmin(site, admin)));
    const person: Person = { ...admin, sessionId: String(sid), audience: 'admin' };
    sessions.set(admin.id, { person, at: Date.now() });
    return person;
  };
  return async (id: string, deed: 'approve' | 'reject', by: number): Promise<string> => {
    const body = deed === 'approve' ? {} : { reason_code: 'rules' };
    const path = `admin/withdrawals/${id}/${deed}`;
    return (await client.post<{ withdrawal: { status: string } }>(await personOf(admins[by]!), path, body)).withdrawal.status;
  };
}

/** Requests a withdrawal, which admins then reject or approve, by two if it is the user's first. */
async function redeemAndDecide(site: ClusterSite, client: Client, review: Awaited<ReturnType<typeof createReview>>, user: Redeemer) {
  const use = { purpose: 'redeem', subject: user.id, destination: user.email, context: user.wallet, holder: user.sessionId } as const;
  const draw = () => untilDone(async () => (await transact(site.deps, (db) => issueCode(site.deps, db, use)))!.code);
  const points = 1_000 * (1 + Math.floor(Math.random() * 3));
  const asked = { points, channel: 'email', code: await draw() };
  const { id } = (await client.post<{ withdrawal: { id: string } }>({ ...user, audience: 'user' }, 'points/redeem', asked)).withdrawal;
  let status = 'pending';
  const deed = Math.random() < 0.5 ? 'approve' : 'reject';
  for (const by of [0, 1]) if (status === 'pending') status = await review(id, deed, by);
  return { id, user: user.id, points, status };
}

const JSON_BODY = { 'Content-Type': 'application/json' };

const solved = async (challenge: Challenge): Promise<string> =>
  btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));

/** Returns a function that signs a user in with captcha and password, and returns the id of the new session. */
async function createSignIn(site: ClusterSite, client: Client): Promise<() => Promise<string>> {
  const { id, email } = await createUser(site);
  const password_hash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await site.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  return async () => {
    for (;;) {
      const asked = await client.send('auth/captcha?action=login', {});
      const captcha = asked.status === 200 ? await solved(asked.reply as unknown as Challenge) : null;
      const body = JSON.stringify({ email, password: PASSWORD, captcha });
      const { status, reply } = captcha === null ? asked : await client.send('auth/login', { method: 'POST', headers: JSON_BODY, body });
      client.note(`sign-in: ${status ?? 'no answer'} ${reply?.code ?? ''}`.trim());
      if (status === 200 && reply?.access) return String(decodeJwt(reply.access).sid);
      await sleep(500);
    }
  };
}
