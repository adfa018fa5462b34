import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ignoreInChat, reportChatMessage } from '#contract/chat.ts';
import { DAY_MS } from '#domain/time.ts';
import { eraseAccounts } from '#server/modules/account-closure/deletion.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { type Chatter, createChatter, createRooms, roomOf, saidIn } from '#test/support/chat.ts';
import { purgeChat } from './purge.ts';

const test = useTestApp();
const report = ({ token }: Chatter, id: string) => callApp(test.current.app, reportChatMessage, { id, reason: 'abuse' }, { token });
const countOf = async (table: 'chat_messages' | 'chat_reports' | 'chat_mutes' | 'chat_appeals' | 'chat_ignored') =>
  (
    await test.current.deps.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

async function mute(user: Chatter, values: { until: Date | null; lifted_at?: Date }): Promise<string> {
  const admin = await createAdmin(test.current, 'support');
  const [id, created_at] = [randomUUID(), new Date(Date.parse(TEST_NOW) - 90 * DAY_MS)];
  const lifted_by = values.lifted_at ? admin.id : null;
  await test.current.deps.db
    .insertInto('chat_mutes')
    .values({ id, user_id: user.id, admin_id: admin.id, reason: 'Spam', created_at, lifted_by, ...values })
    .execute();
  return id;
}

describe('chat data of a user', () => {
  it('is erased with the account: texts, author, reports, ignored users, mutes and appeals', async () => {
    const { deps, app } = test.current;
    const [gone, ana, match] = [await createChatter(test.current), await createChatter(test.current), await createRooms(test.current)];
    const own = await saidIn(test.current, gone, match, 'My secret');
    const answer = await saidIn(test.current, ana, match, 'Really?', { reply_to: own });
    await report(gone, answer);
    await report(ana, own);
    await callApp(app, ignoreInChat, { handle: ana.handle }, { token: gone.token });
    await callApp(app, ignoreInChat, { handle: gone.handle }, { token: ana.token });
    const muteId = await mute(gone, { until: null });
    await deps.db
      .insertInto('chat_appeals')
      .values({ id: randomUUID(), mute_id: muteId, text: 'Please', created_at: deps.now() })
      .execute();
    await deps.db.updateTable('users').set({ deletion_due_at: deps.now() }).where('id', '=', gone.id).execute();
    expect(await eraseAccounts(deps)).toBe(1);
    deps.replies.touch(`chat:${match}:en`);
    const { items } = await roomOf(test.current, match);
    expect(items).toMatchObject([
      { id: own, author: null, text: '', removed: 'deleted', cid: null },
      { id: answer, text: 'Really?', reply_to: { id: own, handle: null, text: '' } },
    ]);
    const rows = await deps.db.selectFrom('chat_messages').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`secret|${gone.id}`));
    expect(await deps.db.selectFrom('chat_reports').select('reporter_id').execute()).toEqual([{ reporter_id: ana.id }]);
    expect([await countOf('chat_ignored'), await countOf('chat_mutes'), await countOf('chat_appeals')]).toEqual([0, 0, 0]);
  });

  it('is purged after thirty days, including ended mutes but not active ones', async () => {
    const { deps } = test.current;
    const [ana, bob, match] = [await createChatter(test.current), await createChatter(test.current), await createRooms(test.current)];
    await deps.db.deleteFrom('chat_messages').execute();
    const old = await saidIn(test.current, ana, match, 'Long ago');
    await report(bob, old);
    const quoting = await saidIn(test.current, bob, match, 'What?', { reply_to: old });
    const ago = (days: number) => new Date(Date.parse(TEST_NOW) - days * DAY_MS);
    await deps.db
      .updateTable('chat_messages')
      .set({ created_at: ago(30.1) })
      .where('id', '=', Number(old))
      .execute();
    await deps.db
      .updateTable('chat_messages')
      .set({ created_at: ago(29.9) })
      .where('id', '=', Number(quoting))
      .execute();
    await mute(ana, { until: ago(31) });
    await mute(ana, { until: null, lifted_at: ago(31) });
    const kept = [await mute(ana, { until: null }), await mute(ana, { until: ago(29) })];
    expect(await purgeChat(deps)).toBe(1);
    deps.replies.touch(`chat:${match}:en`);
    expect((await roomOf(test.current, match)).items).toMatchObject([{ id: quoting, reply_to: null }]);
    expect([await countOf('chat_reports'), await purgeChat(deps)]).toEqual([0, 0]);
    const mutes = await deps.db.selectFrom('chat_mutes').select('id').execute();
    expect(new Set(mutes.map(({ id }) => id))).toEqual(new Set(kept));
  });
});
