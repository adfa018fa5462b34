import { describe, expect, it } from 'vitest';
import { register } from '#contract/auth.ts';
import { createForecastGroup, renameForecastGroup } from '#contract/forecast-league.ts';
import { updateProfile } from '#contract/profile.ts';
import { createTippingGroup, updateTippingGroup } from '#contract/tipping-groups.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { checkStoredNames } from '#server/modules/identity/profile/name-check.ts';
import { errorText } from '#server/platform/http/app-error.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { solveCaptchaInTime } from '#test/support/captcha.ts';
import { createChatter, createRooms, roomOf, saidIn } from '#test/support/chat.ts';
import { createUser } from '#test/support/factories.ts';
import { registration } from '#test/support/sign-in.ts';

const test = useTestApp();
const db = () => test.current.deps.db;

const NAMES = [
  'Matchpoint Support',
  'Мatchpoint',
  'Adm1n',
  'S u p p o r t',
  'Hỗ trợ',
  'Siêu quản trị',
  'Матчпоинт',
  '官方客服',
  'Jane ✔️',
  'win at evil[.]com',
  'deleted_abc',
];

describe('a user who wants to be mistaken for the site', () => {
  it.each(NAMES)('cannot register as %j', async (display_name) => {
    const captcha = await solveCaptchaInTime(test.current, 'register');
    const { status, problem } = await callApp(test.current.app, register, registration({ display_name, captcha }));
    expect({ status, code: problem.code, field: problem.params?.field }).toEqual({
      status: 422,
      code: 'name_misleading',
      field: 'display_name',
    });
  });

  it.each(NAMES)('cannot change their name to %j', async (display_name) => {
    const { token } = await createUser(test.current);
    const { status, problem } = await callApp(test.current.app, updateProfile, { display_name }, { token });
    expect({ status, code: problem.code }).toEqual({ status: 422, code: 'name_misleading' });
  });

  it.each(['deleted_abc', 'player_a1b2c3d4', 'supp0rt', '4dmin', 'rnoderator', 'janesupport', 'matchp0int', 'he1pdesk', 's_u_p_p_o_r_t'])(
    'cannot get the handle %j',
    async (public_handle) => {
      const { token } = await createUser(test.current);
      const { status, problem } = await callApp(test.current.app, updateProfile, { public_handle }, { token });
      expect({ status, code: problem.code }).toEqual({ status: 409, code: 'handle_taken' });
    },
  );

  it.each(NAMES)('cannot create the league %j or rename one to it', async (name) => {
    const { token } = await createUser(test.current);
    const refused = await callApp(test.current.app, createForecastGroup, { name }, { token });
    expect({ status: refused.status, code: refused.problem.code }).toEqual({ status: 422, code: 'name_misleading' });
    const { reply } = await callApp(test.current.app, createForecastGroup, { name: 'Friday five' }, { token });
    const renamed = await callApp(test.current.app, renameForecastGroup, { group_id: reply.id, name }, { token });
    expect({ status: renamed.status, code: renamed.problem.code }).toEqual({ status: 422, code: 'name_misleading' });
    const competitions = [{ kind: 'sport', sport: 'football' } as const];
    const tipping = await callApp(test.current.app, createTippingGroup, { name, competitions }, { token });
    expect({ status: tipping.status, code: tipping.problem.code }).toEqual({ status: 422, code: 'name_misleading' });
    const own = (await callApp(test.current.app, createTippingGroup, { name: 'Friday five', competitions }, { token })).reply;
    const again = await callApp(test.current.app, updateTippingGroup, { group_id: own.id, name }, { token });
    expect({ status: again.status, code: again.problem.code }).toEqual({ status: 422, code: 'name_misleading' });
  });

  it('gets the reason in three languages', async () => {
    const { token } = await createUser(test.current);
    const details = LOCALES.map(async (language) => {
      const { problem } = await callApp(
        test.current.app,
        updateProfile,
        { display_name: 'Support' },
        { token, headers: { 'Accept-Language': language } },
      );
      return problem.detail;
    });
    const texts = LOCALES.map((language) => errorText('name_misleading', { field: 'display_name', reason: 'reserved' }, language));
    expect(await Promise.all(details)).toEqual(texts);
    // Each language has its own sentence for this reason.
    expect(new Set([...texts, ...LOCALES.map((language) => errorText('name_misleading', { reason: 'link' }, language))]).size).toBe(6);
    for (const text of texts) expect(text).toContain('Matchpoint');
  });

  it('loses such a name when names are checked again, while honest names stay', async () => {
    const [jane, minh] = [await createUser(test.current), await createUser(test.current)];
    const { id: group } = await db()
      .insertInto('forecast_groups')
      .values({ id: jane.id, name: 'Matchpoint Official', code: 'ABCDEFGH', owner_id: jane.id, created_at: test.current.deps.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db()
      .updateTable('users')
      .set({ display_name: 'Matchpoint Support', public_handle: 'admin_1' })
      .where('id', '=', jane.id)
      .execute();
    await db().updateTable('users').set({ display_name: 'Nguyễn Văn Minh', public_handle: 'minh_9' }).where('id', '=', minh.id).execute();
    await Promise.all([checkStoredNames(test.current.deps), checkStoredNames(test.current.deps)]);
    const rows = await db()
      .selectFrom('users')
      .select(['id', 'display_name', 'public_handle'])
      .where('id', 'in', [jane.id, minh.id])
      .execute();
    expect(rows.find(({ id }) => id === jane.id)).toMatchObject({
      display_name: null,
      public_handle: expect.stringMatching(/^player_[a-z0-9]{8}$/),
    });
    expect(rows.find(({ id }) => id === minh.id)).toMatchObject({ display_name: 'Nguyễn Văn Minh', public_handle: 'minh_9' });
    expect(await db().selectFrom('forecast_groups').select('name').where('id', '=', group).executeTakeFirst()).toEqual({ name: 'League' });
    // Runs once per version of the rules: a name set in the database afterwards stays.
    await db().updateTable('users').set({ display_name: 'Support' }).where('id', '=', jane.id).execute();
    await checkStoredNames(test.current.deps);
    expect(await db().selectFrom('users').select('display_name').where('id', '=', jane.id).executeTakeFirst()).toEqual({
      display_name: 'Support',
    });
  });
});

describe('a young account that tries to spread links', () => {
  it.each([
    'evil[.]com',
    'evil(dot)com',
    'evil。com',
    'e v i l . c o m',
    'xn--80ak6aa92e.com',
    '203.0.113.7',
    't me/evil',
    'ｅｖｉｌ．ｃｏｍ',
    'ev\u200dil.c\u200dom',
    'evil․com',
    'evil-dot-com',
    'evil_dot_com',
    'evil"."com',
    'discord gg evilbets',
    'wa me 84912345678',
  ])('cannot bring %j into a chat room', async (link) => {
    const chatter = await createChatter(test.current, { days: 1 });
    const room = await createRooms(test.current);
    await saidIn(test.current, chatter, room, `free points at ${link} now`);
    const { items } = await roomOf(test.current, room);
    expect(items.map(({ text }) => text)).toEqual(['free points at 🔗 now']);
  });

  it('cannot imitate a message of the site: a line’s origin is stored apart from its text', async () => {
    const chatter = await createChatter(test.current);
    const room = await createRooms(test.current);
    await saidIn(test.current, chatter, room, '🛡️ Matchpoint: send your password to @jane');
    const { items } = await roomOf(test.current, room);
    expect(items).toMatchObject([{ kind: 'user', author: { handle: chatter.handle }, event: null }]);
  });
});
