import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { sendStepUpCode } from '#contract/auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { updateProfile } from '#contract/profile.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { callApp, createTestApp, TEST_NOW } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { freshWallet } from '#test/support/wallets.ts';

// Created here rather than in a hook: the tests below, one per endpoint, are named before any hook runs.
const test = await createTestApp({ FEED: 'none', TELEGRAM_BOT_TOKEN: '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0' });
afterAll(() => test.database.drop());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const PHONE = '+84912345678';
const WEBHOOK = randomUUID();

/** Requests that arm an account, with their inputs. */
const ARMING: Record<string, object> = {
  'PATCH /api/account/profile': { wallet_address: freshWallet() },
  'POST /api/account/phone/send-code': { phone: PHONE },
  'POST /api/account/phone/verify': { phone: PHONE, code: '123456' },
  'POST /api/account/two-factor': {},
  'POST /api/account/two-factor/confirm': { totp: '123456' },
  'POST /api/account/two-factor/recovery-codes': {},
  'POST /api/auth/elsewhere/begin': { provider: 'telegram', purpose: 'link' },
  'POST /api/telegram/bind-token': {},
  'POST /api/notifications/push': {
    endpoint: 'https://push.example.com/x',
    keys: { p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU', auth: 'A'.repeat(22) },
    vapid_public_key: 'A'.repeat(87),
  },
  // The address would go on telling what the account follows once it belongs to somebody else.
  'POST /api/account/calendars': { kind: 'mine', locale: 'en', shows_results: false, alarm_minutes: null },
  // Webhooks send what the account tips and follows to a place that its owner does not know.
  'POST /api/account/webhooks': { url: 'https://hooks.example.com/', events: ['match.goal'], filters: { favorites: true } },
  'PATCH /api/account/webhooks/:id': { id: WEBHOOK, url: 'https://hooks.example.com/' },
  'POST /api/account/webhooks/:id/secret': { id: WEBHOOK },
  'POST /api/account/webhooks/:id/test': { id: WEBHOOK },
  'POST /api/account/webhooks/:id/replay': { id: WEBHOOK, delivery_id: 1 },
  'POST /api/points/redeem/send-code': { channel: 'email' },
  'POST /api/points/redeem': { points: 1_000, channel: 'email', code: '123456' },
};

/**
 * All other changes a signed-in user can make: none adds a way in, a factor, a contact or a payout address. A new endpoint must be added
 * either above, if it arms the account (`isArming` in the contract), or here, with the reason if it is not obvious.
 */
const HARMLESS = new Set([
  'POST /api/bets',
  'POST /api/matches/:id/chat',
  'DELETE /api/chat/messages/:id',
  'POST /api/chat/messages/:id/report',
  'PUT /api/chat/ignored/:handle',
  'DELETE /api/chat/ignored/:handle',
  'POST /api/chat/mute/appeal',
  'PUT /api/forecast-league/forecasts/:match_id',
  'DELETE /api/forecast-league/forecasts/:match_id',
  'POST /api/forecast-league/groups',
  'POST /api/forecast-league/groups/join',
  'PATCH /api/forecast-league/groups/:group_id',
  'DELETE /api/forecast-league/groups/:group_id',
  'DELETE /api/forecast-league/groups/:group_id/members/:handle',
  'POST /api/tipping/groups',
  'PATCH /api/tipping/groups/:group_id',
  'DELETE /api/tipping/groups/:group_id',
  'POST /api/tipping/groups/:group_id/code',
  'POST /api/tipping/join',
  'PUT /api/tipping/groups/:group_id/members/:handle',
  'DELETE /api/tipping/groups/:group_id/members/:handle',
  'POST /api/tipping/groups/:group_id/chat',
  'POST /api/tipping/groups/:group_id/chat/:id/remove',
  'PUT /api/tipping/groups/:group_id/chat-mutes/:handle',
  'DELETE /api/tipping/groups/:group_id/chat-mutes/:handle',
  // The Telegram account that confirms it must be linked already, which an unproven address does not allow.
  'POST /api/tipping/groups/:group_id/telegram',
  'DELETE /api/tipping/groups/:group_id/telegram',
  'POST /api/tipping/groups/:group_id/import',
  'PUT /api/tipping/groups/:group_id/places/:place_id',
  'DELETE /api/tipping/groups/:group_id/places/:place_id',
  'PUT /api/tipping/groups/:group_id/rules',
  'PUT /api/tipping/groups/:group_id/tips',
  'POST /api/tipping/groups/:group_id/questions',
  'PUT /api/tipping/groups/:group_id/questions/:question_id',
  'DELETE /api/tipping/groups/:group_id/questions/:question_id',
  'PUT /api/tipping/groups/:group_id/questions/:question_id/answer',
  'PUT /api/tipping/groups/:group_id/questions/:question_id/result',
  // Refused without a confirmed contact.
  'PUT /api/division',
  'DELETE /api/division',
  'PUT /api/brackets/:league_id',
  'DELETE /api/brackets/:league_id',
  'POST /api/survivor/games',
  'POST /api/survivor/games/:game_id/join',
  'DELETE /api/survivor/games/:game_id/entry',
  'PUT /api/survivor/games/:game_id/pick',
  'POST /api/favorites',
  'PUT /api/favorites/:kind/:id',
  'DELETE /api/favorites/:kind/:id',
  // Chooses kinds of notifications, not their destination.
  'PUT /api/notifications/settings',
  'DELETE /api/notifications/push',
  'POST /api/notifications/push/test',
  'PUT /api/notifications/shield',
  'DELETE /api/notifications/mutes',
  // Shows a bet or a forecast of the account's own to others.
  'POST /api/account/shares',
  'DELETE /api/account/shares/:id',
  'DELETE /api/account/calendars/:id',
  // These confirm or correct an address.
  'POST /api/auth/email/send-code',
  'POST /api/auth/email/verify',
  // The password was chosen by whoever registered; a first proof by reset or Google removes it.
  'POST /api/account/security/password',
  'POST /api/auth/step-up/send-code',
  'POST /api/auth/code-link',
  'POST /api/auth/step-up',
  'DELETE /api/account/sessions',
  'DELETE /api/account/sessions/:id',
  // These only remove something.
  'DELETE /api/account/phone',
  'DELETE /api/account/two-factor',
  'DELETE /api/account/linked/:id',
  'DELETE /api/telegram/bind',
  'DELETE /api/account/webhooks/:id',
  // Play limits must always be possible; a first proof by another way ends them.
  'PUT /api/account/limits',
  'POST /api/account/self-exclusion',
  'POST /api/points/daily-checkin',
  'POST /api/account/points/recalculate',
  // Contains only what whoever registered has typed, because nobody else has used the account.
  'POST /api/account/export',
  // A first proof cancels the deletion.
  'DELETE /api/account',
  'POST /api/account/keep',
]);

/** Creates a user who has just stepped up with the means of whoever registered. */
async function steppedUp(confirmed: boolean): Promise<TestUser> {
  const user = await createUser(test, 20_000, { confirmed });
  const at = new Date(TEST_NOW);
  await test.deps.db.updateTable('sessions').set({ stepped_up_at: at }).where('user_id', '=', user.id).execute();
  return user;
}

const call = async (endpoint: Endpoint, { token }: TestUser, input: object) =>
  (await callApp(test.app, endpoint, input as never, { token, key: randomUUID() })).problem?.code;

const CHANGES = mountedOn(test.app).filter(({ access, method }) => (access === 'user' || access === 'optional') && method !== 'GET');

describe('an account whose address is unconfirmed', () => {
  it.each(CHANGES.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s is refused if it arms the account',
    async (name, endpoint) => {
      const input = ARMING[name];
      const isKnown = [endpoint.isArming === true, HARMLESS.has(name)];
      expect(isKnown, `does ${name} arm an account? Mark it in the contract, or list it here`).toEqual([
        input !== undefined,
        input === undefined,
      ]);
      if (input === undefined) return;
      expect(await call(endpoint, await steppedUp(false), input)).toBe('contact_unconfirmed');
      // The same request is not refused for that reason once the address is confirmed.
      expect(await call(endpoint, await steppedUp(true), input)).not.toBe('contact_unconfirmed');
    },
  );

  it('cannot be confirmed by a contact linked before: codes go to the address only', async () => {
    const user = await steppedUp(false);
    const [now, subject] = [new Date(TEST_NOW), `telegram ${user.id}`];
    const row = { id: randomUUID(), user_id: user.id, type: 'telegram', subject, identifier: '@x', reachable: true };
    await test.deps.db
      .insertInto('linked_accounts')
      .values({ ...row, created_at: now, verified_at: now })
      .execute();
    expect((await callApp(test.app, sendStepUpCode, {}, { token: user.token })).problem.code).toBe('contact_unconfirmed');
  });

  it('created by Telegram, without an address, can set up anything', async () => {
    const user = await steppedUp(false);
    const noAddress = { email: null, email_identity: null };
    await test.deps.db.updateTable('users').set(noAddress).where('id', '=', user.id).execute();
    const answer = await callApp(test.app, updateProfile, { wallet_address: freshWallet() }, { token: user.token });
    expect(answer.status).toBe(200);
  });
});
