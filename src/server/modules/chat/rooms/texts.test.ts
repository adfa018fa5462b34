import { afterEach, describe, expect, it } from 'vitest';
import { createAdmin } from '#test/support/admins.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createChatter, createRooms, roomOf, saidIn, say } from '#test/support/chat.ts';

const test = useTestApp();
const newChatter = (options?: Parameters<typeof createChatter>[1]) => createChatter(test.current, options);
const newRooms = () => createRooms(test.current);
const texts = async (id: number, more = {}) => (await roomOf(test.current, id, more)).items.map(({ text }) => text);

afterEach(() => {
  test.current.clock.set(TEST_NOW);
  test.current.published.length = 0;
});

describe('the text of a chat message', () => {
  it.each([
    ['of nothing that shows', '\u200b \u3164\u202e', 400, 'invalid_payload'],
    ['of 301 characters', 'ệ'.repeat(301), 422, 'message_too_long'],
    ['of 300 towers', `a${'\u0316'.repeat(6)}`.repeat(300), 422, 'message_too_long'],
    ['of 2,401 characters', 'a'.repeat(2_401), 400, 'invalid_payload'],
  ])('%s is rejected', async (_, text, status, code) => {
    expect(await say(test.current, await newChatter(), await newRooms(), text)).toMatchObject({ status, problem: { code } });
  });

  it('of 300 letters with 50 combining marks each is rejected before it is normalised', async () => {
    const [ana, match] = [await newChatter(), await newRooms()];
    const tower = `a${'\u0316'.repeat(50)}`.repeat(300);
    expect(await say(test.current, ana, match, tower)).toMatchObject({ status: 400, problem: { code: 'invalid_payload' } });
    expect(await texts(match)).toEqual([]);
  });

  it('keeps its emoji and line breaks', async () => {
    const match = await newRooms();
    await saidIn(test.current, await newChatter(), match, '👨‍👩‍👧‍👦 ⚽\r\n\r\n\r\nTuyệt vời');
    expect(await texts(match)).toEqual(['👨‍👩‍👧‍👦 ⚽\n\nTuyệt vời']);
  });

  it("loses its links while its author's account is younger than seven days", async () => {
    const [young, old, match] = [await newChatter({ days: 6 }), await newChatter({ days: 7 }), await newRooms()];
    await saidIn(test.current, young, match, 'see https://example.com/x');
    await saidIn(test.current, old, match, 'see https://example.com/x');
    expect(await texts(match)).toEqual(['see 🔗', 'see https://example.com/x']);
  });

  it('mentions only existing users', async () => {
    const [ana, bob, match] = [await newChatter(), await newChatter(), await newRooms()];
    await saidIn(test.current, ana, match, `@${bob.handle.toUpperCase()} and @nobody_at_all`);
    expect((await roomOf(test.current, match)).items[0]!.mentions).toEqual([bob.handle]);
  });

  it('can reply to another message of the same room', async () => {
    const [ana, bob, match] = [await newChatter(), await newChatter(), await newRooms()];
    const asked = await saidIn(test.current, ana, match, `${'Who scored? '.repeat(10)}?`);
    await saidIn(test.current, bob, match, 'Kane', { reply_to: asked });
    expect((await roomOf(test.current, match)).items[1]!.reply_to).toEqual({
      ...{ id: asked, handle: ana.handle },
      text: expect.stringMatching(/^Who scored\? .{60,70}…$/),
    });
    test.current.clock.advance(2_000);
    const elsewhere = { locale: 'vi' as const, reply_to: asked };
    for (const more of [elsewhere, { reply_to: '999999999999999' }])
      expect(await say(test.current, bob, match, 'Kane', more)).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  });

  it("is checked against the word list of the room's language", async () => {
    const { deps } = test.current;
    const admin_id = (await createAdmin(test.current, 'support')).id;
    const word = (locale: string, text: string, action: string) => ({ locale, word: text, action, admin_id, created_at: deps.now() });
    await deps.db
      .insertInto('chat_words')
      .values([word('en', 'idiot', 'mask'), word('en', 'kill you', 'hold'), word('vi', 'ngu', 'mask')])
      .execute();
    const match = await newRooms();
    await saidIn(test.current, await newChatter(), match, 'What an IDIOT, idiots! ngu');
    const held = await saidIn(test.current, await newChatter(), match, 'I will kill you');
    await saidIn(test.current, await newChatter(), match, 'ngu, idiot', { locale: 'vi' });
    const { items } = await roomOf(test.current, match);
    expect(items.map(({ text, removed }) => [text, removed])).toEqual([
      ['What an ••, idiots! ngu', null],
      ['', 'hidden'],
    ]);
    expect(await texts(match, { locale: 'vi' })).toEqual(['••, idiot']);
    // A held message is not published; moderators can read it.
    expect(JSON.stringify(test.current.published)).not.toContain('kill');
    const row = await deps.db.selectFrom('chat_messages').selectAll().where('id', '=', Number(held)).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ text: 'I will kill you', hidden_because: 'word' });
  });
});
