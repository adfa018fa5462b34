import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { addWithdrawalNote, assignWithdrawal, listReviews } from '#contract/withdrawal-queue.ts';
import { approveWithdrawal, getReview, markWithdrawalSent, rejectWithdrawal } from '#contract/withdrawal-review.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createRedeemer, type Redeemer } from '#test/support/redeemer.ts';
import { createKnownRedeemer, createWithdrawal, eraseWithdrawals, txHashOf } from '#test/support/withdrawals.ts';

// Not a demo, in which nothing is marked as sent.
const test = useTestApp({ PUBLIC_URL: 'https://matchpoint.example' });
const ago = (ms: number) => new Date(Date.parse(TEST_NOW) - ms);

let admin: TestAdmin;
let second: TestAdmin;
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  await eraseWithdrawals(test.current);
  [admin, second] = [await createAdmin(test.current, 'finance'), await createAdmin(test.current, 'reviewer')];
});

const list = (input: InputOf<typeof listReviews> = {}, { token } = admin) => callApp(test.current.app, listReviews, input, { token });
const idsOf = async (input: InputOf<typeof listReviews>, by = admin) => (await list(input, by)).reply.items.map(({ id }) => id);
const approve = (id: string, { token } = admin) =>
  callApp(test.current.app, approveWithdrawal, { id, reason: 'looked at' }, { token, key: randomUUID() });
const assign = (id: string, on = true, { token } = admin) => callApp(test.current.app, assignWithdrawal, { id, on }, { token });
const note = (id: string, text: string, { token } = admin) => callApp(test.current.app, addWithdrawalNote, { id, text }, { token });

/** Creates a withdrawal that one admin may approve alone. */
const createKnown = async (wish: Parameters<typeof createWithdrawal>[2] = {}): Promise<string> => {
  const user = await createKnownRedeemer(test.current);
  return createWithdrawal(test.current, user, wish);
};
const change = ({ id }: Pick<Redeemer, 'id'>, values: object) =>
  test.current.deps.db.updateTable('users').set(values).where('id', '=', id).execute();

describe('the filters and orders of the list of withdrawals', () => {
  it('sorts by points and by age, in both directions, whatever the status', async () => {
    const paidBefore = await createKnown({ points: 2_000, at: ago(5 * HOUR_MS) });
    const others = [await createKnown({ points: 1_000, at: ago(3 * HOUR_MS) }), await createKnown({ points: 3_000, at: ago(4 * HOUR_MS) })];
    await approve(paidBefore);
    const [small, large] = others;
    // Each known user was paid 1,000 points long ago.
    const sorted = async (input: InputOf<typeof listReviews>) =>
      (await idsOf({ points_min: 1_000, from: '2026-11-01', ...input })).filter((id) => [paidBefore, ...others].includes(id));
    expect(await sorted({ status: 'all', sort: 'points' })).toEqual([large, paidBefore, small]);
    expect(await sorted({ status: 'all', sort: 'points', order: 'asc' })).toEqual([small, paidBefore, large]);
    expect(await sorted({ status: 'all', sort: 'submitted_at' })).toEqual([small, large, paidBefore]);
    expect(await sorted({ status: 'pending', sort: 'submitted_at', order: 'asc' })).toEqual([large, small]);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => idsOf({ status: 'all', sort: 'points', from: '2026-11-01', page, page_size: 1 })),
    );
    expect(pages.flat()).toEqual([large, paidBefore, small]);
  });

  it('pages through requests of the same size and time, each once, and counts them', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.push(await createWithdrawal(test.current, await createRedeemer(test.current), { points: 2_000, at: ago(1) }));
    for (const id of ids.slice(0, 2))
      await callApp(test.current.app, rejectWithdrawal, { id, reason_code: 'evidence' }, { token: admin.token, key: randomUUID() });
    for (const sort of ['points', 'submitted_at', 'queue'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const whole = await list({ status: 'all', sort, order });
        expect(whole.reply).toMatchObject({ total: 5, points: 10_000 });
        expect(whole.reply.items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
        const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ status: 'all', sort, order, page, page_size: 2 })));
        expect(pages.flatMap(({ reply }) => reply.items)).toEqual(whole.reply.items);
        expect(pages.map(({ reply }) => [reply.total, reply.points])).toEqual(Array.from({ length: 4 }, () => [5, 10_000]));
      }
  });

  it('filters by points and age, and adds up the points of what matches', async () => {
    const [young, old] = [
      await createKnown({ points: 5_000, at: ago(HOUR_MS) }),
      await createKnown({ points: 2_000, at: ago(30 * HOUR_MS) }),
    ];
    expect(await idsOf({ points_min: 2_000, points_max: 4_999 })).toEqual([old]);
    expect(await idsOf({ points_min: 5_000 })).toEqual([young]);
    expect(await idsOf({ hours_min: 24 })).toEqual([old]);
    expect(await idsOf({ hours_min: 31 })).toEqual([]);
    expect((await list({ page_size: 1 })).reply).toMatchObject({ total: 2, points: 7_000 });
    expect((await list({ points_min: 2, points_max: 1 })).problem).toMatchObject({ code: 'invalid_query' });
    expect((await list({ from: '2026-11-02', to: '2026-11-01' })).problem).toMatchObject({ code: 'invalid_date' });
    for (const wrong of [
      { points_min: -1 },
      { points_max: 1e12 },
      { hours_min: 0 },
      { flag: 'nonsense' },
      { sort: 'email' },
      { from: '2026-02-30' },
    ])
      expect((await list(wrong as object)).status, JSON.stringify(wrong)).toBe(400);
  });

  it('tells those being sent from those sent, and finds them by the day of their payment', async () => {
    const [waiting, paid] = [await createKnown({ at: ago(2 * DAY_MS) }), await createKnown({ at: ago(2 * DAY_MS) })];
    for (const id of [waiting, paid]) expect((await approve(id)).status).toBe(200);
    await callApp(test.current.app, markWithdrawalSent, { id: paid, tx_hash: txHashOf('paid') }, { token: admin.token, key: randomUUID() });
    const today = TEST_NOW.slice(0, 10);
    expect(await idsOf({ status: 'being_sent', from: '2026-11-01' })).toEqual([waiting]);
    expect(await idsOf({ status: 'sent' })).toEqual([paid]);
    expect(await idsOf({ status: 'all', days: 'paid', from: today, to: today })).toEqual([paid]);
    expect(await idsOf({ status: 'all', days: 'paid', to: ago(DAY_MS).toISOString().slice(0, 10) })).toEqual([]);
    expect(await idsOf({ status: 'all', days: 'decided', from: today })).toEqual(expect.arrayContaining([waiting, paid]));
    expect(await idsOf({ status: 'all', from: today })).toEqual([]);
    expect(await idsOf({ status: 'all', q: txHashOf('paid') })).toEqual([paid]);
  });

  it('filters by each flag', async () => {
    const [ring, held, disabled, replaced] = await Promise.all(Array.from({ length: 4 }, () => createRedeemer(test.current, 5_000)));
    const ids = new Map<string, string>();
    for (const user of [ring!, held!, disabled!, replaced!]) ids.set(user.id, await createWithdrawal(test.current, user));
    await test.current.deps.db
      .insertInto('withdrawal_evidence')
      .values({ withdrawal_id: ids.get(ring!.id)!, step: 'requested', at: ago(0), flags: ['ring'], score: 4, reasons: '[]', accounts: [] })
      .execute();
    await change(held!, { redeem_held_until: new Date(Date.parse(TEST_NOW) + HOUR_MS) });
    await change(disabled!, { status: 'disabled' });
    await change(replaced!, { wallet_address: null });
    for (const [flag, user] of [
      ['ring', ring],
      ['on_hold', held],
      ['disabled', disabled],
      ['wallet_replaced', replaced],
    ] as const)
      expect(await idsOf({ flag, status: 'all' }), flag).toEqual([ids.get(user!.id)]);
    expect(await idsOf({ flag: 'concentrated_wins', status: 'all' })).toEqual([]);
  });

  it('shows each admin the second approvals that are left for them, and roles that approve nothing none', async () => {
    const id = await createWithdrawal(test.current, await createRedeemer(test.current));
    const needed = { work: 'second_approval' as const };
    expect(await idsOf(needed)).toEqual([]);
    expect((await approve(id)).reply.withdrawal.approvals).toMatchObject({ given: 1, needed: 2 });
    expect(await idsOf(needed)).toEqual([]);
    expect(await idsOf(needed, second)).toEqual([id]);
    expect(await idsOf(needed, await createAdmin(test.current, 'viewer'))).toEqual([]);
    await approve(id, second);
    expect(await idsOf(needed, second)).toEqual([]);
  });
});

describe('"I am looking at this"', () => {
  /** As a new admin sees it: sessions end while nobody does anything. */
  const assigneeOf = async (id: string) =>
    (await callApp(test.current.app, getReview, { id }, { token: (await createAdmin(test.current, 'viewer')).token })).reply.withdrawal
      .assignee;

  it('is shown to others for half an hour, and can be ended by who said it alone', async () => {
    const id = await createKnown();
    const { reply } = await assign(id);
    const assignee = { id: admin.id, email: admin.email, until: new Date(Date.parse(TEST_NOW) + 30 * MINUTE_MS).toISOString() };
    expect(reply).toEqual({ assignee });
    expect((await callApp(test.current.app, getReview, { id }, { token: second.token })).reply.withdrawal.assignee).toEqual(assignee);
    expect(await idsOf({ work: 'assigned' })).toEqual([id]);
    expect(await idsOf({ work: 'assigned' }, second)).toEqual([]);
    // Somebody else's "no longer" changes nothing.
    expect((await assign(id, false, second)).reply).toEqual({ assignee });
    test.current.clock.advance(30 * MINUTE_MS);
    expect(await assigneeOf(id)).toBeNull();
    second = await createAdmin(test.current, 'reviewer');
    await assign(id, true, second);
    expect(await idsOf({ work: 'assigned' }, second)).toEqual([id]);
    expect(await assigneeOf(id)).toMatchObject({ id: second.id });
    expect((await assign(id, false, second)).reply).toEqual({ assignee: null });
    expect(await assigneeOf(id)).toBeNull();
  });

  it('keeps nobody from deciding, and can be taken over', async () => {
    const id = await createKnown();
    await assign(id);
    expect((await assign(id, true, second)).reply.assignee).toMatchObject({ id: second.id });
    expect((await approve(id)).status).toBe(200);
  });

  it('is for those who decide, about what is still to be done', async () => {
    const id = await createKnown();
    for (const role of ['viewer', 'support'] as const)
      expect((await assign(id, true, await createAdmin(test.current, role))).problem.code).toBe('forbidden');
    expect((await assign(randomUUID())).problem.code).toBe('not_found');
    await callApp(test.current.app, rejectWithdrawal, { id, reason_code: 'other' }, { token: admin.token, key: randomUUID() });
    expect((await assign(id)).problem.code).toBe('already_decided');
  });

  it('is said by several at once without an error, and one of them is shown', async () => {
    const id = await createKnown();
    const said = await Promise.all([admin, second, admin, second].map((by) => assign(id, true, by)));
    expect(said.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([admin.id, second.id]).toContain((await assigneeOf(id))?.id);
  });
});

describe('notes about a withdrawal', () => {
  it('are seen by every admin in its history, counted in the list, and audited without their text', async () => {
    const id = await createKnown();
    const support = await createAdmin(test.current, 'support');
    const { status, reply } = await note(id, '  Spoke to them:\nthe wallet is theirs  ', support);
    expect([status, reply.event]).toMatchObject([
      201,
      { kind: 'noted', note: 'Spoke to them:\nthe wallet is theirs', admin: { id: support.id } },
    ]);
    await note(id, 'Agreed', second);
    const viewer = await createAdmin(test.current, 'viewer');
    const { events, withdrawal } = (await callApp(test.current.app, getReview, { id }, { token: viewer.token })).reply;
    expect(events.filter(({ kind }) => kind === 'noted').map(({ note: text }) => text)).toEqual([
      'Spoke to them:\nthe wallet is theirs',
      'Agreed',
    ]);
    expect(withdrawal.notes).toBe(2);
    const entries = await test.current.deps.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute();
    expect(entries.map(({ action }) => action)).toEqual(['withdrawal.note', 'withdrawal.note']);
    expect(JSON.stringify(entries)).not.toContain('wallet is theirs');
  });

  it('are refused for viewers, without text, when too long, and where nothing would erase them', async () => {
    const user = await createKnownRedeemer(test.current);
    const id = await createWithdrawal(test.current, user);
    expect((await note(id, 'x', await createAdmin(test.current, 'viewer'))).problem.code).toBe('forbidden');
    for (const text of ['', '  ', 'x'.repeat(1_001)]) expect((await note(id, text)).status).toBe(400);
    expect((await note(randomUUID(), 'x')).problem.code).toBe('not_found');
    await callApp(test.current.app, rejectWithdrawal, { id, reason_code: 'other' }, { token: admin.token, key: randomUUID() });
    expect((await note(id, 'after the decision')).status).toBe(201);
    await test.current.deps.db.updateTable('withdrawals').set({ wallet_address: null, contact: null }).where('id', '=', id).execute();
    expect((await note(id, 'x')).problem.code).toBe('not_found');
  });

  it('are never changed or removed', async () => {
    const id = await createKnown();
    await note(id, 'as it was');
    const { db } = test.current.deps;
    await expect(db.updateTable('withdrawal_events').set({ note: 'other' }).where('withdrawal_id', '=', id).execute()).rejects.toThrow();
    await expect(db.deleteFrom('withdrawal_events').where('withdrawal_id', '=', id).execute()).rejects.toThrow();
  });
});
