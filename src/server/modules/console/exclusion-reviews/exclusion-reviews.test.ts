import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { decideExclusionReview, listExclusionReviews } from '#contract/user-reviews.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp({ FEED: 'none' });
const db = () => test.current.deps.db;
const now = () => test.current.clock.now();

let reviewer: TestAdmin;
beforeAll(async () => {
  reviewer = await createAdmin(test.current, 'reviewer');
});

interface Waiting {
  owner: TestUser;
  user: TestUser;
  exclusionId: string;
  until: Date;
}

/** Creates a self-exclusion that may apply to another user; a carried one already applies. */
async function waiting(reason: 'wallet' | 'carried' = 'wallet'): Promise<Waiting> {
  const [owner, user] = [await createUser(test.current), await createUser(test.current)];
  const [exclusionId, until] = [randomUUID(), new Date(now().getTime() + 200 * 86_400_000)];
  const holder = reason === 'carried' ? user : owner;
  const exclusion = { id: exclusionId, user_id: holder.id, kind: 'self_exclusion', began_at: now(), until };
  await db().insertInto('exclusions').values(exclusion).execute();
  const review = { user_id: user.id, exclusion_id: exclusionId, reason, until, created_at: now() };
  await db().insertInto('exclusion_reviews').values(review).execute();
  return { owner, user, exclusionId, until };
}

const list = async () => (await callApp(test.current.app, listExclusionReviews, { page_size: 100 }, { token: reviewer.token })).reply.items;
const decide = ({ user, exclusionId }: Waiting, decision: 'exclude' | 'dismiss', { admin = reviewer, reason = 'both called' } = {}) =>
  callApp(
    test.current.app,
    decideExclusionReview,
    { user_id: user.id, exclusion_id: exclusionId, decision, reason },
    { token: admin.token, key: randomUUID() },
  );
const untilOf = async ({ user }: Waiting) =>
  (await db().selectFrom('exclusions').select('until').where('user_id', '=', user.id).where('until', '>', now()).executeTakeFirst())?.until;

describe('a self-exclusion that may apply to another account', () => {
  it('is listed with both accounts, and applies for its full term once an operator confirms it', async () => {
    const one = await waiting();
    expect((await list()).find(({ user }) => user.id === one.user.id)).toMatchObject({
      ...{ user: { id: one.user.id }, owner: { id: one.owner.id }, reason: 'wallet', until: one.until.toISOString() },
    });
    expect(await decide(one, 'exclude')).toMatchObject({ status: 200, reply: { state: 'excluded' } });
    expect(await untilOf(one)).toEqual(one.until);
    expect((await list()).find(({ user }) => user.id === one.user.id)).toBeUndefined();
    const entry = await db().selectFrom('audit_log').selectAll().where('subject_id', '=', one.user.id).executeTakeFirst();
    expect(entry).toMatchObject({ action: 'exclusion.confirm', admin_id: reviewer.id, reason: 'both called' });
  });

  it('does not apply when the operator decides that the accounts belong to different people; a carried one ends', async () => {
    const [typed, carried] = [await waiting(), await waiting('carried')];
    for (const one of [typed, carried]) expect((await decide(one, 'dismiss')).status).toBe(200);
    expect([await untilOf(typed), await untilOf(carried)]).toEqual([undefined, undefined]);
    expect(await untilOf({ ...typed, user: typed.owner })).toEqual(typed.until);
  });

  it('is decided once, with a reason, and not by an admin who is one of its users', async () => {
    const one = await waiting();
    expect((await decide(one, 'exclude', { reason: '' })).problem.code).toBe('reason_required');
    const own = await createAdmin(test.current, 'reviewer');
    for (const { id, email } of [one.user, one.owner]) {
      await db().updateTable('users').set({ email: own.email, email_identity: own.email }).where('id', '=', id).execute();
      expect((await decide(one, 'dismiss', { admin: own })).problem.code).toBe('same_reviewer');
      await db().updateTable('users').set({ email, email_identity: email }).where('id', '=', id).execute();
    }
    const answers = await Promise.all([decide(one, 'exclude'), decide(one, 'dismiss')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await decide({ ...one, exclusionId: randomUUID() }, 'dismiss')).problem.code).toBe('not_found');
  });
});
