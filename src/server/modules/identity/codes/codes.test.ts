import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/transact.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { type CodePurpose, type CodeUse, countCode, issueCode } from './issue.ts';
import { purgeCodes, revokeCodes, spendCode, throwCodeRefusal } from './service.ts';

const test = useTestApp({ FEED: 'none', CODES_PER_HOUR: '3' });

afterEach(() => test.current.clock.set(TEST_NOW));

const fresh = (values: Partial<CodeUse> = {}): CodeUse => ({
  purpose: 'step_up',
  subject: randomUUID(),
  destination: 'somebody@example.com',
  holder: 'a-browser',
  ...values,
});
const issue = (use: CodeUse, deps: Deps = test.current.deps) => transact(deps, async (db) => (await issueCode(deps, db, use)).code);
const spend = (use: CodeUse, code: string, deps: Deps = test.current.deps) => transact(deps, (db) => spendCode(deps, db, { ...use, code }));
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a code', () => {
  it('is right once, in any notation', async () => {
    const use = fresh();
    const code = await issue(use);
    expect(code).toMatch(/^\d{6}$/);
    expect(await spend(use, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe('right');
    expect(await spend(use, code)).toBe('wrong');
    const wide = await issue(use);
    expect(
      await spend(
        use,
        wide.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
      ),
    ).toBe('right');
  });

  it('is right for one of a hundred simultaneous tries', async () => {
    const use = fresh();
    const code = await issue(use);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => spend(use, code)));
    expect(outcomes.filter((outcome) => outcome === 'right')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(99);
  });

  it('allows five tries, and rejects a sixth even if it is right', async () => {
    const use = fresh();
    const code = await issue(use);
    for (let attempt = 1; attempt <= 5; attempt++) expect(await spend(use, otherThan(code))).toBe('wrong');
    expect(await spend(use, code)).toBe('too_many');
    expect(await spend(use, otherThan(code))).toBe('too_many');
    expect(await spend(use, await issue(use))).toBe('right');
  });

  it('allows five tries in total when a hundred are made at once', async () => {
    const use = fresh();
    const code = await issue(use);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => spend(use, otherThan(code))));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'too_many')).toHaveLength(95);
  });

  it('loses no try to input that is not a code', async () => {
    const use = fresh();
    const code = await issue(use);
    for (const typed of ['', '12345', '1234567', 'abcdef', `${code}0`, "' or 1=1 --", '\u200b'])
      expect(await spend(use, typed)).toBe('wrong');
    expect(await spend(use, code)).toBe('right');
  });

  it('is valid for ten minutes', async () => {
    const [early, late] = [fresh(), fresh()];
    const [first, second] = [await issue(early), await issue(late)];
    test.current.clock.advance(10 * MINUTE_MS - 1);
    expect(await spend(early, first)).toBe('right');
    test.current.clock.advance(1);
    expect(await spend(late, second)).toBe('expired');
  });

  it('ends when a new one is issued, or when it is revoked', async () => {
    const use = fresh();
    const [first, second] = [await issue(use), await issue(use)];
    if (first !== second) expect(await spend(use, first)).toBe('wrong');
    await transact(test.current.deps, (db) => revokeCodes(test.current.deps, db, use.subject));
    expect(await spend(use, second)).toBe('wrong');
  });

  it('is the only valid one when several are issued at once', async () => {
    const countInForce = async () =>
      (await test.current.deps.db.selectFrom('codes').select('id').where('ended_at', 'is', null).execute()).length;
    const before = await countInForce();
    const use = fresh();
    await Promise.all(Array.from({ length: 10 }, () => issue(use)));
    expect(await countInForce()).toBe(before + 1);
  });

  it.each<[string, Partial<CodeUse>]>([
    ['another purpose', { purpose: 'confirm_email' }],
    ['somebody else', { subject: 'somebody-else' }],
    ['another address', { destination: 'other@example.com' }],
    ['something else', { context: 'wallet B' }],
  ])('is wrong for %s', async (_, other) => {
    const use = fresh({ context: 'wallet A' });
    const code = await issue(use);
    expect(await spend({ ...use, ...other }, code)).toBe('wrong');
    expect(await spend(use, code)).toBe('right');
  });

  it('is independent of a code for another purpose', async () => {
    const subject = randomUUID();
    const uses = [fresh({ subject }), fresh({ subject, purpose: 'confirm_email' })];
    const issued = [await issue(uses[0]!), await issue(uses[1]!)];
    expect(await spend(uses[0]!, issued[0]!)).toBe('right');
    expect(await spend(uses[1]!, issued[1]!)).toBe('right');
  });

  it('stays valid when the transaction that used it is rolled back', async () => {
    const { deps } = test.current;
    const use = fresh();
    const code = await issue(use);
    const failing = transact(deps, async (db) => {
      expect(await spendCode(deps, db, { ...use, code })).toBe('right');
      throw new Error('the power went out');
    });
    await expect(failing).rejects.toThrow('the power went out');
    expect(await spend(use, code)).toBe('right');
  });

  it('stays valid across a key rotation until the old key is removed', async () => {
    const { deps } = test.current;
    const [oldKey] = deps.serverKeys;
    const newKey = new Uint8Array(32).fill(9);
    const [rotated, forgetful]: Deps[] = [
      { ...deps, serverKeys: [newKey, oldKey] },
      { ...deps, serverKeys: [newKey] },
    ];
    const [kept, lost, replaced] = [fresh(), fresh(), fresh()];
    const codes = [await issue(kept), await issue(lost), await issue(replaced)];
    expect(await spend(kept, codes[0]!, rotated)).toBe('right');
    expect(await spend(lost, codes[1]!, forgetful)).toBe('wrong');
    const next = await issue(replaced, rotated);
    if (next !== codes[2]) expect(await spend(replaced, codes[2]!, rotated)).toBe('wrong');
    expect(await spend(replaced, next, rotated)).toBe('right');
  });

  it('is generated without bias: random numbers that would favour low codes are rejected', async () => {
    const { deps } = test.current;
    const drawn = [0xff_ff_ff_ff, 4_294_000_000, 4_293_999_999];
    const randomBytes = (count: number) => {
      if (count !== 4) return deps.randomBytes(count);
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(drawn.shift()!);
      return bytes;
    };
    expect(await issue(fresh(), { ...deps, randomBytes })).toBe('999999');
    expect(drawn).toEqual([]);
  });

  it('is stored without the code, its subject and its destination in plain text', async () => {
    const use = fresh({ subject: 'hidden@example.com', destination: 'hidden@example.com' });
    const code = await issue(use);
    const rows = await test.current.deps.db.selectFrom('codes').selectAll().execute();
    const text = JSON.stringify(
      rows.map((row) => ({ ...row, subject: row.subject.toString('latin1'), code_hash: row.code_hash.toString('latin1') })),
    );
    expect(text).not.toContain('hidden');
    expect(text).not.toContain(`"${code}"`);
    expect(new Set(rows.map((row) => row.code_hash.toString('hex'))).size).toBe(rows.length);
  });
});

it('throws the error of each outcome', () => {
  expect(() => throwCodeRefusal('right')).not.toThrow();
  expect(() => throwCodeRefusal('wrong')).toThrow('invalid_code');
  expect(() => throwCodeRefusal('expired')).toThrow('code_expired');
  expect(() => throwCodeRefusal('too_many')).toThrow('too_many_tries');
});

describe('the limits on codes', () => {
  const count = (
    destination: string,
    { purpose = 'confirm_email' as CodePurpose, holder = 'a-browser', isOwn = true, deps = test.current.deps } = {},
  ) => countCode(deps, { purpose, destination, holder, isOwn });
  /** Simulates that a minute has passed: this counter uses the real clock. */
  const waitForResend = () => test.current.deps.db.deleteFrom('rate_limits').where('key', 'like', 'code-resend%').execute();
  const refused = { code: 'rate_limited', params: { seconds: expect.any(Number), minutes: expect.any(Number) } };

  it('allow one code a minute and a few an hour to an address', async () => {
    await count('one@example.com');
    await expect(count('one@example.com')).rejects.toMatchObject({ code: 'rate_limited', params: { minutes: 1 } });
    await waitForResend();
    await count('one@example.com');
    await waitForResend();
    await count('one@example.com');
    await waitForResend();
    const { params } = await count('one@example.com').then(
      () => expect.unreachable(),
      (error) => error as { params: { seconds: number } },
    );
    expect(params.seconds).toBeGreaterThan(60);
    await count('two@example.com');
  });

  it('count each requester separately, so that nobody uses up another one’s codes', async () => {
    for (let sent = 1; sent <= 3; sent++) {
      await count('victim@example.com', { holder: 'a-thief', purpose: 'step_up' });
      await waitForResend();
    }
    await expect(count('victim@example.com', { holder: 'a-thief', purpose: 'step_up' })).rejects.toMatchObject(refused);
    await count('victim@example.com', { purpose: 'step_up' });
  });

  it('protect a mailbox from being flooded, and count requests by strangers apart from its owner’s', async () => {
    const wanting = (holder: number) => count('flooded@example.com', { holder: `thief-${holder}`, isOwn: false });
    for (let sent = 1; sent <= 30; sent++) await wanting(sent);
    await expect(wanting(31)).rejects.toMatchObject(refused);
    await count('flooded@example.com');
  });

  it('are shared by all processes, and survive a restart', async () => {
    const { deps } = test.current;
    await count('three@example.com');
    await expect(count('three@example.com', { deps: { ...deps, pool: Object.create(deps.pool) } })).rejects.toMatchObject(refused);
  });
});

it('deletes codes after a day', async () => {
  const { deps, clock } = test.current;
  await deps.db.deleteFrom('codes').execute();
  const use = fresh();
  await issue(use);
  clock.advance(24 * 60 * MINUTE_MS);
  expect(await purgeCodes(deps)).toBe(0);
  clock.advance(1);
  await issue(use);
  expect(await purgeCodes(deps)).toBe(1);
  expect(await deps.db.selectFrom('codes').select('id').execute()).toHaveLength(1);
});
