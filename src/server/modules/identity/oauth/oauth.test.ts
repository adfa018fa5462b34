import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginOAuth, getOAuthFlow, PROVIDER_START, registerWithOAuth, totpForOAuth } from '#contract/oauth.ts';
import { seal } from '#server/platform/crypto/server-keys.ts';
import { createTestApp, type TestApp, useTestApp } from '#test/support/app.ts';
import { cookieJar } from '#test/support/cookie-jar.ts';
import { createUser } from '#test/support/factories.ts';
import { callbackAddress, signLogin } from '#test/support/telegram-sign-in.ts';
import { HOME, type Visitor, visitor } from '#test/support/visitor.ts';

const TOKEN = '123456:AbCdEfGhIjKlMnOpQrStUv';
const TELEGRAM = { TELEGRAM_BOT_TOKEN: TOKEN };
const test = useTestApp(TELEGRAM);

let serial = 0;
/** Signs in with Telegram, starting with `next`, and returns the URL that the browser lands on. */
async function landing(browser: Visitor, next: string): Promise<URL> {
  const { location } = await browser.open(`/api/auth/telegram/start?${new URLSearchParams({ next })}`);
  const state = new URL(location.searchParams.get('return_to')!).searchParams.get('state')!;
  const auth_date = Math.floor(test.current.clock.now().getTime() / 1000);
  return (await browser.open(callbackAddress(state, signLogin(TOKEN, { id: ++serial, first_name: 'A', auth_date })))).location;
}

describe('the path after a linked sign-in', () => {
  it.each(['/', '/bets', '/match/12?tab=odds#top', '/account?q=%C3%A9&next=%2Fbets'])('is %s, as requested', async (next) => {
    const { origin, pathname, searchParams } = await landing(visitor(test.current.app), next);
    expect([origin, pathname, searchParams.get('next')]).toEqual([HOME, '/sign-in', next]);
  });

  const REFUSED = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '\t//evil.example',
    '/a/..//evil.example',
    '/bets\r\nSet-Cookie: a=b',
    'javascript:alert(1)',
    `/${'a'.repeat(1_025)}`,
    `/${'ế'.repeat(400)}`,
    '',
  ];
  it.each(REFUSED.map((next) => [JSON.stringify(next).slice(0, 40), next]))('is the root when %s was requested', async (_, next) => {
    const { origin, pathname, searchParams } = await landing(visitor(test.current.app), next);
    expect([origin, pathname, searchParams.get('next')]).toEqual([HOME, '/sign-in', '/']);
  });

  it('stays on this site for any requested path, and the cookie fits into a browser', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary', maxLength: 1_100 }), fc.webPath({ size: 'large' })), async (path) => {
        const browser = visitor(test.current.app);
        const landed = await landing(browser, `/${path}`);
        expect([landed.origin, landed.pathname]).toEqual([HOME, '/sign-in']);
        expect(new URL(landed.searchParams.get('next')!, HOME).origin).toBe(HOME);
        const away = await browser.open(`/api/auth/telegram/start?${new URLSearchParams({ next: `/${path}` })}`);
        for (const cookie of away.headers.getSetCookie()) expect(cookie.length).toBeLessThan(4_096);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the site that the provider returns to', () => {
  const returnTo = async ({ app }: TestApp, headers: Record<string, string>) => {
    const { location } = await visitor(app).open('/api/auth/telegram/start', headers);
    return new URL(location.searchParams.get('return_to')!).origin;
  };

  it('is the origin of the request in the demo', async () => {
    expect(await returnTo(test.current, { Host: '127.0.0.1:3000' })).toBe('http://127.0.0.1:3000');
    for (const Host of ['evil.example/path', 'a b', 'user@evil.example', ''])
      expect(await returnTo(test.current, { Host }), Host).toBe('http://localhost:3000');
  });

  it('ignores the origin of the request outside the demo', async () => {
    for (const [settings, site] of [
      [{ PUBLIC_URL: 'https://fans.example' }, 'https://fans.example'],
      [{ FEED: 'none' }, 'http://localhost:3000'],
    ] as const) {
      const real = await createTestApp({ ...TELEGRAM, ...settings });
      const forged = {
        Host: 'evil.example',
        Origin: 'http://evil.example',
        'X-Forwarded-Host': 'evil.example',
        Forwarded: 'host=evil.example',
      };
      expect(await returnTo(real, forged)).toBe(site);
      const [cookie] = (await visitor(real.app).open('/api/auth/telegram/start')).headers.getSetCookie();
      expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
      await real.database.drop();
    }
  });
});

describe('malformed input to a linked sign-in', () => {
  const PATHS = [...Object.values(PROVIDER_START), '/api/auth/google/callback', '/api/auth/telegram/callback'];
  const TEXTS = ['', '\0', '%00', 'x'.repeat(5_000), '{}', '__proto__', "' or 1=1", '💥', '[object Object]', '\r\nSet-Cookie: a=b'];
  const NAMES = [
    'state',
    'code',
    'error',
    'iss',
    'hash',
    'id',
    'auth_date',
    'next',
    'response',
    '__proto__',
    'constructor',
    'toString',
    '',
  ];

  it('redirects to the sign-in page, and never causes a server error', async () => {
    const text = fc.constantFrom(...TEXTS);
    const query = fc.array(fc.tuple(fc.constantFrom(...NAMES), text), { maxLength: 8 });
    const raw = fc.constantFrom('', '&%', '&%zz=%', '&state=%ED%A0%80', '&state', '&=&=', '&a[]=1&a[]=2', '&state=1&state=2');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), query, raw, text, fc.boolean(), async (path, fields, rest, cookie, isAway) => {
        const browser = visitor(test.current.app, cookieJar([['elsewhere', encodeURIComponent(cookie)]]));
        if (isAway) await browser.open('/api/auth/telegram/start');
        const search = fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
        const { status, location } = await browser.open(`${path}?${search}${rest}`);
        expect(status).toBe(302);
        if (location.origin === 'https://oauth.telegram.org') expect(path).toBe(PROVIDER_START.telegram);
        else expect([location.origin, location.pathname]).toEqual([HOME, '/sign-in']);
      }),
      { numRuns: 300 },
    );
  });

  it('is ignored in the cookie, as are values sealed for another purpose', async () => {
    const { deps, app } = test.current;
    const sealed = (value: unknown) => seal(deps, JSON.stringify(value)).toString('base64url');
    const away = { step: 'done', provider: 'google', purpose: 'sign_in' };
    const cookies = ['', 'x', sealed(null), sealed({}), sealed({ for: 'other', expiresAt: 9e15, flow: away })];
    for (const cookie of [...cookies, sealed({ for: 'elsewhere', expiresAt: 9e15, flow: { ...away, step: 'in' } })]) {
      const browser = visitor(app, cookieJar([['elsewhere', cookie]]));
      expect((await browser.call(getOAuthFlow, {})).reply.step, cookie).toBe('none');
      expect((await browser.call(registerWithOAuth, { agree: true, adult: true })).problem.code).toBe('oauth_incomplete');
      expect((await browser.call(totpForOAuth, { totp: '123456' })).problem.code).toBe('oauth_incomplete');
    }
  });
});

describe('a provider that is not configured', () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await createTestApp();
  });
  afterAll(() => plain.database.drop());

  it.each(['google', 'telegram'] as const)('signs nobody in with %s', async (provider) => {
    const browser = visitor(plain.app);
    const { status, location } = await browser.open(`${PROVIDER_START[provider]}?next=/bets`);
    expect([status, location.pathname]).toEqual([302, '/sign-in']);
    expect(Object.fromEntries(location.searchParams)).toEqual({ provider, next: '/bets', error: 'oauth_failed' });
    expect(browser.jar.get('elsewhere')).toBeUndefined();
    const { token } = await createUser(plain);
    for (const purpose of ['link', 'step_up'] as const)
      expect((await browser.call(beginOAuth, { provider, purpose }, { token })).problem.code).toBe('not_found');
  });
});
