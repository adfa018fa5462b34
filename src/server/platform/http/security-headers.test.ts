import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { useTestApp } from '#test/support/app.ts';
import { createMatch } from '#test/support/factories.ts';
import { createGeneralLimit } from './general-limit.ts';
import { listen } from './listen.ts';
import { createListener } from './listener.ts';
import { protectAnswers } from './security-headers.ts';

const test = useTestApp();

const HTTPS = {
  PUBLIC_URL: 'https://matchpoint.example',
  DATABASE_URL: 'postgres://nowhere',
  SMTP_URL: 'smtp://nowhere',
  MAIL_FROM: 'a@b.example',
};

/** The headers of every API response. */
const OF_THE_API = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** Of one caller or of one moment. */
const NOT_KEPT = { 'cache-control': 'no-store' };

/** Pages, files and their errors. */
function site(settings: Record<string, string> = {}): Hono {
  const app = new Hono();
  protectAnswers(app, readConfig(settings));
  app.get('/matches', (c) => c.html('<p>page</p>'));
  app.get('/icon.svg', (c) => c.body('<svg/>', 200, { 'Content-Type': 'image/svg+xml' }));
  app.get('/share/default.png', (c) => c.body('png', 200, { 'Content-Type': 'image/png' }));
  app.get('/failing', () => {
    throw new Error('no');
  });
  app.get('/api/mail', (c) => c.html('<p>mail</p>', 200, { 'Content-Security-Policy': "frame-ancestors 'self'" }));
  app.onError((_, c) => c.text('failed', 500));
  return app;
}

const ask = (app: Hono, path: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers: { Host: 'localhost:3000', ...headers } });

/** A policy as a table: the allowed sources by directive. */
function policyOf(response: Response): Record<string, string> {
  const directives = (response.headers.get('content-security-policy') ?? '').split('; ').map((text) => text.split(' '));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources.join(' ')]));
}

describe('embeds', () => {
  it.each([
    ['all sites by default', {}, '*'],
    [
      'the sites that the operator names',
      { EMBED_ORIGINS: 'https://Blog.example, https://*.club.example:8443' },
      "'self' https://blog.example https://*.club.example:8443",
    ],
  ])('can be framed by %s', async (_, settings, ancestors) => {
    const response = await ask(site(settings), '/embed/match/7');
    expect(policyOf(response)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': ancestors,
      sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
      'require-trusted-types-for': "'script'",
      'trusted-types': 'embed',
    });
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each([
    '*',
    'https://blog.example/path',
    "https://a.example; script-src 'unsafe-inline'",
    'javascript:alert(1)',
    'blog.example',
    'https://a.example,',
  ])('EMBED_ORIGINS cannot be %s', (EMBED_ORIGINS) => {
    expect(() => readConfig({ EMBED_ORIGINS })).toThrow(/EMBED_ORIGINS/);
  });
});

describe('pages and files', () => {
  it.each([
    ['/matches', 200],
    ['/icon.svg', 200],
    ['/nothing.png', 404],
    ['/failing', 500],
  ])('%s says what browsers may do with it', async (path, status) => {
    const response = await ask(site(), path);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...NOT_KEPT,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/\bcamera=\(\), microphone=\(\), geolocation=\(\), payment=\(\)/),
    });
  });

  it('run our scripts and workers, no inline script, and nothing that is not named', async () => {
    const { 'style-src': style, ...policy } = policyOf(await ask(site(HTTPS), '/matches'));
    expect(style).toMatch(/^'self' 'nonce-[\w+/=]{16,}'$/);
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'img-src': "'self' data: https:",
      'font-src': "'self'",
      'frame-src': "'self'",
      'connect-src': "'self' ws://localhost:3000 wss://localhost:3000 https://api.country.is https://ipwho.is",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'default',
    });
  });

  it.each(['/matches', '/embeds', '/embedding/match/1', '/developers/embeds', '/api/mails'])('%s is framed by nobody', async (path) => {
    const { headers } = await ask(site({ EMBED_ORIGINS: 'https://blog.example' }), path);
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('take no policy from a forged host', async () => {
    const policy = (await ask(site(), '/matches', { Host: "x; script-src 'unsafe-inline'" })).headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('let other sites show pictures that are made for sharing', async () => {
    expect((await ask(site(), '/share/default.png')).headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('are asked for by https only, where the site has it', async () => {
    for (const path of ['/matches', '/api/mail']) {
      expect((await ask(site(HTTPS), path)).headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect((await ask(site(), path)).headers.get('strict-transport-security')).toBeNull();
    }
  });
});

describe('the API', () => {
  it.each([
    ['GET', '/api/meta', 200],
    ['GET', '/api/docs', 200],
    ['GET', '/api/auth/me', 401],
    ['GET', '/api/nothing', 404],
    ['PUT', '/api/meta', 405],
    ['POST', '/api/auth/refresh', 403],
  ])('%s %s is data and no page', async (method, path, status) => {
    const response = await test.current.app.request(path, { method });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...OF_THE_API, ...NOT_KEPT });
  });

  it('says so when the database is away, too', async () => {
    const db = createDb(createPool('postgres://127.0.0.1:1/nowhere', { max: 1 }));
    const response = await createApp({ ...test.current.deps, db }).request('/api/ready');
    expect(response.status).toBe(503);
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...OF_THE_API, ...NOT_KEPT });
  });

  it('says so of what is kept and sent without the app', async () => {
    const { deps, app } = test.current;
    const path = `/api/matches/${await createMatch(deps.db, { kickoffAt: deps.now() })}`;
    const server = await listen(createListener(deps, app, createGeneralLimit(100)), { host: '127.0.0.1', port: 0 });
    try {
      for (const isKept of [false, true]) {
        expect(deps.replies.find(path, deps.now().getTime()) !== null).toBe(isKept);
        const [response] = (await once(get(new URL(path, server.url), { agent: false }), 'response')) as [IncomingMessage];
        response.resume();
        expect(response.statusCode).toBe(200);
        expect(response.headers).toMatchObject({ ...OF_THE_API, 'cache-control': 'public, no-cache' });
      }
    } finally {
      await server.close();
    }
  });

  it('says so when an address has too many requests in progress', async () => {
    const { deps } = test.current;
    const config = { ...deps.config, http: { ...deps.config.http, requestsPerAddress: 0 } };
    const server = await listen(createListener({ ...deps, config }, test.current.app, createGeneralLimit(100)), {
      host: '127.0.0.1',
      port: 0,
    });
    try {
      const response = await fetch(new URL('/api/meta', server.url));
      expect(response.status).toBe(429);
      expect(Object.fromEntries(response.headers)).toMatchObject({ ...OF_THE_API, ...NOT_KEPT, 'retry-after': '1' });
    } finally {
      await server.close();
    }
  });

  it('keeps headers that a handler sets itself', async () => {
    const response = await ask(site(), '/api/mail');
    expect(response.headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
