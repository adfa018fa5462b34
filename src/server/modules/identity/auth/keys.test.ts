import { afterEach, describe, expect, it } from 'vitest';
import { me, refresh } from '#contract/auth.ts';
import { createApp } from '#server/app.ts';
import type { ServerKeys } from '#server/platform/crypto/server-keys.ts';
import { keyId } from '#server/platform/http/access-token.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { signIn as signInTo, signUp } from '#test/support/sign-in.ts';

const test = useTestApp();
afterEach(() => test.current.clock.set(TEST_NOW));

const OLD = new Uint8Array(32).fill(7);
const NEW = new Uint8Array(32).fill(8);

/** Creates the site as restarted after a key rotation. */
const siteWith = (...serverKeys: ServerKeys) => ({ app: createApp({ ...test.current.deps, serverKeys }) });
type Site = ReturnType<typeof siteWith>;

async function signIn(site: Site): Promise<{ token: string; cookie: string }> {
  const { user } = (await signUp(test.current)).reply;
  const { reply, headers } = await signInTo({ ...test.current, ...site }, { email: user.email, remember: true });
  return { token: reply.access, cookie: cookieOf(headers)! };
}

const cookieOf = (headers: Headers) => /^refresh=([\w-]+)/.exec(headers.getSetCookie()[0] ?? '')?.[1];
const keyIdOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;

async function ask({ app }: Site, token: string): Promise<string> {
  const { status, problem } = await callApp(app, me, {}, { token });
  return status === 200 ? 'let in' : problem.code;
}

async function present({ app }: Site, cookie: string) {
  const { status, problem, reply, headers } = await callApp(app, refresh, {}, { headers: { Cookie: `refresh=${cookie}` } });
  return { outcome: status === 200 ? 'renewed' : problem.code, cookie: cookieOf(headers), token: reply.access };
}

describe('an access token', () => {
  it('of the old key stays valid until it expires, and new ones are signed with the new key', async () => {
    const { token, cookie } = await signIn(siteWith(OLD));
    const changed = siteWith(NEW, OLD);
    test.current.clock.advance(15 * 60_000 - 1000);
    expect(await ask(changed, token)).toBe('let in');
    const renewed = await present(changed, cookie);
    expect([keyIdOf(token), keyIdOf(renewed.token)]).toEqual([keyId(OLD), keyId(NEW)]);
    expect(await ask(changed, renewed.token)).toBe('let in');
    test.current.clock.advance(1000);
    expect(await ask(changed, token)).toBe('token_expired');
    expect(await ask(changed, renewed.token)).toBe('let in');
  });

  it('of a removed key, or of one not known yet, is rejected', async () => {
    const { token } = await signIn(siteWith(OLD));
    expect(await ask(siteWith(NEW), token)).toBe('unauthorized');
    const { token: newer } = await signIn(siteWith(NEW, OLD));
    expect(await ask(siteWith(OLD), newer)).toBe('unauthorized');
  });
});

describe('a refresh token', () => {
  it('stays valid across a key rotation', async () => {
    const { cookie } = await signIn(siteWith(OLD));
    const second = await present(siteWith(NEW, OLD), cookie);
    const third = await present(siteWith(NEW), second.cookie!);
    expect([second.outcome, third.outcome]).toEqual(['renewed', 'renewed']);
  });

  it('has a single successor, whichever key it was derived with', async () => {
    const { cookie } = await signIn(siteWith(OLD));
    const before = await present(siteWith(OLD), cookie);
    const after = await present(siteWith(NEW, OLD), cookie);
    expect(after).toMatchObject({ outcome: 'renewed', cookie: before.cookie });
    const back = await present(siteWith(OLD, NEW), cookie);
    expect(back).toMatchObject({ outcome: 'renewed', cookie: before.cookie });

    const made = await present(siteWith(NEW, OLD), before.cookie!);
    expect((await present(siteWith(OLD, NEW), before.cookie!)).cookie).toBe(made.cookie);
  });

  it('is detected as reused although its successor was derived with the older key', async () => {
    const { cookie } = await signIn(siteWith(OLD));
    const second = await present(siteWith(OLD), cookie);
    const third = await present(siteWith(NEW, OLD), second.cookie!);
    test.current.clock.advance(31_000);
    expect((await present(siteWith(NEW, OLD), cookie)).outcome).toBe('refresh_reused');
    expect((await present(siteWith(NEW, OLD), third.cookie!)).outcome).toBe('refresh_reused');
  });

  it('exchanged with a key that is gone is rejected, as the use of its successor cannot be determined', async () => {
    const { cookie } = await signIn(siteWith(OLD));
    const second = await present(siteWith(OLD), cookie);
    expect(await present(siteWith(NEW), cookie)).toMatchObject({ outcome: 'session_expired', cookie: undefined });
    expect((await present(siteWith(NEW), second.cookie!)).outcome).toBe('renewed');
  });
});
