import { describe, expect, it } from 'vitest';
import { getNotificationSettings, putNotificationSettings, unsubscribe } from '#contract/notifications.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

const test = useTestApp({ FEED: 'none', PUBLIC_URL: 'https://matchpoint.example' });

const choices = async ({ token }: TestUser) => (await callApp(test.current.app, getNotificationSettings, {}, { token })).reply.choices;
async function createReader() {
  const reader = await createUser(test.current);
  const usual = await choices(reader);
  const chosen = { ...usual, match_max: 3, kinds: { ...usual.kinds, bet: { push: true, telegram: false, mail: true } } };
  expect((await callApp(test.current.app, putNotificationSettings, chosen, { token: reader.token })).status).toBe(200);
  return { reader, chosen, ...unsubscribeLinks(test.current.deps, reader.id) };
}
const post = (url: string) =>
  test.current.app.request(new URL(url).pathname + new URL(url).search, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });

describe('a digest', () => {
  it('ends with one click of a mail program, without a session, and nothing else changes', async () => {
    const [one, other] = [await createReader(), await createReader()];
    expect(one.oneClick).toMatch(/^https:\/\/matchpoint\.example\/api\//);
    for (let click = 0; click < 2; click++) expect((await post(one.oneClick)).status).toBe(200);
    expect(await choices(one.reader)).toEqual({
      ...one.chosen,
      kinds: { ...one.chosen.kinds, bet: { ...one.chosen.kinds.bet, mail: false } },
    });
    expect(await choices(other.reader)).toEqual(other.chosen);
  });

  it('ends on the page that its link opens, and not by opening it', async () => {
    const { reader, page, oneClick } = await createReader();
    const opened = await test.current.app.request(new URL(oneClick).pathname + new URL(oneClick).search);
    const token = new URL(page).hash.slice(1);
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `/unsubscribe#${token}`]);
    expect((await choices(reader)).kinds.bet.mail).toBe(true);
    expect((await callApp(test.current.app, unsubscribe, { token })).status).toBe(200);
    expect((await choices(reader)).kinds.bet.mail).toBe(false);
  });

  it('does not end by a guess, or by the link of another user', async () => {
    const [one, other] = [await createReader(), await createReader()];
    const hash = new URL(one.page).hash.slice(1).split('.')[1];
    for (const token of ['', 'x', one.reader.id, `${other.reader.id}.${hash}`, `${one.reader.id}.${hash}.x`, `' or true.${hash}`]) {
      expect((await callApp(test.current.app, unsubscribe, { token })).problem.code).toBe(
        token === '' ? 'invalid_payload' : 'link_expired',
      );
      expect((await post(`https://x/api/notifications/unsubscribe/one-click?token=${encodeURIComponent(token)}`)).status).toBe(410);
    }
    expect([(await choices(one.reader)).kinds.bet.mail, (await choices(other.reader)).kinds.bet.mail]).toEqual([true, true]);
  });

  it('that a user never had stays off', async () => {
    const reader = await createUser(test.current);
    expect((await post(unsubscribeLinks(test.current.deps, reader.id).oneClick)).status).toBe(200);
    expect((await choices(reader)).kinds.bet.mail).toBe(false);
  });
});
