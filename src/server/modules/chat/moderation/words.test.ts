import { beforeEach, describe, expect, it } from 'vitest';
import { listChatWords, removeChatWord, setChatWord } from '#contract/chat-moderation.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';

const test = useTestApp();

let admin: TestAdmin;
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  admin = await createAdmin(test.current, 'support');
  await test.current.deps.db.deleteFrom('chat_words').execute();
});

const set = (input: Partial<InputOf<typeof setChatWord>>, { token } = admin) =>
  callApp(test.current.app, setChatWord, { locale: 'en', word: 'scam', action: 'mask', ...input }, { token });
const remove = (id: number, { token } = admin) => callApp(test.current.app, removeChatWord, { id }, { token });
const words = async (input: InputOf<typeof listChatWords> = {}) => {
  const { reply } = await callApp(test.current.app, listChatWords, input, { token: admin.token });
  return reply.items.map(({ locale, word, action }) => `${locale} ${word} ${action}`);
};
const auditOf = (id: number) =>
  test.current.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject_kind', '=', 'chat_word')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute();

describe('the word list', () => {
  it('stores each word once per language, in its folded form', async () => {
    const { status, reply } = await set({ word: ' ＳＣＡＭ\u200b ' });
    expect(status).toBe(201);
    expect(reply.word).toMatchObject({ locale: 'en', word: 'scam', action: 'mask', by: { id: admin.id } });
    expect((await set({ word: 'Scam' })).problem.code).toBe('already_decided');
    await set({ word: 'lừa đảo', locale: 'vi', action: 'hold' });
    await set({ word: '骗子', locale: 'zh-CN' });
    expect(await words()).toEqual(['en scam mask', 'vi lừa đảo hold', 'zh-CN 骗子 mask']);
    expect(await words({ locale: 'vi' })).toEqual(['vi lừa đảo hold']);
    expect(await words({ q: 'SC' })).toEqual(['en scam mask']);
    expect(await words({ q: '%' })).toEqual([]);
  });

  it('changes what a listed word does when it is set again', async () => {
    const { id } = (await set({})).reply.word;
    const other = await createAdmin(test.current, 'super');
    expect((await set({ action: 'hold' }, other)).reply.word).toMatchObject({ id, action: 'hold', by: { id: other.id } });
    expect(await words()).toEqual(['en scam hold']);
    expect(await auditOf(id)).toMatchObject([
      { action: 'chat.set_word', before: null, after: { word: 'scam', action: 'mask' } },
      { action: 'chat.set_word', before: { action: 'mask' }, after: { action: 'hold' } },
    ]);
  });

  it('rejects words that no text can contain and words that are too long', async () => {
    for (const word of ['\u200b', '\u0000', 'x'.repeat(61), 'ﷺ'.repeat(60)])
      expect((await set({ word })).problem?.code, JSON.stringify(word)).toBe('invalid_payload');
    expect(await words()).toEqual([]);
  });

  it('removes a word once when requests are concurrent', async () => {
    const { id } = (await set({})).reply.word;
    const answers = await Promise.all([remove(id), remove(id), remove(id)]);
    expect(answers.map(({ problem }) => problem?.code ?? 'done').sort()).toEqual(['done', 'not_found', 'not_found']);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['chat.set_word', 'chat.remove_word']);
  });

  it('adds a word once when several admins add it at the same time', async () => {
    const others = await Promise.all([createAdmin(test.current, 'super'), createAdmin(test.current, 'reviewer')]);
    const answers = await Promise.all([set({}), set({}, others[0]), set({}, others[1])]);
    expect(answers.map(({ problem }) => problem?.code ?? 'done').sort()).toEqual(['already_decided', 'already_decided', 'done']);
  });

  it('can be read but not changed by viewers', async () => {
    const viewer = await createAdmin(test.current, 'viewer');
    expect((await set({}, viewer)).problem.code).toBe('forbidden');
    const { id } = (await set({})).reply.word;
    expect((await remove(id, viewer)).problem.code).toBe('forbidden');
    expect((await callApp(test.current.app, listChatWords, {}, { token: viewer.token })).reply.total).toBe(1);
  });
});
