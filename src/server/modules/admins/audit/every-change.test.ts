import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginAdminTwoFactor } from '#contract/admin-auth.ts';
import { adjustUser } from '#contract/admin-users.ts';
import { muteUser, removeChatMessage, setChatWord } from '#contract/chat-moderation.ts';
import { createFixture, settleContest } from '#contract/contest-admin.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { makeBatch } from '#contract/payout-batches.ts';
import { approveWithdrawal, markWithdrawalSent } from '#contract/withdrawal-review.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { createAdmin, createOperator, OPERATOR_PASSWORD, openConsole, type TestAdmin, turnOnFactor } from '#test/support/admins.ts';
import { makeKey } from '#test/support/api-keys.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { createChatAppeal, createChatMessage } from '#test/support/chat-rows.ts';
import { createContest, createMatch, createUser } from '#test/support/factories.ts';
import { shownBy } from '#test/support/second-factor.ts';
import { createKnownRedeemer, createWithdrawal, txHashOf } from '#test/support/withdrawals.ts';

/*
 * Every change by an admin, and every file that they download, writes exactly one row to the audit log, in their name. The test looks up a
 * case below for each mounted endpoint: a new endpoint fails until it has one.
 */

/** A successful call of an endpoint. */
interface Call {
  input: Record<string, unknown>;
  /** The caller, if not the super of the test; null if not signed in yet. */
  by?: { id: string; token: string | null };
}

/** The test app and its admins. */
interface World {
  test: TestApp;
  /** The calling super, with a second factor. */
  admin: TestAdmin;
  /** Another super, for actions that require two admins. */
  second: TestAdmin;
}

const reason = 'because it is so';
const ownPassword = { password: OPERATOR_PASSWORD };

/** One entry per endpoint: creates the subject, and returns the input of the call. */
const CASES: Record<string, (world: World) => Promise<Call>> = {
  'POST /api/admin/auth/login': async ({ test }) => {
    const { id, email } = await createOperator(test, 'viewer');
    return { input: { email, ...ownPassword }, by: { id, token: null } };
  },
  'POST /api/admin/auth/step-up': async ({ test }) => {
    const { by, input } = await withFactor(test);
    return { by, input: { totp: input.totp } };
  },
  'POST /api/admin/auth/password': async ({ test }) => ({
    ...(await signedIn(test)),
    input: { current: OPERATOR_PASSWORD, password: 'Another7Horse', password_confirm: 'Another7Horse' },
  }),
  'POST /api/admin/auth/two-factor': async ({ test }) => ({ ...(await signedIn(test)), input: ownPassword }),
  'POST /api/admin/auth/two-factor/confirm': async ({ test }) => {
    const { by, browser } = await signedIn(test);
    const { secret } = (await browser.send(beginAdminTwoFactor, ownPassword)).reply;
    return { by, input: { totp: shownBy({ secret }, test.clock.now()) } };
  },
  'POST /api/admin/auth/two-factor/recovery-codes': async ({ test }) => withFactor(test),
  'POST /api/admin/auth/two-factor/disable': async ({ test }) => withFactor(test),
  'PUT /api/admin/account/alerts': async () => ({ input: { locale: 'vi', off: ['feed_silent'], by: ['email'] } }),
  'DELETE /api/admin/account/alerts/telegram': async ({ test, admin }) => {
    const chat = { admin_id: admin.id, subject: randomUUID(), name: '@boss', reachable: true, linked_at: test.clock.now() };
    await test.deps.db.insertInto('admin_telegram_chats').values(chat).execute();
    return { input: {} };
  },
  'POST /api/admin/admins': async () => ({ input: { email: 'new@ops.example', role: 'viewer' } }),
  'POST /api/admin/admins/:id/role': async ({ second }) => ({ input: { id: second.id, role: 'viewer', reason } }),
  'POST /api/admin/admins/:id/status': async ({ second }) => ({ input: { id: second.id, status: 'disabled', reason } }),
  'POST /api/admin/admins/:id/end-sessions': async ({ second }) => ({ input: { id: second.id } }),
  'POST /api/admin/admins/:id/reset': async ({ second }) => ({ input: { id: second.id, reason } }),
  'POST /api/admin/withdrawals/:id/approve': async ({ test }) => ({ input: { id: await askedFor(test) } }),
  'POST /api/admin/withdrawals/:id/reject': async ({ test }) => ({ input: { id: await askedFor(test), reason_code: 'evidence' } }),
  'POST /api/admin/withdrawals/:id/sent': async (world) => ({ input: { id: await approvedBySecond(world), tx_hash: txHashOf('paid') } }),
  'POST /api/admin/withdrawals/:id/return': async (world) => ({ input: { id: await approvedBySecond(world), reason } }),
  'POST /api/admin/withdrawals/:id/hash': async (world) => ({
    input: { id: await sentBySecond(world), tx_hash: txHashOf('right'), reason },
  }),
  'POST /api/admin/withdrawals/:id/assign': async ({ test }) => ({ input: { id: await askedFor(test), on: true } }),
  'POST /api/admin/withdrawals/:id/notes': async ({ test }) => ({ input: { id: await askedFor(test), text: 'called' } }),
  'POST /api/admin/payouts': async (world) => ({ input: { withdrawal_ids: [await approvedBySecond(world)] } }),
  'POST /api/admin/payouts/:id/take-over': async (world) => ({ input: { id: (await batchOf(world, world.second)).id, reason } }),
  'POST /api/admin/payouts/:id/dissolve': async (world) => ({ input: { id: (await batchOf(world)).id, reason } }),
  'POST /api/admin/payouts/:id/release': async (world) => {
    const { id, withdrawal_id } = await batchOf(world);
    return { input: { id, withdrawal_id, reason } };
  },
  'GET /api/admin/payouts/:id/file.csv': async (world) => ({ input: { id: (await batchOf(world)).id } }),
  'POST /api/admin/payouts/:id/hashes': async (world) => {
    const { id, withdrawal_id } = await batchOf(world);
    return { input: { id, csv: `reference,tx_hash\n${withdrawal_id},${txHashOf(id)}` } };
  },
  'POST /api/admin/treasury/transfers/:id/explain': async ({ test }) => {
    const [id, at] = [randomUUID(), test.clock.now()];
    const row = { id, tx_hash: txHashOf(id), log_index: 0, to_wallet: 'T', amount: '1.5', block_at: at, found_at: at };
    await test.deps.db.insertInto('treasury_transfers').values(row).execute();
    return { input: { id, reason } };
  },
  'GET /api/admin/withdrawals/export.csv': async () => ({ input: {} }),
  'GET /api/admin/trends.csv': async () => ({ input: {} }),
  'POST /api/admin/ledger/proof': async () => ({ input: {} }),
  'PUT /api/admin/switches': async () => ({ input: { name: 'chat', is_on: false, reason } }),
  'PUT /api/admin/notice': async () => ({ input: { tone: 'info', en: 'Hello', zh_cn: '', vi: '', shown_until: null, reason } }),
  'POST /api/admin/users/:id/status': async ({ test }) => ({ input: { id: (await createUser(test)).id, status: 'disabled', reason } }),
  'POST /api/admin/users/:id/sessions/end': async ({ test }) => ({ input: { id: (await createUser(test)).id, reason } }),
  'POST /api/admin/users/:id/api-keys/:key_id/revoke': async ({ test }) => {
    const user = await createUser(test);
    return { input: { id: user.id, key_id: (await makeKey(test, user)).id, reason } };
  },
  'POST /api/admin/users/:id/notes': async ({ test }) => ({ input: { id: (await createUser(test)).id, text: 'called' } }),
  'POST /api/admin/users/:id/adjust': async ({ test }) => ({ input: { ...adjusted(await createUser(test)), delta: 1 } }),
  'GET /api/admin/audit/export.jsonl': async () => ({ input: {} }),
  'GET /api/admin/users/export.csv': async () => ({ input: {} }),
  'POST /api/admin/approvals/:id/approve': async (world) => ({ input: { id: await askedBySecond(world) } }),
  'POST /api/admin/approvals/:id/reject': async (world) => ({ input: { id: await askedBySecond(world) } }),
  'POST /api/admin/approvals/:id/withdraw': async (world) => ({ input: { id: await askedBySecond(world) }, by: world.second }),
  'POST /api/admin/invite-reviews/:invitee_id': async ({ test }) => ({
    input: { invitee_id: await heldInvitee(test), decision: 'refuse', reason },
  }),
  'POST /api/admin/exclusion-reviews/:user_id/:exclusion_id': async ({ test }) => ({
    input: { ...(await openExclusionReview(test)), decision: 'exclude', reason },
  }),
  'POST /api/admin/contests/:id/settle': async ({ test }) => ({ input: { id: await playedContest(test), ...oneNil } }),
  'POST /api/admin/contests/:id/resettle': async ({ test, second }) => {
    const id = await playedContest(test);
    await callApp(test.app, settleContest, { id, ...oneNil, away_score: 1 }, { token: second.token, key: randomUUID() });
    return { input: { id, ...oneNil } };
  },
  'POST /api/admin/fixtures': async () => ({ input: newFixture() }),
  'PATCH /api/admin/fixtures/:id': async ({ test, second }) => {
    const { reply } = await callApp(test.app, createFixture, newFixture(), { token: second.token });
    return { input: { id: reply.fixture.id, status: 'pst', reason } };
  },
  'POST /api/admin/quarantine/:id/accept': async ({ test }) => ({ input: { id: await refusedScore(test), reason } }),
  'POST /api/admin/quarantine/:id/drop': async ({ test }) => ({ input: { id: await refusedScore(test), reason } }),
  'POST /api/admin/chat/messages/:id/remove': async ({ test }) => ({ input: { id: await heldMessage(test), reason } }),
  'POST /api/admin/chat/messages/:id/keep': async ({ test }) => ({ input: { id: await heldMessage(test), reason } }),
  'POST /api/admin/chat/messages/:id/restore': async ({ test, second }) => {
    const id = await heldMessage(test);
    await callApp(test.app, removeChatMessage, { id, reason }, { token: second.token });
    return { input: { id, reason } };
  },
  'POST /api/admin/chat/mutes': async ({ test }) => ({ input: { user_id: (await createUser(test)).id, hours: 24, reason } }),
  'POST /api/admin/chat/mutes/:id/lift': async (world) => ({ input: { id: await mutedBySecond(world), reason } }),
  'POST /api/admin/chat/appeals/:id/accept': async (world) => ({ input: { id: await appealedMute(world), reason } }),
  'POST /api/admin/chat/appeals/:id/refuse': async (world) => ({ input: { id: await appealedMute(world), reason } }),
  'POST /api/admin/chat/words': async () => ({ input: { locale: 'en', word: randomUUID(), action: 'mask' } }),
  'DELETE /api/admin/chat/words/:id': async ({ test, second }) => {
    const word = { locale: 'en', word: randomUUID(), action: 'hold' } as const;
    return { input: { id: (await callApp(test.app, setChatWord, word, { token: second.token })).reply.word.id } };
  },
  'POST /api/admin/contests/:id/void': async ({ test }) => ({ input: { id: await playedContest(test), reason } }),
};

/** Creates a message that a blocked word holds back. */
const heldMessage = async (test: TestApp) =>
  createChatMessage(test, await createUser(test), {
    matchId: await createMatch(test.deps.db, { kickoffAt: test.deps.now() }),
    isHeld: true,
  });

/** Creates a mute by the other admin. */
async function mutedBySecond({ test, second }: World): Promise<string> {
  const wish = { user_id: (await createUser(test)).id, hours: 24, reason } as const;
  return (await callApp(test.app, muteUser, wish, { token: second.token })).reply.mute.id;
}

const appealedMute = async (world: World) => createChatAppeal(world.test, await mutedBySecond(world));

const oneNil = { home_score: 1, away_score: 0, reason };

const adjusted = ({ id }: { id: string }) => ({ id, source: 'manual_adjust', reason }) as const;

/** Creates an adjustment that waits for another admin. */
async function askedBySecond({ test, second }: World): Promise<string> {
  const wish = { ...adjusted(await createUser(test)), delta: 1_000_000 };
  const { reply } = await callApp(test.app, adjustUser, wish, { token: second.token, key: randomUUID() });
  return reply.approval!.id;
}

/** Creates an invitee whose invite is held for review. */
async function heldInvitee(test: TestApp): Promise<string> {
  const [inviter, invitee, at] = [await createUser(test), await createUser(test), test.clock.now()];
  const held = { state: 'in_review', reasons: ['ip'], qualified_at: at, created_at: at };
  await test.deps.db
    .insertInto('invite_rewards')
    .values({ invitee_id: invitee.id, inviter_id: inviter.id, ...held })
    .execute();
  return invitee.id;
}

/** Creates a self-exclusion of one user that may apply to another. */
async function openExclusionReview({ deps }: TestApp): Promise<{ user_id: string; exclusion_id: string }> {
  const [owner, user, created_at] = [await createUser({ deps }), await createUser({ deps }), deps.now()];
  const [exclusion_id, until] = [randomUUID(), new Date(created_at.getTime() + 86_400_000)];
  const exclusion = { id: exclusion_id, user_id: owner.id, kind: 'self_exclusion', began_at: created_at, until };
  await deps.db.insertInto('exclusions').values(exclusion).execute();
  const review = { user_id: user.id, exclusion_id, reason: 'wallet', until, created_at };
  await deps.db.insertInto('exclusion_reviews').values(review).execute();
  return { user_id: user.id, exclusion_id };
}

/** Creates an unsettled contest whose match has ended. */
async function playedContest({ deps }: TestApp): Promise<string> {
  const kickoffAt = new Date(deps.now().getTime() - 3 * 3_600_000);
  return createContest(deps.db, await createMatch(deps.db, { kickoffAt, status: 'ft', score: [1, 0] }), deps.now());
}

/** A match of two unknown teams, in a day. */
const newFixture = () => ({
  league: { name: 'Sunday League', sport: 'football' as const, draw_possible: true },
  ...{ season: '2026', round: 'Round 1', kickoff_at: new Date(Date.parse(TEST_NOW) + 86_400_000).toISOString(), reason },
  ...{ home: { name: randomUUID() }, away: { name: randomUUID() } },
});

/** Creates a score from a feed that dropped too far to be accepted; returns the row's id. */
async function refusedScore({ deps }: TestApp): Promise<number> {
  const now = deps.now();
  const matchId = await createMatch(deps.db, { kickoffAt: now, status: 'h1', score: [3, 0] });
  const feedId = randomUUID();
  await deps.db.insertInto('feed_ids').values({ feed: 'test', kind: 'match', feed_id: feedId, id: matchId }).execute();
  const score = { home: 0, away: 0, halftime: null, fulltime: null, extratime: null, penalty: null };
  const told = { kind: 'status', matchId: feedId, status: 'h1', minute: 9, stoppage: null, period: null, score, seenAt: now } as const;
  expect((await importUpdates(deps, 'test', [told])).refused).toHaveLength(1);
  const { id } = await deps.db.selectFrom('quarantine').select('id').where('feed_id', '=', feedId).executeTakeFirstOrThrow();
  return id;
}

/** Endpoints whose changes are not worth recording. */
const UNRECORDED: Record<string, string> = {
  'POST /api/admin/auth/refresh': 'the same session goes on, every ten minutes',
  'POST /api/admin/auth/logout': 'without a cookie nothing ends; with one it is written down (test/attacks/console-sign-ins.test.ts)',
  'POST /api/admin/account/alerts/telegram': 'a link for the bot, which changes nothing until the chat is linked, which is recorded',
  'POST /api/admin/auth/active': 'somebody typed or clicked, once a minute',
  'POST /api/admin/account/lists/:list/views': 'what an admin looks at themselves; it changes nothing for anybody else',
  'PATCH /api/admin/account/views/:id': 'the same',
  'DELETE /api/admin/account/views/:id': 'the same',
  'PUT /api/admin/account/lists/:list/columns': 'the same',
};

/** Creates an operator who is signed in with a browser, for changes of their own account. */
async function signedIn(test: TestApp) {
  const { id, email } = await createOperator(test, 'viewer');
  const browser = openConsole(test, email);
  await browser.login();
  return { browser, by: { id, token: browser.token() } };
}

async function withFactor(test: TestApp): Promise<Call> {
  const { browser, by } = await signedIn(test);
  const { recoveryCodes } = await turnOnFactor(test, browser);
  return { by, input: { ...ownPassword, totp: recoveryCodes[0] } };
}

const askedFor = async (test: TestApp) => createWithdrawal(test, await createKnownRedeemer(test));

async function approvedBySecond({ test, second }: World): Promise<string> {
  const id = await askedFor(test);
  await callApp(test.app, approveWithdrawal, { id }, { token: second.token, key: randomUUID() });
  return id;
}

/** Creates a batch of one payout. */
async function batchOf(world: World, { token } = world.admin) {
  const withdrawal_id = await approvedBySecond(world);
  const { reply } = await callApp(world.test.app, makeBatch, { withdrawal_ids: [withdrawal_id] }, { token, key: randomUUID() });
  return { id: reply.batch.id, withdrawal_id };
}

async function sentBySecond(world: World): Promise<string> {
  const id = await approvedBySecond(world);
  const wish = { id, tx_hash: txHashOf(id) };
  await callApp(world.test.app, markWithdrawalSent, wish, { token: world.second.token, key: randomUUID() });
  return id;
}

// Created here rather than in a hook: each endpoint has its own test below, and tests are named before any hook runs.
// PUBLIC_URL makes this no demo, as in the demo payouts cannot be marked as sent.
const current: TestApp = await createTestApp({ PUBLIC_URL: 'https://matchpoint.example' });
const changing = mountedOn(current.app).filter(
  ({ method, path, produces }) => path.startsWith('/api/admin/') && (method !== 'GET' || produces !== undefined),
);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

let world: World;
beforeAll(() => () => current.database.drop());
beforeEach(async () => {
  current.clock.set(TEST_NOW);
  world = { test: current, admin: await createAdmin(current, 'super'), second: await createAdmin(current, 'super') };
});

const entries = () => current.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

describe('a change in the console', () => {
  const recorded = changing
    .filter((endpoint) => !(nameOf(endpoint) in UNRECORDED))
    .map((endpoint) => [nameOf(endpoint), endpoint] as const);

  it.each(recorded)('%s writes one row to the audit log', async (name, endpoint) => {
    const prepare = CASES[name];
    if (!prepare) throw new Error(`${name} has no case: add to CASES a call that succeeds`);
    const { input, by = world.admin } = await prepare(world);
    const before = await entries();
    const answer = await callApp(current.app, endpoint, input, { token: by.token ?? undefined, key: randomUUID() });
    expect({ status: answer.status, code: answer.problem?.code }).toEqual({ status: endpoint.status ?? 200, code: undefined });
    const fresh = (await entries()).slice(before.length);
    expect(fresh, name).toHaveLength(1);
    expect(fresh[0]).toMatchObject({ admin_id: by.id, ip: '127.0.0.1', created_at: current.clock.now() });
    expect(fresh[0]!.action).toMatch(/^[a-z_]+\.[a-z_]+$/);
  });

  it('has cases for mounted endpoints only', () => {
    const names = changing.map(nameOf);
    expect([...Object.keys(CASES), ...Object.keys(UNRECORDED)].filter((name) => !names.includes(name))).toEqual([]);
  });
});
