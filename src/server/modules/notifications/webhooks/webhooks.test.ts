import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/webhooks.ts';
import { WEBHOOKS_MAX } from '#domain/notifications/webhook-event.ts';
import { HOUR_MS } from '#domain/time.ts';
import { eraseUser } from '#server/modules/account-closure/deletion.ts';
import { seal, unseal } from '#server/platform/crypto/server-keys.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { listWebhooks as listOwn } from './service.ts';
import { resealWebhookSecrets } from './signing.ts';
import { findOwnWebhooks } from './webhook-views.ts';

const test = useTestApp({ FEED: 'none' });
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  [owner, other] = [await createUser(test.current), await createUser(test.current)];
});

const URL_OK = 'https://hooks.example.com/matchpoint?key=1';
const SETTINGS = { url: URL_OK, events: ['match.goal' as const], filters: { favorites: true } };
const create = (user: TestUser, change: object = {}) =>
  callApp(test.current.app, createWebhook, { ...SETTINGS, ...change }, { token: user.token });
const list = async (user: TestUser) => (await callApp(test.current.app, listWebhooks, {}, { token: user.token })).reply.items;

describe('a webhook', () => {
  it('is created with a secret that is told once, and is then listed, exported and logged without it', async () => {
    const user = await createUser(test.current);
    const team = await createTeam(test.current.deps.db, 'Avalon');
    const { status, reply } = await create(user, { description: ' Scores ', filters: { team_ids: [team, team], sports: ['tennis'] } });
    expect(status).toBe(201);
    expect(reply.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(reply.webhook).toMatchObject({
      ...{ url: URL_OK, description: 'Scores', events: ['match.goal'], forecast_points: 10, state: 'on' },
      filters: { matches: [], teams: [{ id: team, name: 'Avalon' }], leagues: [], sports: ['tennis'], favorites: false },
    });
    expect(await list(user)).toEqual([reply.webhook]);
    expect((await callApp(test.current.app, listWebhooks, {}, { token: user.token })).reply.takes_loopback).toBe(false);
    const { db } = test.current.deps;
    const row = await db.selectFrom('webhooks').selectAll().where('id', '=', reply.webhook.id).executeTakeFirstOrThrow();
    const key = reply.secret.slice('whsec_'.length);
    expect(row.secret.includes(key)).toBe(false);
    for (const told of [await list(user), await findOwnWebhooks(db, user.id)]) expect(JSON.stringify(told)).not.toContain(key);
    expect((await findOwnWebhooks(db, user.id)).webhooks).toMatchObject([{ url: URL_OK }]);
  });

  it.each([
    ...[
      'http://hooks.example.com/',
      'https://localhost/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://[::1]/',
      'https://[::ffff:a00:1]/',
    ],
    ...[
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://192.168.1.1/',
      'https://intranet/',
      'https://printer.local/',
      'https://x.internal/',
    ],
    ...[
      'https://hooks.example.com:22/',
      'https://me:secret@hooks.example.com/',
      'ftp://hooks.example.com/',
      'javascript:alert(1)',
      'hooks',
    ],
    ...['http://localhost:4000/', 'https://example.com.:25/', 'https://.com/'],
  ])('is not sent to %s', async (url) => {
    const { status, problem } = await create(owner, { url });
    expect([status, problem.code]).toEqual([400, 'invalid_webhook_url']);
    expect(problem.detail).not.toContain('http://');
  });

  it.each(['https://hooks.example.com:8443/x', 'https://hooks.example.com:443/', 'https://8.8.8.8/', 'https://xn--bcher-kva.example/#x'])(
    'can be sent to %s',
    async (url) => {
      const user = await createUser(test.current);
      const { status, reply } = await create(user, { url });
      expect([status, reply.webhook?.url.includes('#')]).toEqual([201, false]);
    },
  );

  it.each([
    { events: [] },
    { events: ['webhook.test'] },
    { filters: {} },
    { filters: { favorites: false } },
    { filters: { match_ids: Array.from({ length: 101 }, (_, index) => index + 1) } },
    { filters: { sports: ['chess'] } },
    { forecast_points: 0 },
    { forecast_points: 51 },
    { secret: 'whsec_mine' },
    { user_id: randomUUID() },
    { url: `https://example.com/${'x'.repeat(1_024)}` },
  ])('is refused with %j', async (change) => {
    const { status, problem } = await create(owner, change);
    expect([status, problem.code]).toEqual([400, 'invalid_payload']);
  });

  it('needs a confirmed address', async () => {
    const user = await createUser(test.current, 0, { confirmed: false });
    expect((await create(user)).problem.code).toBe('contact_unconfirmed');
  });

  it(`is one of ${WEBHOOKS_MAX} at most, also if all are made at once`, async () => {
    const user = await createUser(test.current);
    const all = await Promise.all(Array.from({ length: WEBHOOKS_MAX + 2 }, () => create(user)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(WEBHOOKS_MAX);
    expect(all.find(({ status }) => status !== 201)!.problem).toMatchObject({ code: 'too_many_webhooks', params: { max: WEBHOOKS_MAX } });
    expect(await list(user)).toHaveLength(WEBHOOKS_MAX);
  });

  it('belongs to its owner: to everybody else it does not exist', async () => {
    const { app } = test.current;
    const { webhook } = (await create(owner)).reply;
    const as = { token: other.token };
    const input = { id: webhook.id };
    const answers = [
      await callApp(app, updateWebhook, { ...input, state: 'off' }, as),
      await callApp(app, rotateWebhookSecret, input, as),
      await callApp(app, testWebhook, input, as),
      await callApp(app, listWebhookDeliveries, input, as),
      await callApp(app, replayWebhook, { ...input, failed_since: '2026-11-20T00:00:00Z' }, as),
    ];
    expect(answers.map(({ status, problem }) => [status, problem.code])).toEqual(answers.map(() => [404, 'not_found']));
    expect((await callApp(app, deleteWebhook, input, as)).status).toBe(200);
    expect(await list(owner)).toContainEqual(webhook);
    expect(await list(other)).toEqual([]);
  });

  it('is changed, turned off and on, and deleted by its owner', async () => {
    const { app } = test.current;
    const user = await createUser(test.current);
    const { webhook } = (await create(user)).reply;
    const update = (change: object) => callApp(app, updateWebhook, { id: webhook.id, ...change }, { token: user.token });
    expect((await update({ url: 'https://10.0.0.1/' })).problem.code).toBe('invalid_webhook_url');
    expect((await update({ state: 'disabled' })).status).toBe(400);
    const change = { url: 'https://new.example.com/', events: ['tip.scored'], forecast_points: 3, state: 'off' };
    expect((await update(change)).reply.webhook).toMatchObject(change);
    expect((await update({ state: 'on' })).reply.webhook).toMatchObject({ state: 'on', forecast_points: 3 });
    expect((await update({})).reply.webhook).toMatchObject({ state: 'on' });
    await callApp(app, deleteWebhook, { id: webhook.id }, { token: user.token });
    expect(await list(user)).toEqual([]);
  });

  it('is changed 60 times an hour at most', async () => {
    const user = await createUser(test.current);
    const { webhook } = (await create(user)).reply;
    const answers = [];
    for (let turn = 0; turn < 60; turn++)
      answers.push((await callApp(test.current.app, updateWebhook, { id: webhook.id }, { token: user.token })).status);
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([59, 429]);
  });

  it('has an old secret for a day after a rotation', async () => {
    const { app, clock } = test.current;
    const user = await createUser(test.current);
    const { webhook, secret } = (await create(user)).reply;
    const { reply } = await callApp(app, rotateWebhookSecret, { id: webhook.id }, { token: user.token });
    expect(reply.secret).not.toBe(secret);
    expect(reply.webhook.old_secret_until).toBe(new Date(clock.now().getTime() + 24 * HOUR_MS).toISOString());
    const at = clock.now();
    clock.advance(24 * HOUR_MS);
    const { items } = await listOwn(test.current.deps, user);
    expect(items.map(({ old_secret_until }) => old_secret_until)).toEqual([null]);
    clock.set(at);
  });

  it('keeps its secret when the key of the installation changes', async () => {
    const { deps } = test.current;
    const user = await createUser(test.current);
    const { webhook, secret } = (await create(user)).reply;
    const fresh = new Uint8Array(32).fill(9);
    expect(await resealWebhookSecrets({ ...deps, serverKeys: [fresh, deps.serverKeys[0]] })).toBeGreaterThan(0);
    const row = await deps.db.selectFrom('webhooks').selectAll().where('id', '=', webhook.id).executeTakeFirstOrThrow();
    expect(unseal({ serverKeys: [fresh] }, row.secret)).toBe(secret);
    await deps.db
      .updateTable('webhooks')
      .set({ secret: seal(deps, secret) })
      .where('id', '=', webhook.id)
      .execute();
  });

  it('goes with its owner', async () => {
    const { db } = test.current.deps;
    const user = await createUser(test.current);
    await create(user);
    await eraseUser(db, user.id, 'deleted_webhooks');
    expect(await db.selectFrom('webhooks').selectAll().where('user_id', '=', user.id).execute()).toEqual([]);
  });
});
