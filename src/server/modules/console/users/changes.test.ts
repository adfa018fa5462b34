import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { getOverview } from '#contract/account.ts';
import { addUserNote, endUserSessions, setUserStatus, userNotes } from '#contract/admin-users.ts';
import { placeBet } from '#contract/bets.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { PASSWORD, signIn, signUp } from '#test/support/sign-in.ts';

const test = useTestApp();

let viewer: TestAdmin;
let support: TestAdmin;
beforeAll(async () => {
  [viewer, support] = [await createAdmin(test.current, 'viewer'), await createAdmin(test.current, 'support')];
});

const setStatus = (id: string, status: 'normal' | 'disabled', reason = 'many accounts', admin = support) =>
  callApp(test.current.app, setUserStatus, { id, status, reason }, { token: admin.token });
const endSessions = (id: string, reason = 'a lost phone', admin = support) =>
  callApp(test.current.app, endUserSessions, { id, reason }, { token: admin.token });
const overview = (user: { token: string }) => callApp(test.current.app, getOverview, {}, { token: user.token });
const auditOf = (id: string) =>
  test.current.deps.db
    .selectFrom('audit_log')
    .select(['action', 'admin_id', 'before', 'after', 'reason'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

async function createOpenMatch(): Promise<number> {
  const match = await createMatch(test.current.deps.db, { kickoffAt: new Date(test.current.clock.now().getTime() + 3_600_000) });
  await createContest(test.current.deps.db, match, test.current.clock.now());
  return match;
}
const stake = (user: TestUser, match: number) =>
  callApp(
    test.current.app,
    placeBet,
    { market: 'wdl', match_id: match, pick: 'home', stake: 10 },
    { token: user.token, key: randomUUID() },
  );

describe('disabling a user', () => {
  it('ends all sessions at once and rejects sign-in until the user is enabled again', async () => {
    const { reply } = await signUp(test.current);
    const user = { id: reply.user.id, token: reply.access };
    expect((await overview(user)).status).toBe(200);
    expect((await setStatus(user.id, 'disabled')).reply).toEqual({ status: 'disabled', sessions_ended: 1 });
    expect((await overview(user)).problem.code).toBe('session_expired');
    const credentials = { email: reply.user.email, password: PASSWORD };
    expect((await signIn(test.current, credentials)).problem.code).toBe('account_disabled');
    expect((await setStatus(user.id, 'normal', 'it was a mistake')).reply).toEqual({ status: 'normal', sessions_ended: 0 });
    expect((await signIn(test.current, credentials)).status).toBe(200);
    expect(await auditOf(user.id)).toEqual([
      {
        ...{ action: 'user.disable', admin_id: support.id, reason: 'many accounts' },
        ...{ before: { status: 'normal' }, after: { status: 'disabled', sessions_ended: 1 } },
      },
      {
        ...{ action: 'user.enable', admin_id: support.id, reason: 'it was a mistake' },
        ...{ before: { status: 'disabled' }, after: { status: 'normal', sessions_ended: 0 } },
      },
    ]);
    expect(test.current.published.at(-1)).toEqual({ topic: `me:${user.id}`, change: { t: 'account' } });
  });

  it('lets no stake through afterwards, however many arrive at once', async () => {
    const [user, match] = [await createUser(test.current, 10_000), await createOpenMatch()];
    const bets = Array.from({ length: 40 }, () => stake(user, match));
    const [, ...answers] = await Promise.all([setStatus(user.id, 'disabled'), ...bets]);
    const refused = new Set(answers.flatMap(({ status, problem }) => (status === 201 ? [] : problem.code)));
    for (const code of refused) expect(['account_disabled', 'session_expired']).toContain(code);
    // A token that another process still accepts is rejected because of the status.
    const fresh = await createUser(test.current, 100);
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', fresh.id).execute();
    expect((await stake(fresh, match)).problem.code).toBe('account_disabled');
  });

  it('is accepted once, with a reason, for a user who exists', async () => {
    const user = await createUser(test.current);
    expect((await setStatus(user.id, 'disabled', ' ')).problem.code).toBe('reason_required');
    expect((await setStatus(user.id, 'normal')).problem.code).toBe('already_decided');
    const answers = await Promise.all(Array.from({ length: 5 }, () => setStatus(user.id, 'disabled')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await auditOf(user.id)).toHaveLength(1);
    await test.current.deps.db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
    for (const id of [user.id, randomUUID()]) expect((await setStatus(id, 'normal')).problem.code).toBe('not_found');
  });

  it('is forbidden for a viewer', async () => {
    const user = await createUser(test.current);
    expect((await setStatus(user.id, 'disabled', 'why not', viewer)).problem.code).toBe('forbidden');
    expect((await endSessions(user.id, 'why not', viewer)).problem.code).toBe('forbidden');
  });
});

describe('ending a user’s sessions', () => {
  it('signs the user out everywhere and allows a new sign-in', async () => {
    const { reply } = await signUp(test.current);
    await signIn(test.current, { email: reply.user.email });
    expect((await endSessions(reply.user.id)).reply).toEqual({ ended: 2 });
    expect((await overview({ token: reply.access })).problem.code).toBe('session_expired');
    expect((await signIn(test.current, { email: reply.user.email })).status).toBe(200);
    expect(await auditOf(reply.user.id)).toMatchObject([
      { action: 'user.end_sessions', after: { sessions_ended: 2 }, reason: 'a lost phone' },
    ]);
    expect((await endSessions(randomUUID())).problem.code).toBe('not_found');
    expect((await endSessions(reply.user.id, '')).problem.code).toBe('reason_required');
  });
});

describe('notes about a user', () => {
  const add = (id: string, text: string, admin = support) => callApp(test.current.app, addUserNote, { id, text }, { token: admin.token });

  it('are written by supporters and read by every admin, latest first', async () => {
    const user = await createUser(test.current);
    const { status, reply } = await add(user.id, ' called, sounded calm ');
    expect([status, reply.note]).toEqual([
      201,
      {
        ...{ id: expect.any(String), admin: { id: support.id, email: support.email } },
        ...{ text: 'called, sounded calm', created_at: test.current.clock.now().toISOString() },
      },
    ]);
    test.current.clock.advance(1_000);
    await add(user.id, 'called again');
    const { reply: read } = await callApp(test.current.app, userNotes, { id: user.id }, { token: viewer.token });
    expect([read.total, read.items.map(({ text }) => text)]).toEqual([2, ['called again', 'called, sounded calm']]);
    expect(await auditOf(user.id)).toMatchObject([{ action: 'user.note', after: { note_id: reply.note.id } }, { action: 'user.note' }]);
  });

  it.each([
    ['', 'invalid_payload'],
    ['x'.repeat(2_001), 'invalid_payload'],
  ])('are rejected if blank or too long', async (text, code) => {
    const user = await createUser(test.current);
    expect((await add(user.id, text)).problem.code).toBe(code);
  });

  it('are rejected from a viewer and for an erased user', async () => {
    const user = await createUser(test.current);
    expect((await add(user.id, 'hm', viewer)).problem.code).toBe('forbidden');
    await test.current.deps.db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
    expect((await add(user.id, 'hm')).problem.code).toBe('not_found');
  });
});
