import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAlertChatToken, getAlertSettings } from '#contract/admin-auth.ts';
import { createBindToken, PROVIDER_START } from '#contract/oauth.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { startTelegram } from '#server/modules/notifications/public.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { createChannels } from '#server/platform/messaging/channels.ts';
import { deliverDue } from '#server/platform/messaging/deliver.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, createTestApp, type TestApp } from '#test/support/app.ts';
import { cookieJar } from '#test/support/cookie-jar.ts';
import { createUser } from '#test/support/factories.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { runJob } from '#test/support/run-job.ts';
import { stepUp } from '#test/support/telegram-chats.ts';
import { createWithdrawal } from '#test/support/withdrawals.ts';
import { PEOPLE } from './people.ts';
import { elsewhereOf, playElsewhere } from './played.ts';

const KEYS = [new Uint8Array(32).fill(7)] as const;
const now = () => new Date();
const PATHS = [
  '/api/dev/telegram',
  '/api/dev/telegram/sign-in/auth',
  '/api/dev/google/authorize',
  '/api/dev/google/keys',
  '/api/dev/google/.well-known/openid-configuration',
];

describe.each([
  ['another feed', { FEED: 'none' }],
  ['a public address', { FEED: 'demo', PUBLIC_URL: 'https://matchpoint.example' }],
  ['a database of its own', { FEED: 'demo', DATABASE_URL: 'postgres://somewhere/matchpoint' }],
  [
    'a mail server',
    { FEED: 'demo', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'us@matchpoint.example', PUBLIC_URL: 'https://matchpoint.example' },
  ],
])('an installation with %s', (_, settings) => {
  it('plays neither Telegram nor Google, and has no page of them', async () => {
    const config = readConfig({ LOG_LEVEL: 'silent', ...settings });
    expect(playElsewhere(config, KEYS, now)).toBe(config);
    expect([config.telegram, config.google, elsewhereOf(config)]).toEqual([null, null, null]);
    const test = await createTestApp();
    const app = createApp({ ...test.deps, config });
    for (const path of PATHS) expect((await app.request(path)).status, path).toBe(404);
    expect((await app.request('/api/dev/telegram/bot1:x/getMe', { method: 'POST' })).status).toBe(404);
    expect((await app.request('/api/dev/google/token', { method: 'POST' })).status).toBe(404);
    await test.database.drop();
  });
});

it('a demo with a bot of its own keeps it', () => {
  const config = readConfig({ LOG_LEVEL: 'silent', TELEGRAM_BOT_TOKEN: '123456:AbCdEfGhIjKlMnOpQrStUvWxYz0123456789' });
  expect(playElsewhere(config, KEYS, now)).toBe(config);
});

describe('a demo', () => {
  let test: TestApp;
  let server: Listening;
  let stopBot: () => Promise<void>;
  let site: string;
  const [mara, xiao] = PEOPLE as [(typeof PEOPLE)[0], (typeof PEOPLE)[0]];

  beforeAll(async () => {
    test = await createTestApp();
    // The site tells the bot where Telegram is, so its port must be known before it listens.
    const config = playElsewhere({ ...test.deps.config, port: await findFreePort() }, test.deps.serverKeys, test.clock.now);
    test.deps.config = config;
    site = `http://127.0.0.1:${config.port}`;
    server = await listen(createListener(test.deps, createApp(test.deps), createGeneralLimit(1_000)), config);
    stopBot = startTelegram(test.deps, { pollSeconds: 1 }).stop;
  });
  afterAll(async () => {
    await stopBot();
    await server.close();
    await test.database.drop();
  });

  const chat = async (id = mara.id) => (await fetch(`${site}/api/dev/telegram?person=${id}&lang=en`)).text();
  const post = (path: string, fields: Record<string, string>, origin: string | null = site) =>
    fetch(`${site}/api/dev/telegram/${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers: origin ? { Origin: origin } : {},
    });

  it('shows the chat as a page whose forms a browser sends with their origin', async () => {
    const page = await fetch(`${site}/api/dev/telegram?person=${mara.id}`);
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
  });

  it('lets a person bind an account in a chat with the real bot', async () => {
    const user = await createUser(test);
    await stepUp(test, user);
    const { reply } = await callApp(createApp(test.deps), createBindToken, {}, { token: user.token });
    expect(reply.bot).toBe('MatchpointDemoBot');
    expect((await post('say', { person: String(mara.id), text: reply.command })).status).toBe(303);
    await expect.poll(() => chat(), { timeout: 20_000 }).toContain('/press');
    const [, message, data] =
      /name="message" value="(\d+)"><input type="hidden" name="data" value="(bind:[^"]+)"/.exec(
        (await chat()).replaceAll(/>\s+</g, '><'),
      ) ?? [];
    expect((await post('press', { person: String(mara.id), message: message!, data: data! })).status).toBe(303);
    const link = () => test.deps.db.selectFrom('linked_accounts').select(['subject', 'reachable']).where('user_id', '=', user.id).execute();
    await expect.poll(link, { timeout: 20_000 }).toEqual([{ subject: String(mara.id), reachable: true }]);
    expect(await chat(xiao.id)).not.toContain('/press');
  });

  it('lets an admin link a chat to alerts, which then arrive in it', async () => {
    const admin = await createAdmin(test, 'super');
    const { reply } = await callApp(createApp(test.deps), createAlertChatToken, {}, { token: admin.token });
    await post('say', { person: String(xiao.id), text: reply.command });
    await expect.poll(() => chat(xiao.id), { timeout: 20_000 }).toContain('/press');
    const [, message, data] =
      /name="message" value="(\d+)"><input type="hidden" name="data" value="(op:[^"]+)"/.exec(
        (await chat(xiao.id)).replaceAll(/>\s+</g, '><'),
      ) ?? [];
    await post('press', { person: String(xiao.id), message: message!, data: data! });
    const settings = async () => (await callApp(createApp(test.deps), getAlertSettings, {}, { token: admin.token })).reply;
    await expect.poll(settings, { timeout: 20_000 }).toMatchObject({
      ...{ by: ['email', 'telegram'], is_mail_set_up: true, is_bot_set_up: true },
      chat: { name: `@${xiao.username}`, is_reachable: true },
    });
    await createWithdrawal(test, await createRedeemer(test, 50_000), { points: 50_000 });
    await runJob(test.deps, 'operator alerts');
    for (const name of ['email', 'telegram'] as const) await deliverDue(test.deps, name, createChannels(test.deps)[name]!);
    expect(await chat(xiao.id)).toContain('large withdrawal');
  });

  it.each([
    ['from another site', { person: String(mara.id), text: 'hello' }, 'https://evil.example', 403],
    ['without an origin', { person: String(mara.id), text: 'hello' }, null, 403],
    ['of nobody', { person: '1', text: 'hello' }, undefined, 400],
    ['without a text', { person: String(mara.id), text: ' ' }, undefined, 400],
    ['of a file’s length', { person: String(mara.id), text: 'x'.repeat(5_000) }, undefined, 400],
  ])('refuses a message %s', async (_, fields, origin, status) => {
    expect((await post('say', fields, origin === undefined ? site : origin)).status).toBe(status);
  });

  it('shows what is written as text', async () => {
    await post('say', { person: String(xiao.id), text: '<script>alert(1)</script>' });
    const page = await chat(xiao.id);
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script');
  });

  /** Follows a sign-in through the page of the service; returns where the site leads in the end. */
  async function signIn(provider: 'google' | 'telegram', choice: string): Promise<string> {
    const jar = cookieJar();
    const visit = async (address: string) => {
      const response = await fetch(address, { redirect: 'manual', headers: { Cookie: jar.header() } });
      jar.take(response.headers);
      return response;
    };
    const away = (await visit(`${site}${PROVIDER_START[provider]}?next=/matches`)).headers.get('location')!;
    expect(await (await visit(away)).text()).toContain(mara.lastName);
    const back = new URL((await visit(`${away}&choice=${choice}`)).headers.get('location')!);
    if (provider === 'google') return (await visit(back.href)).headers.get('location')!;
    const result = new URLSearchParams(back.hash.slice(1)).get('tgAuthResult')!;
    const login = result === 'false' ? {} : (JSON.parse(Buffer.from(result, 'base64url').toString()) as Record<string, string>);
    const query = new URLSearchParams({ state: back.searchParams.get('state')!, ...login });
    return (await visit(`${site}/api/auth/telegram/callback?${query}`)).headers.get('location')!;
  }

  it.each(['google', 'telegram'] as const)('lets who is chosen come in with %s, and nobody who cancels', async (provider) => {
    const [came, cancelled] = [await signIn(provider, String(xiao.id)), await signIn(provider, 'nobody')];
    expect(came).not.toContain('oauth_');
    expect(cancelled).toContain('oauth_incomplete');
  });

  it('sends nobody to another machine, with or without a code', async () => {
    const asked = {
      client_id: 'matchpoint-demo',
      response_type: 'code',
      state: 's',
      nonce: 'n',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    };
    const google = new URLSearchParams({ ...asked, redirect_uri: 'http://evil.example/api', choice: String(mara.id) });
    const telegram = new URLSearchParams({
      bot_id: '1',
      origin: 'http://evil.example',
      return_to: 'http://evil.example/',
      choice: String(mara.id),
    });
    expect((await fetch(`${site}/api/dev/google/authorize?${google}`, { redirect: 'manual' })).status).toBe(400);
    expect((await fetch(`${site}/api/dev/telegram/sign-in/auth?${telegram}`, { redirect: 'manual' })).status).toBe(400);
  });
});
