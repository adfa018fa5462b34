import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refresh } from '#contract/auth.ts';
import { getOAuthFlow } from '#contract/oauth.ts';
import { oauthRoutes } from '#server/modules/identity/routes.ts';
import { createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { type Claims, type Misbehaviour, startMisbehavingIssuer } from '#test/support/misbehaving-issuer.ts';
import { type Visitor, visitor } from '#test/support/visitor.ts';
import { createGoogle } from './google.ts';

/* An issuer that fails or lies, on the test's clock: its answers are rejected, and nobody is signed in. */

const CLIENT = { clientId: 'matchpoint', clientSecret: 'the secret of this client' };
const PERSON = { sub: '110169484474386276334', email: 'fan@example.com', email_verified: true, name: 'Fan' };

let test: TestApp;
let issuer: Awaited<ReturnType<typeof startMisbehavingIssuer>>;

beforeAll(async () => {
  issuer = await startMisbehavingIssuer({ ...CLIENT, now: () => test.clock.now() });
  test = await createTestApp({
    ...{ GOOGLE_ISSUER: issuer.issuer, GOOGLE_CLIENT_ID: CLIENT.clientId, GOOGLE_CLIENT_SECRET: CLIENT.clientSecret },
  });
});
afterAll(async () => {
  await test.database.drop();
  await issuer.close();
});
beforeEach(() => test.clock.set(TEST_NOW));

/** Creates an app with an empty discovery cache and a timeout of one second. */
function freshApp(): Hono {
  const app = new Hono();
  oauthRoutes(app, test.deps, createGoogle(test.deps, 1));
  return app;
}

/** Signs in with an issuer that misbehaves; returns the error that the page shows, and the step that the browser has reached. */
async function arrive(misbehaviour: Misbehaviour, person: Claims = PERSON, browser: Visitor = visitor(test.app)) {
  issuer.expect({ person, nonce: '', misbehaviour });
  const left = await browser.open('/api/auth/google/start?next=%2Fbets');
  if (left.location.pathname === '/sign-in') return outcome(browser, left.location);
  const { state, nonce } = Object.fromEntries(left.location.searchParams);
  issuer.expect({ person, nonce: nonce!, misbehaviour });
  return outcome(
    browser,
    (await browser.open(`/api/auth/google/callback?${new URLSearchParams({ state: state!, code: 'any' })}`)).location,
  );
}

async function outcome(browser: Visitor, { pathname, searchParams }: URL) {
  expect([pathname, searchParams.get('next')]).toEqual(['/sign-in', '/bets']);
  expect((await visitor(test.app, browser.jar).call(refresh, {})).reply).toEqual({ access: '' });
  const { step } = (await visitor(test.app, browser.jar).call(getOAuthFlow, {})).reply;
  return { error: searchParams.get('error'), step };
}

const FAILED = { error: 'oauth_failed', step: 'none' };
const KNOWN = { error: null, step: 'register' };

it('accepts an issuer that behaves, so that the failures below are caused by the misbehaviour', async () => {
  expect(await arrive({})).toEqual(KNOWN);
  const [token] = issuer.heard.filter(({ path }) => path === '/token');
  expect(Object.fromEntries(new URLSearchParams(token!.body))).toMatchObject({
    ...{ grant_type: 'authorization_code', code: 'any', redirect_uri: 'http://localhost/api/auth/google/callback' },
    ...{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, code_verifier: expect.stringMatching(/^[\w-]{43}$/) },
  });
});

const altered = (change: (part: Buffer) => Buffer, index: number) => (signed: string) =>
  signed
    .split('.')
    .map((part, at) => (at === index ? change(Buffer.from(part, 'base64url')).toString('base64url') : part))
    .join('.');
const lastBit = (part: Buffer) => Buffer.from(part.map((byte, at) => (at === part.length - 1 ? byte ^ 1 : byte)));
const seconds = (claims: Claims, values: { iat?: number; exp?: number; nbf?: number }) => ({
  ...claims,
  ...Object.fromEntries(Object.entries(values).map(([name, offset]) => [name, claims.iat! + offset])),
});

const WRONG: [string, Misbehaviour][] = [
  ['another nonce', { claims: (right) => ({ ...right, nonce: 'another' }) }],
  ['no nonce', { claims: ({ nonce: _, ...right }) => right }],
  ['another issuer', { claims: (right) => ({ ...right, iss: 'https://accounts.google.com' }) }],
  ['no issuer', { claims: ({ iss: _, ...right }) => right }],
  ['another audience', { claims: (right) => ({ ...right, aud: 'somebody-else' }) }],
  ['an audience of which we are one, for another party', { claims: (right) => ({ ...right, aud: [CLIENT.clientId, 'b'], azp: 'b' }) }],
  ['no audience', { claims: ({ aud: _, ...right }) => right }],
  ['a time that is over', { claims: (right) => seconds(right, { iat: -3700, exp: -100 }) }],
  ['a time that is over by more than clocks differ', { claims: (right) => seconds(right, { iat: -300, exp: -61 }) }],
  ['no end', { claims: ({ exp: _, ...right }) => right }],
  ['an end that is no number', { claims: (right) => ({ ...right, exp: 'tomorrow' as unknown as number }) }],
  ['a beginning that is to come', { claims: (right) => seconds(right, { nbf: 300 }) }],
  ['a clock that runs ahead', { claims: (right) => seconds(right, { iat: 61, exp: 3600 }) }],
  ['a token of long ago that has not ended', { claims: (right) => seconds(right, { iat: -601, exp: 3600 }) }],
  ['no time of issue', { claims: ({ iat: _, ...right }) => right }],
  ['nobody', { claims: ({ sub: _, ...right }) => right }],
  ['an empty name', { claims: (right) => ({ ...right, sub: '' }) }],
  ['a name with a NUL', { claims: (right) => ({ ...right, sub: 'a\0b' }) }],
  ['a name that is no text', { claims: (right) => ({ ...right, sub: 7 as unknown as string }) }],
  ['a name that is too long', { claims: (right) => ({ ...right, sub: 'x'.repeat(256) }) }],
  ['no token', { claims: () => null }],
  ['a token that is none', { token: () => 'a.b.c' }],
  ['a token that is no text', { token: () => ({ sub: PERSON.sub }) }],
  ['another key', { signsWith: 'another key' }],
  ['another key, by a name that nobody knows', { signsWith: 'another key', header: { alg: 'RS256', kid: 'hidden' } }],
  ['no signature', { signsWith: 'nothing' }],
  ['a signature by our own secret', { signsWith: 'the secret' }],
  ['an altered signature', { token: altered(lastBit, 2) }],
  ['altered claims', { token: altered((part) => Buffer.from(String(part).replace(PERSON.sub, `${PERSON.sub}1`)), 1) }],
];

describe('a sign-in whose token has', () => {
  it.each(WRONG)('%s is rejected', async (_, misbehaviour) => {
    expect(await arrive(misbehaviour)).toEqual(FAILED);
  });
});

describe('the clocks of the issuer and the server', () => {
  it('may differ by a minute', async () => {
    expect(await arrive({ claims: (right) => seconds(right, { iat: 59, exp: 3600 }) })).toEqual(KNOWN);
    expect(await arrive({ claims: (right) => seconds(right, { iat: -500, exp: -59 }) })).toEqual(KNOWN);
  });
});

describe('an issuer that', () => {
  const paths = ['/.well-known/openid-configuration', '/token', '/jwks'] as const;
  const ways: [string, { status: number; body?: string } | 'nothing' | 'hangs up'][] = [
    ['is broken', { status: 500, body: 'oh' }],
    ['sends us elsewhere', { status: 302 }],
    ['says nonsense', { status: 200, body: '<html>' }],
    ['says nothing', { status: 200, body: '{}' }],
    ['hangs up', 'hangs up'],
    ['is too slow', 'nothing'],
  ];
  const each = paths.flatMap((path) => ways.map(([name, way]) => [name, path, way] as const));
  it.each(each)('%s at %s signs nobody in', async (_, path, way) => {
    expect(await arrive({ answers: { [path]: way } }, PERSON, visitor(freshApp()))).toEqual(FAILED);
  });

  it('describes itself as another issuer is not sent the code', async () => {
    expect(await arrive({ metadata: { issuer: 'https://accounts.google.com' } }, PERSON, visitor(freshApp()))).toEqual(FAILED);
    expect(issuer.heard.map(({ path }) => path)).not.toContain('/token');
  });

  it('was unreachable is asked again at the next sign-in', async () => {
    const app = freshApp();
    expect(await arrive({ answers: { '/.well-known/openid-configuration': 'hangs up' } }, PERSON, visitor(app))).toEqual(FAILED);
    expect(await arrive({}, PERSON, visitor(app))).toEqual(KNOWN);
  });

  it('does not exist signs nobody in', async () => {
    const config = { ...test.deps.config, google: { ...test.deps.config.google!, issuer: 'http://127.0.0.1:1' } };
    const app = new Hono();
    oauthRoutes(app, { ...test.deps, config });
    expect(await arrive({}, PERSON, visitor(app))).toEqual(FAILED);
  });

  it('rejects the code signs nobody in', async () => {
    const answers = { '/token': { status: 400, body: '{"error":"invalid_grant"}' } };
    expect(await arrive({ answers })).toEqual(FAILED);
  });
});

it('discovers an issuer once an hour rather than at each sign-in', async () => {
  const app = freshApp();
  const asked = async () => {
    await arrive({}, PERSON, visitor(app));
    return issuer.heard.filter(({ path }) => path !== '/token').map(({ path }) => path);
  };
  await asked();
  expect(await asked()).toEqual([]);
  test.clock.advance(3_600_000);
  issuer.expect({ person: PERSON, nonce: '', misbehaviour: {} });
  await visitor(app).open('/api/auth/google/start');
  expect(issuer.heard.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration']);
});

it.each([
  ['true', 'true'],
  ['1', 1],
  ['left out', undefined],
  ['false', false],
  ['null', null],
])('ignores an email address whose email_verified is %s', async (_, email_verified) => {
  const browser = visitor(test.app);
  expect(await arrive({}, { ...PERSON, email_verified }, browser)).toEqual(KNOWN);
  expect((await browser.call(getOAuthFlow, {})).reply.email).toBeNull();
});

it.each(['not an address', 'a@b@c.example', `${'x'.repeat(250)}@example.com`, 'a\0@example.com', ''])(
  'ignores an invalid email address like %j',
  async (email) => {
    const browser = visitor(test.app);
    expect(await arrive({}, { ...PERSON, email }, browser)).toEqual(KNOWN);
    expect((await browser.call(getOAuthFlow, {})).reply.email).toBeNull();
  },
);

it.each(['\u202egro', 'a\0b', '  ', '\ud83d', `${'x'.repeat(39)}\u{1f525}`])('ignores an invalid name like %j', async (name) => {
  const browser = visitor(test.app);
  expect(await arrive({}, { ...PERSON, name }, browser)).toEqual(KNOWN);
  expect((await browser.call(getOAuthFlow, {})).reply.display_name).toBeNull();
});
