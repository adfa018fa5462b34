import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, describe, expect, it } from 'vitest';
import { CAPTCHA_ACTIONS, getCaptcha } from '#contract/auth.ts';
import { createApp } from '#server/app.ts';
import { callApp, createTestApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { askCaptcha, encodeCaptcha, solveCaptcha } from '#test/support/captcha.ts';
import { runJob } from '#test/support/run-job.ts';
import { CAPTCHA_LIFE_SECONDS, takeCaptcha, validateCaptcha } from './captcha.ts';

const test = useTestApp({ CAPTCHA_WORK: '20' });
afterEach(() => test.current.clock.set(TEST_NOW));

const solve = (action: (typeof CAPTCHA_ACTIONS)[number] = 'login') => solveCaptcha(test.current.app, action);
const take = (sent: string | undefined, deps = test.current.deps) => takeCaptcha(deps, 'login', sent);
const refused = (code: string) => ({ code, status: 422 });

interface Payload {
  challenge: { parameters: Record<string, unknown>; signature: string };
  solution: { counter: number; derivedKey: string };
}
const decode = (captcha: string) => JSON.parse(Buffer.from(captcha, 'base64').toString()) as Payload;

describe('a captcha', () => {
  it('is an ALTCHA challenge that takes work, and never the same twice', async () => {
    const challenges = await Promise.all(Array.from({ length: 12 }, () => askCaptcha(test.current.app, 'login')));
    expect(challenges[0]!.parameters).toMatchObject({
      algorithm: 'PBKDF2/SHA-256',
      expiresAt: Date.parse(TEST_NOW) / 1000 + 600,
      data: { issuedAt: Date.parse(TEST_NOW) },
    });
    expect(new Set(challenges.map(({ parameters }) => parameters.nonce)).size).toBe(12);
    const solutions = await Promise.all(challenges.map((challenge) => solveChallenge({ challenge, deriveKey })));
    const counters = solutions.map((solution) => solution!.counter);
    expect(Math.max(...counters)).toBeLessThan(20);
    expect(new Set(counters).size).toBeGreaterThan(3);
  });

  it('is not cached by proxies or browsers', async () => {
    const { headers } = await callApp(test.current.app, getCaptcha, { action: 'forgot' });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([{}, { action: 'bet' }, { action: 'login\0' }])('is not issued for an unknown action like %o', async (input) => {
    expect(await callApp(test.current.app, getCaptcha, input as never)).toMatchObject({ status: 400, problem: { code: 'invalid_query' } });
  });

  it('is accepted once solved, and reports when it was issued', async () => {
    const captcha = await solve();
    test.current.clock.advance(5000);
    expect(validateCaptcha(test.current.deps, 'login', captcha).issuedAt).toEqual(new Date(TEST_NOW));
    await expect(take(captcha)).resolves.toMatchObject({ work: 1 });
  });

  it('is required', async () => {
    for (const nothing of [undefined, '']) await expect(take(nothing)).rejects.toMatchObject(refused('captcha_required'));
  });

  it('is valid for ten minutes', async () => {
    const [early, late] = [await solve(), await solve()];
    test.current.clock.advance(CAPTCHA_LIFE_SECONDS * 1000 - 1);
    await take(early);
    test.current.clock.advance(1);
    await expect(take(late)).rejects.toMatchObject(refused('captcha_expired'));
    await expect(take(early)).rejects.toMatchObject(refused('captcha_expired'));
  });

  it('is accepted once, in any encoding, and by one of a hundred simultaneous requests', async () => {
    const captcha = await solve();
    await take(captcha);
    await expect(take(captcha)).rejects.toMatchObject(refused('captcha_failed'));
    const { challenge, solution } = decode(captcha);
    const respelled = encodeCaptcha({
      solution: { ...solution, time: 7 },
      more: true,
      challenge: { ...challenge, parameters: challenge.parameters },
    });
    expect(respelled).not.toBe(captcha);
    await expect(take(respelled)).rejects.toMatchObject(refused('captcha_failed'));

    const contested = await solve();
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => take(contested)));
    const losers = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(losers).toHaveLength(99);
    for (const { reason } of losers) expect(reason).toMatchObject(refused('captcha_failed'));
  });

  it('is rejected for another action', async () => {
    for (const solved of CAPTCHA_ACTIONS) {
      const captcha = await solve(solved);
      for (const action of CAPTCHA_ACTIONS) {
        if (action === solved) expect(validateCaptcha(test.current.deps, action, captcha)).toBeTruthy();
        else expect(() => validateCaptcha(test.current.deps, action, captcha)).toThrow('captcha_failed');
      }
    }
  });

  it('altered in any part is rejected', async () => {
    const captcha = await solve();
    const { parameters } = decode(captcha).challenge;
    const later = { expiresAt: Number(parameters.expiresAt) + 3600 };
    const alterations: Record<string, (payload: Payload) => void> = {
      'a later end': ({ challenge }) => Object.assign(challenge.parameters, later),
      'an earlier issue': ({ challenge }) => Object.assign(challenge.parameters, { data: { issuedAt: 1 } }),
      'less work': ({ challenge }) => Object.assign(challenge.parameters, { cost: 1 }),
      'another prefix': ({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '00' }),
      'another nonce': ({ challenge }) => Object.assign(challenge.parameters, { nonce: '00'.repeat(16) }),
      'something more': ({ challenge }) => Object.assign(challenge.parameters, { more: 1 }),
      'something less': ({ challenge }) => Reflect.deleteProperty(challenge.parameters, 'salt'),
      'another proof': ({ challenge }) => Object.assign(challenge.parameters, { keySignature: '00'.repeat(32) }),
      'another signature': ({ challenge }) => Object.assign(challenge, { signature: '00'.repeat(32) }),
      'no signature': ({ challenge }) => Reflect.deleteProperty(challenge, 'signature'),
      'a short signature': ({ challenge }) => Object.assign(challenge, { signature: '00' }),
      'another key': ({ solution }) => Object.assign(solution, { derivedKey: '00'.repeat(32) }),
      'a key of letters': ({ solution }) => Object.assign(solution, { derivedKey: 'z'.repeat(64) }),
      'only the prefix that is told': ({ solution, challenge }) => Object.assign(solution, { derivedKey: challenge.parameters.keyPrefix }),
      'no solution': (payload) => Reflect.deleteProperty(payload, 'solution'),
    };
    for (const [name, alter] of Object.entries(alterations)) {
      const payload = decode(captcha);
      alter(payload);
      await expect(take(encodeCaptcha(payload)), name).rejects.toMatchObject(refused('captcha_failed'));
    }
    await expect(take(captcha)).resolves.toMatchObject({ work: 1 });
  });

  it.each([
    ['words', 'captcha'],
    ['JSON that is not encoded', '{"challenge":{}}'],
    ['null', encodeCaptcha(null)],
    ['a list', encodeCaptcha([])],
    ['numbers', encodeCaptcha({ challenge: 1, solution: 2 })],
    ['a prototype', Buffer.from('{"__proto__":{"challenge":{}},"solution":{}}').toString('base64')],
    ['bytes', Buffer.from([0xff, 0xfe, 0, 1]).toString('base64')],
    ['depth', Buffer.from('['.repeat(3000)).toString('base64')],
  ])('made up of %s is rejected', async (_, sent) => {
    await expect(take(sent)).rejects.toMatchObject(refused('captcha_failed'));
  });

  it('signed with a foreign key is rejected', async () => {
    const other = await createTestApp();
    const theirs = { ...other.deps, serverKeys: [new Uint8Array(32).fill(9)] as const };
    const forged = await solveCaptcha(createApp(theirs), 'login');
    await other.database.drop();
    await expect(take(forged)).rejects.toMatchObject(refused('captcha_failed'));
  });

  it('stays valid across a key rotation until the old key is removed', async () => {
    const { deps } = test.current;
    const [old] = deps.serverKeys;
    const fresh = new Uint8Array(32).fill(8);
    const [first, second] = [await solve(), await solve()];
    await take(first, { ...deps, serverKeys: [fresh, old] });
    await expect(take(second, { ...deps, serverKeys: [fresh] })).rejects.toMatchObject(refused('captcha_failed'));
    const changed = await solveCaptcha(createApp({ ...deps, serverKeys: [fresh, old] }), 'login');
    await expect(take(changed)).rejects.toMatchObject(refused('captcha_failed'));
    await take(changed, { ...deps, serverKeys: [fresh] });
  });

  it('is deleted from the list of used captchas after it expires', async () => {
    const { deps, clock } = test.current;
    await deps.db.deleteFrom('captchas_taken').execute();
    await take(await solve());
    clock.advance(CAPTCHA_LIFE_SECONDS * 1000);
    await runJob(deps, 'captchas');
    expect(await deps.db.selectFrom('captchas_taken').selectAll().execute()).toHaveLength(1);
    clock.advance(60_001);
    await runJob(deps, 'captchas');
    expect(await deps.db.selectFrom('captchas_taken').selectAll().execute()).toEqual([]);
  });
});
