import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { relatedGroups } from './related-users.ts';

const test = useTestApp();
const update = ({ id }: TestUser, values: object) => test.current.deps.db.updateTable('users').set(values).where('id', '=', id).execute();
const users = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(test.current)));
const idsOf = (list: readonly TestUser[]) => list.map(({ id }) => id);

it('returns no relation between users who share nothing', async () => {
  const list = await users(3);
  const ties = await relatedGroups(test.current.deps.db, idsOf(list));
  expect(idsOf(list).map(ties.groupOf)).toEqual(idsOf(list));
  expect(idsOf(list).map(ties.handOf)).toEqual(idsOf(list));
  expect((await relatedGroups(test.current.deps.db, [])).groupOf('x')).toBe('x');
});

it('puts an inviter and the invitees into one group but not one hand, and likewise invitees of an inviter who is not given', async () => {
  const [inviter, a, b, other] = (await users(4)) as [TestUser, TestUser, TestUser, TestUser];
  await update(a, { invited_by: inviter.id });
  await update(b, { invited_by: inviter.id });
  const ties = await relatedGroups(test.current.deps.db, idsOf([inviter, a, b, other]));
  expect(new Set([inviter, a, b].map(({ id }) => ties.groupOf(id))).size).toBe(1);
  expect(ties.groupOf(other.id)).toBe(other.id);
  expect(ties.handOf(a.id)).not.toBe(ties.handOf(inviter.id));
  const without = await relatedGroups(test.current.deps.db, idsOf([a, b]));
  expect(without.groupOf(a.id)).toBe(without.groupOf(b.id));
});

it('makes a shared browser a hand and a shared household a group, for registrations and sessions alike', async () => {
  const [a, b, c, d] = (await users(4)) as [TestUser, TestUser, TestUser, TestUser];
  const device = randomUUID();
  const { db } = test.current.deps;
  await update(a, { registration_device_id: device });
  await db.updateTable('sessions').set({ device_id: device, ip: '2001:db8:1:2::1' }).where('user_id', '=', b.id).execute();
  await update(c, { registration_ip: '2001:db8:1:2:ffff::9' });
  await update(d, { registration_ip: '2001:db8:1:3::9' });
  const ties = await relatedGroups(db, idsOf([a, b, c, d]));
  expect(ties.handOf(a.id)).toBe(ties.handOf(b.id));
  expect(ties.handOf(c.id)).not.toBe(ties.handOf(b.id));
  expect(ties.groupOf(c.id)).toBe(ties.groupOf(a.id));
  expect(ties.groupOf(d.id)).toBe(d.id);
});
