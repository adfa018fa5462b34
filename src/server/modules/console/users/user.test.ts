import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  adjustUser,
  getUser,
  setUserStatus,
  userBets,
  userBindings,
  userPoints,
  userReferrals,
  userSessions,
} from '#contract/admin-users.ts';
import { placeBet } from '#contract/bets.ts';
import { setLimit } from '#contract/play-limits.ts';
import { userChat, userLimits } from '#contract/user-records.ts';
import { HOUR_MS } from '#domain/time.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createChatMessage } from '#test/support/chat-rows.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp();

let viewer: TestAdmin;
let support: TestAdmin;
let finance: TestAdmin;
beforeAll(async () => {
  [viewer, support, finance] = [
    await createAdmin(test.current, 'support'),
    await createAdmin(test.current, 'support'),
    await createAdmin(test.current, 'finance'),
  ];
});

const token = () => ({ token: viewer.token });
const invite = (inviter: TestUser, invitees: readonly TestUser[]) =>
  test.current.deps.db
    .updateTable('users')
    .set({ invited_by: inviter.id })
    .where(
      'id',
      'in',
      invitees.map(({ id }) => id),
    )
    .execute();

describe("a user's page", () => {
  it('contains all single values', async () => {
    const user = await createUser(test.current, 120);
    const now = test.current.clock.now();
    const later = new Date(now.getTime() + HOUR_MS);
    const { db } = test.current.deps;
    await db
      .updateTable('users')
      .set({
        email_verified_at: now,
        redeem_held_until: later,
        deletion_due_at: later,
        totp_secret: Buffer.from('x'),
        totp_enabled_at: now,
      })
      .where('id', '=', user.id)
      .execute();
    await db.updateTable('user_stats').set({ experience: 260, played: 4, hits: 1, net_won: -30 }).where('user_id', '=', user.id).execute();
    await db
      .insertInto('exclusions')
      .values({ id: randomUUID(), user_id: user.id, kind: 'time_out', began_at: now, until: later })
      .execute();
    const { reply } = await callApp(test.current.app, getUser, { id: user.id }, token());
    expect(reply).toMatchObject({
      ...{ id: user.id, email: user.email, status: 'normal', points_balance: 120, points_held: 0, invitees: 0, referrer: null },
      ...{ email_verified_at: now.toISOString(), has_password: false, two_factor: true, wallet_address: null, status_change: null },
      stats: { level: 'bronze_iii', experience: 260, predictions_played: 4, hits: 1, net_won: -30 },
      ...{ redeem_held_until: later.toISOString(), deletion_due_at: later.toISOString() },
      exclusion: { kind: 'time_out', until: later.toISOString() },
    });
    expect(JSON.stringify(reply)).not.toMatch(/totp_secret|password_hash/);
  });

  it('contains who last disabled the user, and why', async () => {
    const user = await createUser(test.current);
    const set = (status: 'normal' | 'disabled', reason: string) =>
      callApp(test.current.app, setUserStatus, { id: user.id, status, reason }, { token: support.token });
    await set('disabled', 'many accounts');
    const { reply } = await callApp(test.current.app, getUser, { id: user.id }, token());
    const at = test.current.clock.now().toISOString();
    expect(reply.status_change).toEqual({ status: 'disabled', reason: 'many accounts', admin_email: support.email, at });
    await set('normal', 'it was the whole family');
    const after = await callApp(test.current.app, getUser, { id: user.id }, token());
    expect([after.reply.status, after.reply.status_change?.reason]).toEqual(['normal', 'it was the whole family']);
  });

  it.each([getUser, userPoints, userBets, userBindings, userSessions, userReferrals])(
    'returns 404 for a user who never existed: $path',
    async (endpoint) => {
      const { status, problem } = await callApp(test.current.app, endpoint, { id: randomUUID() }, token());
      expect([status, problem.code]).toEqual([404, 'not_found']);
    },
  );
});

describe("a user's history", () => {
  it('contains points and bets as their owner sees them, also for a disabled user', async () => {
    const user = await createUser(test.current, 500);
    const match = await createMatch(test.current.deps.db, { kickoffAt: new Date(test.current.clock.now().getTime() + HOUR_MS) });
    await createContest(test.current.deps.db, match, test.current.clock.now());
    const bet = { market: 'wdl', match_id: match, pick: 'home', stake: 50 } as const;
    expect((await callApp(test.current.app, placeBet, bet, { token: user.token, key: randomUUID() })).status).toBe(201);
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    const points = await callApp(test.current.app, userPoints, { id: user.id, type: 'debit' }, token());
    expect(points.reply).toMatchObject({ total: 1, items: [{ source: 'bet_stake', delta: -50, balance: 450, match: { id: match } }] });
    const bets = await callApp(test.current.app, userBets, { id: user.id, status: 'ongoing' }, token());
    expect(bets.reply).toMatchObject({ total: 1, items: [{ pick: 'home', stake: 50, match: { id: match } }] });
    expect((await callApp(test.current.app, userPoints, { id: user.id, page: 501 }, token())).problem.code).toBe('invalid_query');
  });

  it('contains contacts, linked sign-ins and past wallets', async () => {
    const user = await createUser(test.current);
    const { db } = test.current.deps;
    const now = test.current.clock.now();
    await db
      .insertInto('linked_accounts')
      .values({
        id: randomUUID(),
        user_id: user.id,
        type: 'google',
        subject: `g${user.id}`,
        identifier: 'a@gmail.com',
        created_at: now,
        verified_at: now,
      })
      .execute();
    for (const wallet of ['TFirst', 'TSecond']) {
      const set = { wallet_address: `${wallet}${user.id}`, wallet_changed_at: now, phone: '+4915700000', phone_verified_at: now };
      await db.updateTable('users').set(set).where('id', '=', user.id).execute();
    }
    const { reply } = await callApp(test.current.app, userBindings, { id: user.id }, token());
    expect(reply).toMatchObject({
      ...{
        email: { address: user.email, verified_at: expect.any(String) },
        phone: { number: '+4915700000', verified_at: now.toISOString() },
      },
      linked_accounts: [{ type: 'google', identifier: 'a@gmail.com', subject: `g${user.id}`, reachable: false }],
      ...{ wallet: { address: `TSecond${user.id}`, since: now.toISOString() }, past_wallets: [`TFirst${user.id}`], two_factor_since: null },
    });
  });

  it('contains present and past sessions, active ones first', async () => {
    const user = await createUser(test.current);
    const { db } = test.current.deps;
    const now = test.current.clock.now();
    await db
      .insertInto('sessions')
      .values({
        ...{ id: randomUUID(), user_id: user.id, remember: true, created_at: now, last_seen_at: new Date(now.getTime() + 1) },
        ...{ expires_at: now, ended_at: now, ended_because: 'logout', ip: '2001:db8::1', device_id: randomUUID() },
      })
      .execute();
    const { reply } = await callApp(test.current.app, userSessions, { id: user.id }, token());
    expect(reply.total).toBe(2);
    expect(reply.items.map(({ ended_because, ip }) => [ended_because, ip])).toEqual([
      [null, null],
      ['logout', '2001:db8::1'],
    ]);
  });
});

describe('the tree of invites', () => {
  it('has three levels up and down, latest first, each parent before its children', async () => {
    const next = () => {
      test.current.clock.advance(1_000);
      return createUser(test.current);
    };
    const chain = [await next(), await next(), await next(), await next(), await next(), await next(), await next(), await next()] as const;
    const [, third, second, first, user, child, grandchild, great] = chain;
    for (const [i, inviter] of chain.slice(0, -1).entries()) await invite(inviter, [chain[i + 1]!]);
    const other = await next();
    await invite(user, [other]);
    await invite(great, [await createUser(test.current)]);
    await test.current.deps.db
      .insertInto('invite_rewards')
      .values({
        ...{ invitee_id: child.id, inviter_id: user.id, state: 'in_review', reasons: ['device'] },
        ...{ qualified_at: test.current.clock.now(), created_at: test.current.clock.now() },
      })
      .execute();
    const { reply } = await callApp(test.current.app, userReferrals, { id: user.id }, token());
    expect(reply.referrers.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    expect(
      reply.invitees.map(({ id, level, invited_by, invite_status, invitees }) => [id, level, invited_by, invite_status, invitees]),
    ).toEqual([
      [other.id, 1, user.id, 'registered', 0],
      [child.id, 1, user.id, 'in_review', 1],
      [grandchild.id, 2, child.id, 'registered', 1],
      [great.id, 3, grandchild.id, 'registered', 1],
    ]);
  });

  it('contains only the latest invitees of each user, and their total number', async () => {
    const user = await createUser(test.current);
    const children = await Promise.all(Array.from({ length: 60 }, () => createUser(test.current)));
    await invite(user, children);
    const grandchildren = await Promise.all(Array.from({ length: 25 }, () => createUser(test.current)));
    await invite(children[0]!, grandchildren);
    await test.current.deps.db
      .updateTable('users')
      .set({ created_at: new Date(test.current.clock.now().getTime() + HOUR_MS) })
      .where('id', '=', children[0]!.id)
      .execute();
    const { reply } = await callApp(test.current.app, userReferrals, { id: user.id }, token());
    expect(reply.invitees.filter(({ level }) => level === 1)).toHaveLength(50);
    expect(reply.invitees[0]).toMatchObject({ id: children[0]!.id, invitees: 25 });
    expect(reply.invitees.filter(({ level }) => level === 2)).toHaveLength(20);
  });
});

describe('the CSV of users', () => {
  const read = async (query: string, admin = finance) => {
    const headers = { Authorization: `Bearer ${admin.token}` };
    const response = await test.current.app.request(`/api/admin/users/export.csv${query}`, { headers });
    return { response, text: Buffer.from(await response.arrayBuffer()).toString('utf8') };
  };

  it('contains every user of the filters once, in the order of registration, with formulas neutralised, and is audited', async () => {
    const { db } = test.current.deps;
    for (const name of ['=cmd()', '@b, "quoted"']) {
      const user = await createUser(test.current, 5);
      await db
        .updateTable('users')
        .set({ display_name: name, email: `filed${user.id}@x.example` })
        .where('id', '=', user.id)
        .execute();
    }
    const { response, text } = await read('?q=FILED');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('users.csv');
    expect(text.startsWith('\uFEFFid,email,')).toBe(true);
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines.slice(1).map((line) => /'=cmd\(\)|"'@b, ""quoted"""/.test(line))).toEqual([true, true]);
    const audit = await db.selectFrom('audit_log').selectAll().where('action', '=', 'users.export').execute();
    expect(audit).toMatchObject([{ admin_id: finance.id, after: { q: 'FILED', status: null } }]);
  });

  it('contains all users, however many chunks that takes', async () => {
    await Promise.all(Array.from({ length: 1_100 }, () => createUser(test.current)));
    const { text } = await read('');
    const ids = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    const all = await test.current.deps.db.selectFrom('users').select('id').orderBy('created_at').orderBy('id').execute();
    expect(ids).toEqual(all.map(({ id }) => id));
  });

  it('is for admins who may move points only', async () => {
    for (const admin of [viewer, support]) expect((await read('', admin)).response.status).toBe(403);
  });
});

describe('the records of a user', () => {
  it('say who gave or took points and why, for roles that may see nothing else as well', async () => {
    const user = await createUser(test.current, 1_000);
    const give = { id: user.id, delta: 500, source: 'manual_adjust', reason: 'Prize of the week', note: 'Well done' } as const;
    await callApp(test.current.app, adjustUser, give, { token: finance.token, key: randomUUID() });
    const { reply } = await callApp(test.current.app, userPoints, { id: user.id }, token());
    const [given, ...others] = reply.items;
    expect(given).toMatchObject({
      ...{ source: 'manual_adjust', delta: 500, note: 'Well done' },
      adjustment: { reason: 'Prize of the week', admin: { id: finance.id, email: finance.email }, approved_by: null },
    });
    expect(others.every(({ source, adjustment }) => (source === 'manual_adjust') === (adjustment !== null) || adjustment === null)).toBe(
      true,
    );
  });

  it('include limits and times away from play, also past ones', async () => {
    const user = await createUser(test.current);
    const [now, { db }] = [test.current.clock.now(), test.current.deps];
    await callApp(test.current.app, setLimit, { kind: 'stake', period: 'day', amount: 300 }, { token: user.token });
    const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
    const [past, present] = [randomUUID(), randomUUID()];
    await db
      .insertInto('exclusions')
      .values([
        { id: past, user_id: user.id, kind: 'time_out', began_at: at(-72), until: at(-24) },
        { id: present, user_id: user.id, kind: 'self_exclusion', began_at: at(-1), until: at(9_000), follows: past },
      ])
      .execute();
    const { reply } = await callApp(test.current.app, userLimits, { id: user.id }, token());
    expect(reply.limits.find(({ kind, period }) => kind === 'stake' && period === 'day')).toMatchObject({ amount: 300, used: 0 });
    expect(reply.exclusions).toEqual([
      { kind: 'self_exclusion', began_at: at(-1).toISOString(), until: at(9_000).toISOString(), is_carried: true },
      { kind: 'time_out', began_at: at(-72).toISOString(), until: at(-24).toISOString(), is_carried: false },
    ]);
    expect(reply.exclusion).toMatchObject({ kind: 'self_exclusion' });
    expect((await callApp(test.current.app, userLimits, { id: randomUUID() }, token())).problem.code).toBe('not_found');
  });

  it('include messages in the chat, also removed ones, newest first and page by page', async () => {
    const [user, other] = [await createUser(test.current), await createUser(test.current)];
    const matchId = await createMatch(test.current.deps.db, { kickoffAt: test.current.clock.now() });
    const ids = [
      await createChatMessage(test.current, user, { matchId, text: 'first' }),
      await createChatMessage(test.current, user, { matchId, text: 'held', isHeld: true }),
    ];
    await createChatMessage(test.current, other, { matchId, text: 'of another user' });
    const page = async (number: number) =>
      (await callApp(test.current.app, userChat, { id: user.id, page: number, page_size: 1 }, token())).reply;
    expect((await page(1)).items).toMatchObject([{ message: { id: ids[1], text: 'held', removed: 'hidden' }, match: { id: matchId } }]);
    expect(await page(2)).toMatchObject({ total: 2, items: [{ message: { id: ids[0], text: 'first', removed: null } }] });
    expect((await callApp(test.current.app, userChat, { id: user.id, page: 101, page_size: 100 }, token())).problem.code).toBe(
      'invalid_query',
    );
    expect((await callApp(test.current.app, userChat, { id: randomUUID() }, token())).problem.code).toBe('not_found');
  });
});
