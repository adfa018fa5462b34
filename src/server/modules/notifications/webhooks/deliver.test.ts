import { readFile } from 'node:fs/promises';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/webhooks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { startWebhookReceiver, type WebhookAnswer, type WebhookReceiver } from '#test/support/webhook-receiver.ts';
import { deliverWebhooks } from './deliver.ts';
import { claimDeliveries, releaseHeldUp } from './delivery-queries.ts';
import { storeEvents } from './store-events.ts';
import { createWebhookClient, type WebhookClient } from './webhook-client.ts';
import { purgeWebhooks } from './webhook-jobs.ts';

const test = useTestApp({ FEED: 'none', WEBHOOKS_TO_LOOPBACK: 'on' });
let receiver: WebhookReceiver;
let client: WebhookClient;
let user: TestUser;
let matches: number[];
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  client = createWebhookClient({ allowsLoopback: true, answerMs: 300 });
  const { db, now } = test.current.deps;
  matches = [await createMatch(db, { kickoffAt: now() }), await createMatch(db, { kickoffAt: now() })];
});
afterAll(async () => {
  client.close();
  await receiver.close();
});
let paths = 0;
beforeEach(async () => {
  const { db } = test.current.deps;
  await db.deleteFrom('webhooks').execute();
  await db.deleteFrom('webhook_events').execute();
  await db.deleteFrom('messages').execute();
  // Verifiers compare a signature's time with the clock of the machine.
  test.current.clock.set(new Date());
  user = await createUser(test.current);
});

/** The token of a user at the clock's time: tests move it by days. */
async function as({ id, email, sessionId }: TestUser = user) {
  const { deps } = test.current;
  await deps.db
    .updateTable('sessions')
    .set({ expires_at: new Date(deps.now().getTime() + DAY_MS) })
    .where('id', '=', sessionId)
    .execute();
  return { token: await signAccessToken(deps.serverKeys, { id, email, sessionId }, deps.now()) };
}

/** Creates a webhook with a path of its own. */
async function createHook(owner = user) {
  const path = `/hook-${++paths}`;
  const input = { url: receiver.url + path, events: ['match.goal' as const], filters: { favorites: true } };
  const { reply } = await callApp(test.current.app, createWebhook, input, await as(owner));
  return { id: reply.webhook.id, secret: reply.secret, path };
}
type Hook = Awaited<ReturnType<typeof createHook>>;

/** Stores goals, in order, each for these webhooks. */
const store = (hooks: readonly Hook[], ...goals: [matchId: number, n: number][]) =>
  storeEvents(
    test.current.deps,
    test.current.deps.db,
    goals.map(([matchId, n]) => ({
      ...{ type: 'match.goal', matchId, userId: null, data: { n } },
      webhookIds: hooks.map(({ id }) => id),
    })),
  );
const deliver = () => deliverWebhooks(test.current.deps, client);
const told = ({ path }: Hook) => receiver.at(path).map(({ event }) => event.data.n);
const log = async ({ id }: Hook) => {
  const { reply } = await callApp(test.current.app, listWebhookDeliveries, { id, page_size: 100 }, await as());
  return reply.items.reverse();
};
const stateOf = async ({ id }: Hook) =>
  test.current.deps.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const [M, N] = [() => matches[0]!, () => matches[1]!];

describe('a delivery', () => {
  it('is signed so that an independent implementation verifies it, and nothing else', async () => {
    const hook = await createHook();
    await store([hook], [M(), 1]);
    expect(await deliver()).toBe(1);
    const [{ body, headers, event }] = receiver.at(hook.path) as [ReturnType<typeof receiver.at>[0]];
    const verifier = new Verifier(hook.secret);
    const signed = headers as Record<string, string>;
    expect(verifier.verify(body, signed)).toEqual(event);
    expect(event).toMatchObject({ id: headers['webhook-id'], type: 'match.goal', data: { n: 1 } });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Matchpoint-Webhooks/1' });
    expect(() => verifier.verify(body.replace('1', '2'), signed)).toThrow();
    expect(() => verifier.verify(body, { ...signed, 'webhook-id': 'other' })).toThrow();
    expect(() => new Verifier(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(body, signed)).toThrow();
  });

  it('is signed with the old secret, too, for a day after a rotation', async () => {
    const hook = await createHook();
    const { reply } = await callApp(test.current.app, rotateWebhookSecret, { id: hook.id }, await as());
    await store([hook], [M(), 1]);
    await deliver();
    const verify = (secret: string) => {
      const { body, headers } = receiver.at(hook.path).at(-1)!;
      return () => new Verifier(secret).verify(body, headers as Record<string, string>);
    };
    for (const secret of [hook.secret, reply.secret]) expect(verify(secret)).not.toThrow();
    await test.current.deps.db.updateTable('webhooks').set({ old_secret_until: test.current.deps.now() }).execute();
    await store([hook], [M(), 2]);
    await deliver();
    expect(verify(reply.secret)).not.toThrow();
    expect(verify(hook.secret)).toThrow();
  });

  it('has the same id for all webhooks and in all attempts', async () => {
    const hooks = [await createHook(), await createHook()] as const;
    receiver.answer(hooks[0].path, 500, 204);
    await store(hooks, [M(), 1]);
    await deliver();
    test.current.clock.advance(5 * SECOND_MS);
    await deliver();
    const all = hooks.flatMap(({ path }) => receiver.at(path));
    expect(all).toHaveLength(3);
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
  });

  it('comes again after a crash between the request and its record: at least once', async () => {
    const { deps, clock } = test.current;
    const hook = await createHook();
    await store([hook], [M(), 1], [M(), 2]);
    const at = deps.now();
    // A process claims it, sends it, and dies.
    const claimed = await claimDeliveries(deps.db, {
      ...{ at, inHandUntil: new Date(at.getTime() + MINUTE_MS), limit: 10, isSlowLane: false, slow: [] },
      ...{ busy: new Map(), busyHosts: new Map(), max: 10, hostMax: 10 },
    });
    expect(claimed).toHaveLength(1);
    await client.post(claimed[0]!.url, { 'webhook-id': claimed[0]!.event_id }, claimed[0]!.payload);
    expect(await deliver()).toBe(0);
    clock.advance(MINUTE_MS);
    await deliver();
    expect(told(hook)).toEqual([1, 1, 2]);
  });

  it('is never made twice by two processes at once', async () => {
    const hook = await createHook();
    const many = [...Array(30).keys()];
    for (const n of many) await store([hook], [n % 2 === 0 ? M() : N(), n]);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect([...told(hook)].sort((a, b) => Number(a) - Number(b))).toEqual(many);
  });
});

describe('the events of a match', () => {
  it('keep their order for each webhook while an earlier one fails, and hold up no other match', async () => {
    const { clock } = test.current;
    const [failing, well] = [await createHook(), await createHook()];
    receiver.answer(failing.path, 500, 204, 500);
    await store([failing, well], [M(), 1], [M(), 2], [N(), 10], [M(), 3]);
    await deliver();
    // The first event of each match; one of them failed.
    expect(told(failing)).toHaveLength(2);
    expect([...told(well)].filter((n) => n !== 10)).toEqual([1, 2, 3]);
    for (let turn = 0; turn < 4; turn++) {
      clock.advance(5 * MINUTE_MS);
      await deliver();
    }
    const delivered = (await log(failing)).filter(({ state }) => state === 'delivered');
    expect(delivered).toHaveLength(4);
    const order = told(failing).filter((n) => n !== 10);
    expect([...new Set(order)]).toEqual([1, 2, 3]);
  });

  it('go on when one is given up after a day', async () => {
    const { clock } = test.current;
    const hook = await createHook();
    receiver.alwaysAnswer(hook.path, 500);
    await store([hook], [M(), 1]);
    clock.advance(HOUR_MS);
    await store([hook], [M(), 2]);
    for (let hours = 0; hours < 25; hours++) {
      await deliver();
      clock.advance(HOUR_MS);
      if (hours === 0) clock.advance(6 * MINUTE_MS);
    }
    expect((await log(hook)).map(({ state, attempts }) => [state, attempts > 0])[0]).toEqual(['failed', true]);
    expect(told(hook)).toContain(2);
    expect((await log(hook))[0]!.attempts).toBeLessThanOrEqual(8);
  });

  it('are released if the one before ended while they were stored', async () => {
    const { db, now } = test.current.deps;
    const hook = await createHook();
    await store([hook], [M(), 1], [M(), 2]);
    await db.updateTable('webhook_deliveries').set({ next_try_at: null }).execute();
    expect(await deliver()).toBe(0);
    expect(await releaseHeldUp(db, now())).toBe(1);
    await deliver();
    expect(told(hook)).toEqual([1, 2]);
  });
});

describe('a receiver', () => {
  it('that hangs delays nobody else', async () => {
    const [hanging, well] = [await createHook(), await createHook()];
    receiver.alwaysAnswer(hanging.path, () => {});
    const many = [...Array(40).keys()];
    for (const n of many) await store([hanging, well], [n % 2 === 0 ? M() : N(), n]);
    let wellAt = 0;
    receiver.meanwhile(async ({ path }) => {
      if (path === well.path) wellAt = receiver.at(hanging.path).length;
    });
    await deliver();
    receiver.meanwhile(async () => {});
    expect(told(well)).toHaveLength(40);
    // All were delivered while the first requests to the other were still waiting for an answer.
    expect(wellAt).toBeLessThanOrEqual(2);
    expect((await log(hanging)).filter(({ problem }) => problem === 'timeout')).toHaveLength(2);
  });

  it.each([
    ['closes the connection', (response) => void response.socket!.destroy(), { status: null, problem: 'connection' }],
    ['redirects', { status: 302, headers: { Location: 'http://169.254.169.254/' } }, { status: 302, problem: 'redirect' }],
    ['answers 404', 404, { status: 404, problem: 'status' }],
  ] satisfies [string, WebhookAnswer, object][])('that %s is tried again', async (_, answer, outcome) => {
    const hook = await createHook();
    receiver.answer(hook.path, answer);
    await store([hook], [M(), 1]);
    await deliver();
    expect(await log(hook)).toMatchObject([{ state: 'waiting', attempts: 1, ...outcome }]);
    test.current.clock.advance(5 * SECOND_MS);
    await deliver();
    expect(await log(hook)).toMatchObject([{ state: 'delivered', attempts: 2, status: 204, problem: null, next_try_at: null }]);
  });

  it('is given the time that it asks for', async () => {
    const { deps, clock } = test.current;
    const hook = await createHook();
    receiver.answer(hook.path, { status: 429, headers: { 'Retry-After': '120' } });
    await store([hook], [M(), 1]);
    await deliver();
    expect((await log(hook))[0]!.next_try_at).toBe(new Date(deps.now().getTime() + 2 * MINUTE_MS).toISOString());
    clock.advance(119 * SECOND_MS);
    expect(await deliver()).toBe(0);
    clock.advance(SECOND_MS);
    expect(await deliver()).toBe(1);
  });

  it('that answers 410 is told nothing more, and its owner is told why', async () => {
    const hook = await createHook();
    receiver.answer(hook.path, 410);
    await store([hook], [M(), 1], [M(), 2], [N(), 3]);
    await deliver();
    expect(await stateOf(hook)).toMatchObject({ state: 'disabled', disabled_because: 'gone' });
    expect((await log(hook)).filter(({ state }) => state === 'waiting')).toEqual([]);
    const [message] = await takeMessages(test.current);
    expect(message).toMatchObject({
      to: user.email,
      content: { kind: 'webhook_disabled', because: 'gone', host: `127.0.0.1:${receiver.port}` },
    });
    const before = receiver.at(hook.path).length;
    test.current.clock.advance(HOUR_MS);
    await deliver();
    expect(receiver.at(hook.path)).toHaveLength(before);
  });

  it('to which nothing was delivered for three days is disabled, and its owner is told once', async () => {
    const { clock } = test.current;
    const hook = await createHook();
    receiver.alwaysAnswer(hook.path, 503);
    for (let day = 0; day < 4; day++) {
      await store([hook], [M(), day], [N(), day]);
      for (let hour = 0; hour < 24; hour++) {
        await deliver();
        if (day < 3) expect((await stateOf(hook)).state).toBe('on');
        clock.advance(HOUR_MS);
      }
    }
    expect(await stateOf(hook)).toMatchObject({ state: 'disabled', disabled_because: 'failing' });
    expect((await takeMessages(test.current)).map(({ content }) => content)).toMatchObject([
      { kind: 'webhook_disabled', because: 'failing' },
    ]);
    // Turned on again, it starts afresh.
    receiver.alwaysAnswer(hook.path, 204);
    const { reply } = await callApp(test.current.app, updateWebhook, { id: hook.id, state: 'on' }, await as());
    expect(reply.webhook).toMatchObject({ state: 'on', disabled_because: null, failing_since: null });
    await store([hook], [M(), 99]);
    await deliver();
    expect(told(hook)).toContain(99);
  });

  it('of a disabled user is told nothing', async () => {
    const { db } = test.current.deps;
    const hook = await createHook();
    await store([hook], [M(), 1]);
    await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    await deliver();
    expect(told(hook)).toEqual([]);
  });
});

describe('the log', () => {
  it('lists deliveries newest first, with what was sent, page by page', async () => {
    const hook = await createHook();
    await store([hook], [M(), 1], [M(), 2], [N(), 3]);
    await deliver();
    const page = async (n: number) =>
      (await callApp(test.current.app, listWebhookDeliveries, { id: hook.id, page: n, page_size: 2 }, await as())).reply;
    const first = await page(1);
    expect([first.total, first.items.map(({ payload }) => JSON.parse(payload).data.n)]).toEqual([3, [3, 2]]);
    expect((await page(2)).items.map(({ payload }) => JSON.parse(payload).data.n)).toEqual([1]);
    expect(first.items[0]).toMatchObject({ type: 'match.goal', match_id: N(), state: 'delivered', attempts: 1, status: 204 });
    expect(first.items[0]!.event_id).toBe(receiver.at(hook.path).find(({ event }) => event.data.n === 3)!.headers['webhook-id']);
  });

  it('sends one event again, or all that failed, in order and with the same ids', async () => {
    const { deps, clock, app } = test.current;
    const hook = await createHook();
    receiver.alwaysAnswer(hook.path, 500);
    const since = deps.now();
    await store([hook], [M(), 1], [M(), 2], [N(), 3]);
    for (let hour = 0; hour < 26; hour++) {
      await deliver();
      clock.advance(HOUR_MS);
    }
    expect((await log(hook)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    receiver.alwaysAnswer(hook.path, 204);
    const before = receiver.at(hook.path).length;
    const replay = async (input: { delivery_id?: number; failed_since?: string }) =>
      callApp(app, replayWebhook, { id: hook.id, ...input }, await as());
    expect((await replay({ failed_since: since.toISOString() })).reply).toEqual({ queued: 3 });
    await deliver();
    const again = receiver.at(hook.path).slice(before);
    expect(again.filter(({ event }) => event.data.n !== 3).map(({ event }) => event.data.n)).toEqual([1, 2]);
    expect((await replay({ failed_since: since.toISOString() })).reply).toEqual({ queued: 0 });
    const [first] = await log(hook);
    expect((await replay({ delivery_id: first!.id })).reply).toEqual({ queued: 1 });
    await deliver();
    expect(receiver.at(hook.path).at(-1)!.headers['webhook-id']).toBe(first!.event_id);
    expect((await replay({ delivery_id: 999_999_999 })).problem.code).toBe('not_found');
    for (const bad of [{}, { delivery_id: first!.id, failed_since: since.toISOString() }, { failed_since: 'yesterday' }])
      expect((await replay(bad)).status).toBe(400);
  });

  it('does not send events of another webhook, nor of one that is off', async () => {
    const [hook, other] = [await createHook(), await createHook()];
    await store([hook, other], [M(), 1]);
    await deliver();
    const [row] = await log(other);
    const { app } = test.current;
    const stolen = await callApp(app, replayWebhook, { id: hook.id, delivery_id: row!.id }, await as());
    expect([stolen.status, stolen.problem.code]).toEqual([404, 'not_found']);
    await callApp(app, updateWebhook, { id: other.id, state: 'off' }, await as());
    expect((await callApp(app, replayWebhook, { id: other.id, delivery_id: row!.id }, await as())).problem.code).toBe('webhook_off');
  });

  it('gives up what waits when its webhook is turned off', async () => {
    const hook = await createHook();
    await store([hook], [M(), 1], [M(), 2]);
    await callApp(test.current.app, updateWebhook, { id: hook.id, state: 'off' }, await as());
    expect(await deliver()).toBe(0);
    expect((await log(hook)).map(({ state, problem }) => [state, problem])).toEqual([
      ['failed', 'turned_off'],
      ['failed', 'turned_off'],
    ]);
  });

  it('is limited: 5 tests and 20 replays a minute', async () => {
    const hook = await createHook();
    const { app } = test.current;
    const tests = [];
    for (let n = 0; n < 6; n++) tests.push((await callApp(app, testWebhook, { id: hook.id }, await as())).status);
    expect(tests).toEqual([200, 200, 200, 200, 200, 429]);
    const replays = [];
    for (let n = 0; n < 21; n++)
      replays.push((await callApp(app, replayWebhook, { id: hook.id, failed_since: '2026-11-20T00:00:00Z' }, await as())).status);
    expect([replays.filter((status) => status === 200).length, replays.at(-1)]).toEqual([20, 429]);
  });

  it('is kept for a week', async () => {
    const { deps, clock } = test.current;
    const hook = await createHook();
    await store([hook], [M(), 1]);
    await deliver();
    clock.advance(7 * DAY_MS);
    await purgeWebhooks(deps);
    expect(await log(hook)).toHaveLength(1);
    clock.advance(1);
    expect(await purgeWebhooks(deps)).toBe(1);
    expect(await log(hook)).toEqual([]);
  });
});

describe('the test button', () => {
  it('sends a signed event at once, shows the outcome, and writes it to the log', async () => {
    const { app } = test.current;
    const hook = await createHook();
    receiver.answer(hook.path, 202, 500);
    const ask = async () => (await callApp(app, testWebhook, { id: hook.id }, await as())).reply;
    expect(await ask()).toMatchObject({ state: 'delivered', status: 202, problem: null });
    expect(await ask()).toMatchObject({ state: 'failed', status: 500, problem: 'status' });
    const [{ body, headers, event }] = receiver.at(hook.path) as [ReturnType<typeof receiver.at>[0]];
    expect(() => new Verifier(hook.secret).verify(body, headers as Record<string, string>)).not.toThrow();
    expect(event.type).toBe('webhook.test');
    expect((await log(hook)).map(({ type, state }) => [type, state])).toEqual([
      ['webhook.test', 'delivered'],
      ['webhook.test', 'failed'],
    ]);
    // A failed test is not tried again, and says nothing about the webhook.
    test.current.clock.advance(HOUR_MS);
    expect(await deliver()).toBe(0);
    expect(await stateOf(hook)).toMatchObject({ state: 'on', failures: 0 });
  });
});

describe('what operators see', () => {
  it('counts attempts by outcome', async () => {
    const { deps } = test.current;
    const metrics = createMetrics({ ofProcess: false });
    const hook = await createHook();
    receiver.answer(hook.path, 500);
    await store([hook], [M(), 1], [N(), 2]);
    await deliverWebhooks({ ...deps, metrics }, client);
    const text = await metrics.text();
    expect(text).toContain('matchpoint_webhook_attempts_total{outcome="delivered"} 1');
    expect(text).toContain('matchpoint_webhook_attempts_total{outcome="status"} 1');
  });
});

it('no log line of the module names a URL or a secret', async () => {
  for (const file of ['deliver.ts', 'receiver-health.ts', 'service.ts', 'delivery-log.ts', 'webhook-client.ts'])
    expect(await readFile(new URL(file, import.meta.url), 'utf8')).not.toMatch(/log\.(debug|info|warn|error)/);
});

it('where a setting allows it, this machine is named as a receiver: in the list, and when another address is refused', async () => {
  const { app } = test.current;
  expect((await callApp(app, listWebhooks, {}, await as())).reply.takes_loopback).toBe(true);
  const create = (url: string) =>
    as().then((caller) => callApp(app, createWebhook, { url, events: ['match.goal'], filters: { favorites: true } }, caller));
  const { problem } = await create('http://10.0.0.1:4000/');
  expect([problem.code, problem.detail]).toEqual(['invalid_webhook_url', expect.stringContaining('http://localhost or http://127.0.0.1')]);
  expect((await create('http://localhost:4000/hook')).status).toBe(201);
});
