import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { checkIn } from '#contract/account.ts';
import { placeBet } from '#contract/bets.ts';
import { sendChat } from '#contract/chat.ts';
import { type Endpoint, isOwnAccess } from '#contract/endpoint.ts';
import { PRESETS } from '#domain/tipping/rules.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { makeKey } from '#test/support/api-keys.ts';
import { callApp, createTestApp, TEST_NOW } from '#test/support/app.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { excludeSelf, requireTipping } from './exclusions.ts';
import { limitsOf } from './limits.ts';

// Created here rather than in a hook: each endpoint has its own test below, and tests are named before any hook runs.
const test = await createTestApp();
afterAll(() => test.database.drop());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const matchId = await createMatch(test.deps.db, { kickoffAt: new Date(Date.parse(TEST_NOW) + 3_600_000) });
await createContest(test.deps.db, matchId, new Date(TEST_NOW));
const playedId = await createMatch(test.deps.db, { kickoffAt: new Date(TEST_NOW), status: 'h1' });
const { league_id } = await test.deps.db.selectFrom('matches').select('league_id').where('id', '=', matchId).executeTakeFirstOrThrow();

/** Endpoints that count as play, with a valid input of each. */
const PLAY: Record<string, object> = {
  [nameOf(placeBet)]: { market: 'wdl', match_id: matchId, pick: 'home', stake: 100 },
  [nameOf(checkIn)]: {},
  // Everybody who plays reads the chat.
  [nameOf(sendChat)]: { id: playedId, locale: 'en', cid: randomUUID(), text: 'What a goal' },
};

const PHONE = '+84912345678';
const ID = randomUUID();
const QUESTION = { kind: 'number', text: 'How many?', points: 1, deadline: '2026-12-01T12:00:00.000Z' };

const WAYS = { push: true, telegram: false };
const NOTIFICATIONS = {
  kinds: {
    ...{ lineups: WAYS, kickoff: WAYS, goal: WAYS, red_card: WAYS, half_time: WAYS, full_time: WAYS, swing: WAYS },
    ...{ tip_reminder: WAYS, round_digest: WAYS },
    ...{ bet: { ...WAYS, mail: false }, withdrawal: { push: true } },
  },
  ...{ telegram_on: true, match_max: 6, day_max: 30, quiet: null },
};

/**
 * Endpoints open to excluded users, with a valid input of each: reading, the user's own account, security, leaving, and signing in. For a
 * new endpoint, decide: either it is play (`isPlay` in the contract) and listed above, or it is listed here.
 */
const OPEN: Record<string, object> = {
  'GET /api/meta': {},
  'GET /api/health': {},
  'GET /api/ready': {},
  'GET /api/alive': {},
  'GET /api/legal': {},
  'GET /api/legal/:page': { page: 'terms' },
  'GET /api/help-lines': {},
  'GET /api/dev/outbox': {},

  'GET /api/matches': { date: '2026-11-20' },
  'GET /api/matches/recommended': {},
  'GET /api/matches/selected': {},
  'GET /api/matches/:id': { id: matchId },
  'GET /api/matches/:id/contests': { id: matchId },
  'GET /api/matches/:id/odds': { id: matchId },
  'GET /api/matches/:id/head-to-head': { id: matchId },
  'GET /api/matches/:id/course': { id: matchId },
  'GET /api/matches/:id/statistics': { id: matchId },
  'GET /api/matches/:id/score-probability': { id: matchId },
  'GET /api/matches/:id/projection': { id: matchId },
  'GET /api/matches/:id/chat': { id: matchId, locale: 'en' },
  'DELETE /api/chat/messages/:id': { id: '1' },
  'POST /api/chat/messages/:id/report': { id: '1', reason: 'spam' },
  'GET /api/chat/ignored': {},
  'PUT /api/chat/ignored/:handle': { handle: 'ana' },
  'DELETE /api/chat/ignored/:handle': { handle: 'ana' },
  'GET /api/chat/mute': {},
  'POST /api/chat/mute/appeal': { text: 'I was quoting' },
  'GET /api/forecasts/track-record': {},
  'GET /api/contests/:id/receipt': { id: ID },
  'GET /api/contests/:id/receipt.json': { id: ID },
  'GET /api/forecast-league/matches': {},
  'GET /api/forecast-league/forecasts': {},
  'GET /api/forecast-league/forecasts/:match_id': { match_id: matchId },
  'PUT /api/forecast-league/forecasts/:match_id': { match_id: matchId, home: 50, draw: 30, away: 20 },
  'DELETE /api/forecast-league/forecasts/:match_id': { match_id: matchId },
  'GET /api/forecast-league/standing': {},
  'GET /api/forecast-league/table': {},
  'GET /api/forecast-league/groups': {},
  'POST /api/forecast-league/groups': { name: 'Friends' },
  'POST /api/forecast-league/groups/join': { code: 'ABCDEFGH' },
  'GET /api/account/webhooks': {},
  'POST /api/account/webhooks': { url: 'https://hooks.example.com/', events: ['match.goal'], filters: { favorites: true } },
  'PATCH /api/account/webhooks/:id': { id: ID, state: 'off' },
  'DELETE /api/account/webhooks/:id': { id: ID },
  'POST /api/account/webhooks/:id/secret': { id: ID },
  'POST /api/account/webhooks/:id/test': { id: ID },
  'GET /api/account/webhooks/:id/deliveries': { id: ID },
  'POST /api/account/webhooks/:id/replay': { id: ID, delivery_id: 1 },
  'GET /api/forecast-league/groups/:group_id': { group_id: ID },
  'PATCH /api/forecast-league/groups/:group_id': { group_id: ID, name: 'Friends' },
  'DELETE /api/forecast-league/groups/:group_id': { group_id: ID },
  'DELETE /api/forecast-league/groups/:group_id/members/:handle': { group_id: ID, handle: 'ana' },
  'GET /api/tipping/groups': {},
  'GET /api/tipping/open-groups': {},
  'POST /api/tipping/groups': { name: 'Friends', competitions: [{ kind: 'sport', sport: 'football' }] },
  'GET /api/tipping/groups/:group_id': { group_id: ID },
  'PATCH /api/tipping/groups/:group_id': { group_id: ID, name: 'Friends' },
  'DELETE /api/tipping/groups/:group_id': { group_id: ID },
  'POST /api/tipping/groups/:group_id/code': { group_id: ID },
  'GET /api/tipping/invitations/:code': { code: 'ABCDEFGH' },
  'POST /api/tipping/join': { code: 'ABCDEFGH' },
  'GET /api/tipping/groups/:group_id/members': { group_id: ID },
  'PUT /api/tipping/groups/:group_id/members/:handle': { group_id: ID, handle: 'ana', role: 'helper' },
  'DELETE /api/tipping/groups/:group_id/members/:handle': { group_id: ID, handle: 'ana' },
  // Talking with friends is no play.
  'GET /api/tipping/groups/:group_id/chat': { group_id: ID },
  'POST /api/tipping/groups/:group_id/chat': { group_id: ID, cid: ID, text: 'What a goal' },
  'POST /api/tipping/groups/:group_id/chat/:id/remove': { group_id: ID, id: '1' },
  'GET /api/tipping/groups/:group_id/chat-mutes': { group_id: ID },
  'PUT /api/tipping/groups/:group_id/chat-mutes/:handle': { group_id: ID, handle: 'ana', hours: 24 },
  'DELETE /api/tipping/groups/:group_id/chat-mutes/:handle': { group_id: ID, handle: 'ana' },
  'POST /api/tipping/groups/:group_id/telegram': { group_id: ID },
  'DELETE /api/tipping/groups/:group_id/telegram': { group_id: ID },
  'POST /api/tipping/groups/:group_id/import': { group_id: ID, mode: 'preview', members: 'Ana' },
  'GET /api/tipping/groups/:group_id/places': { group_id: ID },
  'PUT /api/tipping/groups/:group_id/places/:place_id': { group_id: ID, place_id: 1, handle: 'ana' },
  'DELETE /api/tipping/groups/:group_id/places/:place_id': { group_id: ID, place_id: 1 },
  'GET /api/tipping/groups/:group_id/rules': { group_id: ID },
  'PUT /api/tipping/groups/:group_id/rules': { group_id: ID, rules: PRESETS.classic },
  'GET /api/tipping/groups/:group_id/questions': { group_id: ID },
  'POST /api/tipping/groups/:group_id/questions': { group_id: ID, asked: QUESTION },
  'PUT /api/tipping/groups/:group_id/questions/:question_id': { group_id: ID, question_id: ID, asked: QUESTION },
  'DELETE /api/tipping/groups/:group_id/questions/:question_id': { group_id: ID, question_id: ID },
  'PUT /api/tipping/groups/:group_id/questions/:question_id/answer': { group_id: ID, question_id: ID, values: [1] },
  'PUT /api/tipping/groups/:group_id/questions/:question_id/result': { group_id: ID, question_id: ID, values: [1] },
  'GET /api/tipping/groups/:group_id/questions/:question_id/answers': { group_id: ID, question_id: ID },
  'GET /api/tipping/groups/:group_id/round': { group_id: ID },
  'PUT /api/tipping/groups/:group_id/tips': { group_id: ID, tips: [{ match_id: matchId, tip: { home: 1, away: 0 } }] },
  'GET /api/tipping/groups/:group_id/matches/:match_id/tips': { group_id: ID, match_id: matchId },
  'GET /api/tipping/groups/:group_id/table': { group_id: ID },
  'GET /api/tipping/groups/:group_id/history': { group_id: ID },
  'GET /api/tipping/groups/:group_id/table.csv': { group_id: ID },
  'GET /api/division': {},
  'GET /api/account/year/:year': { year: 2025 },
  'PUT /api/division': {},
  'DELETE /api/division': {},
  'GET /api/brackets': {},
  'GET /api/brackets/:league_id': { league_id },
  'PUT /api/brackets/:league_id': { league_id, drawn: '', orders: [], best: [], winners: [[1]], third_place: null, scores: [] },
  'DELETE /api/brackets/:league_id': { league_id },
  'GET /api/brackets/:league_id/table': { league_id },
  'GET /api/bracket-entries/:id': { id: ID },
  'GET /api/survivor': {},
  'POST /api/survivor/games': {
    ...{ league_id, kind: 'link', group_id: null, round: 'Round 1' },
    rules: { lives: 1, draw_survives: false },
  },
  'GET /api/survivor/games/:game_id': { game_id: ID },
  'POST /api/survivor/games/:game_id/join': { game_id: ID },
  'DELETE /api/survivor/games/:game_id/entry': { game_id: ID },
  'PUT /api/survivor/games/:game_id/pick': { game_id: ID, round: 'Round 1', team_id: 1 },
  'GET /api/survivor/games/:game_id/table': { game_id: ID },
  'GET /api/survivor/entries/:id': { id: ID },
  'GET /api/leagues': {},
  'GET /api/leagues/:id': { id: league_id },
  'GET /api/leagues/:id/standings': { id: league_id },
  'GET /api/leagues/:id/draw': { id: league_id },
  'GET /api/leagues/:id/fixtures': { id: league_id },
  'GET /api/leagues/:id/scorers': { id: league_id },
  'GET /api/teams/:id': { id: 1 },
  'GET /api/teams/:id/players': { id: 1 },
  'GET /api/teams/:id/strength': { id: 1 },
  'GET /api/matches/:id/players': { id: matchId },
  'GET /api/players/:id': { id: 1 },
  'GET /api/leagues/:id/outlook': { id: 1 },
  'GET /api/best': {},
  'GET /api/search': { q: 'team' },
  'GET /api/favorites': {},
  'POST /api/favorites': { match: [], team: [], league: [] },
  'PUT /api/favorites/:kind/:id': { kind: 'match', id: matchId },
  'DELETE /api/favorites/:kind/:id': { kind: 'match', id: matchId },
  'GET /api/notifications/settings': {},
  'PUT /api/notifications/settings': { ...NOTIFICATIONS },
  'POST /api/notifications/push': {
    endpoint: 'https://push.example.com/x',
    keys: { p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU', auth: 'A'.repeat(22) },
    vapid_public_key: 'A'.repeat(87),
  },
  'DELETE /api/notifications/push': {},
  'POST /api/notifications/push/test': {},
  'PUT /api/notifications/shield': { shield: '45' },
  'PUT /api/notifications/mute': { proof: 'x', is_muted: true },
  'DELETE /api/notifications/mutes': {},
  'GET /api/matches/:id/calendar.ics': { id: matchId },
  'GET /api/teams/:id/calendar.ics': { id: 1 },
  'GET /api/leagues/:id/calendar.ics': { id: 1 },
  // Reading when matches begin is no play.
  'POST /api/account/calendars': { kind: 'mine', locale: 'en', shows_results: false, alarm_minutes: null },
  'GET /api/account/calendars': {},
  'DELETE /api/account/calendars/:id': { id: ID },
  // Showing what was won before is no play.
  'POST /api/account/shares': { bet_id: ID, shows_name: false, shows_points: false },
  'GET /api/account/shares': {},
  'DELETE /api/account/shares/:id': { id: ID },
  'GET /api/shares/:id': { id: ID },

  'GET /api/auth/captcha': { action: 'login' },
  'GET /api/auth/register/meta': {},
  'GET /api/auth/me': {},
  'POST /api/auth/register': { email: 'a@example.com', password: 'x', password_confirm: 'x', agree: true, adult: true },
  'POST /api/auth/login': { email: 'a@example.com', password: 'x' },
  'POST /api/auth/refresh': {},
  'POST /api/auth/logout': {},
  'POST /api/auth/password/forgot': { email: 'a@example.com' },
  'POST /api/auth/password/reset': { email: 'a@example.com', code: '123456', password: 'x', password_confirm: 'x' },
  'POST /api/auth/not-me': { token: 'x' },
  'GET /api/auth/elsewhere': {},
  'POST /api/auth/elsewhere/begin': { provider: 'google', purpose: 'link' },
  'POST /api/auth/elsewhere/register': { agree: true, adult: true },
  'POST /api/auth/elsewhere/totp': { totp: '123456' },

  'POST /api/auth/email/send-code': {},
  'POST /api/auth/email/verify': { code: '123456' },
  'POST /api/notifications/unsubscribe': { token: 'x' },
  'GET /api/auth/code-delivery': { purpose: 'step_up' },
  'POST /api/auth/step-up/send-code': {},
  'POST /api/auth/step-up': { code: '123456' },
  'GET /api/account/sessions': {},
  'DELETE /api/account/sessions': {},
  'DELETE /api/account/sessions/:id': { id: ID },
  'POST /api/account/security/password': { current_password: 'x', password: 'x', password_confirm: 'x' },
  'GET /api/account/api-keys': {},
  'POST /api/account/api-keys': { name: 'My bot', scopes: ['read'], expires_days: null },
  'DELETE /api/account/api-keys/:id': { id: ID },
  'GET /api/v1/me': {},
  'GET /api/v1/me/balance': {},
  'GET /api/v1/me/bets': {},
  'GET /api/v1/me/groups': {},
  'GET /api/v1/me/groups/:id': { id: ID },
  'GET /api/v1/me/groups/:id/matches': { id: ID },
  // Tips stake nothing; refused with `tipping_paused` during a time away that closes tipping too.
  'PUT /api/v1/me/groups/:id/tips': { id: ID, tips: [{ match_id: matchId, tip: { home: 1, away: 0 } }] },
  'GET /api/account/two-factor': {},
  'POST /api/account/two-factor': {},
  'POST /api/account/two-factor/confirm': { totp: '123456' },
  'POST /api/account/two-factor/recovery-codes': {},
  'DELETE /api/account/two-factor': {},
  'DELETE /api/account/linked/:id': { id: ID },
  'POST /api/telegram/bind-token': {},
  'DELETE /api/telegram/bind': {},

  'GET /api/points/redeem': {},
  'POST /api/points/redeem/send-code': { channel: 'email' },
  'POST /api/points/redeem': { points: 1_000, channel: 'email', code: '123456' },
  'GET /api/points/redeem/requests': {},
  'GET /api/account/overview': {},
  'GET /api/account/points/history': {},
  'GET /api/account/points/history.csv': {},
  'POST /api/account/points/recalculate': {},
  'GET /api/account/bets': {},
  // Readable, although the code invites nobody (exclusions.test.ts).
  'GET /api/account/invite': {},
  'PATCH /api/account/profile': { display_name: 'Ana' },
  'POST /api/account/phone/send-code': { phone: PHONE },
  'POST /api/account/phone/verify': { phone: PHONE, code: '123456' },
  'DELETE /api/account/phone': {},
  'POST /api/auth/code-link': { token: 'A'.repeat(43) },
  'GET /api/account/limits': {},
  'PUT /api/account/limits': { kind: 'stake', period: 'day', amount: 100 },
  'POST /api/account/self-exclusion': { kind: 'time_out', hours: 24 },
  'POST /api/account/export': {},
  'POST /api/account/keep': {},
  'DELETE /api/account': {},
};

/** Creates a self-excluded user with points who has just stepped up. */
async function createExcluded({ pauses_tipping = false } = {}): Promise<TestUser> {
  const user = await createUser(test, 1_000);
  await test.deps.db
    .updateTable('sessions')
    .set({ stepped_up_at: new Date(TEST_NOW) })
    .where('user_id', '=', user.id)
    .execute();
  await excludeSelf(test.deps, { id: user.id, sessionId: randomUUID() }, { kind: 'self_exclusion', months: 6, pauses_tipping });
  return user;
}

describe('during a self-exclusion', () => {
  // Admins do not play, and what the open API tells everybody, or any key, knows no user.
  it.each(
    mountedOn(test.app)
      .filter(({ path, access }) => !path.startsWith('/api/admin/') && access !== 'open' && access !== 'read')
      .map((endpoint) => [nameOf(endpoint), endpoint] as const),
  )('%s is refused if it is play, and open otherwise', async (name, endpoint) => {
    const input = endpoint.isPlay ? PLAY[name] : OPEN[name];
    if (!input) throw new Error(`${name} is neither marked as play in the contract nor listed here as open`);
    const user = await createExcluded();
    const token = isOwnAccess(endpoint.access) ? (await makeKey(test, user)).key : user.token;
    const answer = await callApp(test.app, endpoint, input as never, { token, key: randomUUID() });
    if (isOwnAccess(endpoint.access)) expect(answer.status).not.toBe(401);
    const code = answer.problem?.code ?? 'none';
    if (endpoint.isPlay) expect([answer.status, code]).toEqual([403, 'self_excluded']);
    // Checks that the input was valid, so that the request was not refused for another reason first.
    else expect(code).not.toMatch(/^(self_excluded|missing_fields|invalid_payload|invalid_query|idempotency_key_required|internal)$/);
  });

  it('endpoints that are play are open to users without an exclusion', async () => {
    const { id, token } = await createUser(test, 1_000);
    await test.deps.db
      .updateTable('users')
      .set({ email_verified_at: new Date(TEST_NOW) })
      .where('id', '=', id)
      .execute();
    for (const [name, input] of Object.entries(PLAY)) {
      const endpoint = mountedOn(test.app).find((one) => nameOf(one) === name)!;
      expect(endpoint.isPlay, name).toBe(true);
      expect((await callApp(test.app, endpoint, input as never, { token, key: randomUUID() })).status, name).toBeLessThan(300);
    }
  });
});

describe('during a time away that closes tipping too', () => {
  /** What concerns no entry of one's own: reading, leaving, withdrawing, and what owners owe their groups. */
  const STAYS_OPEN = new Set([
    ...['DELETE /api/survivor/games/:game_id/entry', 'DELETE /api/division'],
    ...['DELETE /api/brackets/:league_id', 'DELETE /api/forecast-league/forecasts/:match_id'],
    ...['PATCH /api/forecast-league/groups/:group_id', 'DELETE /api/forecast-league/groups/:group_id'],
    'DELETE /api/forecast-league/groups/:group_id/members/:handle',
    ...['PATCH /api/tipping/groups/:group_id', 'DELETE /api/tipping/groups/:group_id', 'POST /api/tipping/groups/:group_id/code'],
    ...['PUT /api/tipping/groups/:group_id/members/:handle', 'DELETE /api/tipping/groups/:group_id/members/:handle'],
    ...['POST /api/tipping/groups/:group_id/chat', 'POST /api/tipping/groups/:group_id/chat/:id/remove'],
    ...['PUT /api/tipping/groups/:group_id/chat-mutes/:handle', 'DELETE /api/tipping/groups/:group_id/chat-mutes/:handle'],
    ...['POST /api/tipping/groups/:group_id/telegram', 'DELETE /api/tipping/groups/:group_id/telegram'],
    ...['POST /api/tipping/groups/:group_id/import', 'PUT /api/tipping/groups/:group_id/rules'],
    ...['PUT /api/tipping/groups/:group_id/places/:place_id', 'DELETE /api/tipping/groups/:group_id/places/:place_id'],
    ...['POST /api/tipping/groups/:group_id/questions', 'PUT /api/tipping/groups/:group_id/questions/:question_id'],
    ...['DELETE /api/tipping/groups/:group_id/questions/:question_id', 'PUT /api/tipping/groups/:group_id/questions/:question_id/result'],
  ]);
  const changes = mountedOn(test.app).filter(
    ({ method, path }) => method !== 'GET' && /^\/api\/(v1|tipping|forecast-league|brackets|survivor|division)(\/|$)/.test(path),
  );

  it('each change of forecasts, tips, brackets and divisions is refused, or stays open for a reason', async () => {
    const user = await createExcluded({ pauses_tipping: true });
    const { key } = await makeKey(test, user);
    for (const endpoint of changes) {
      const name = nameOf(endpoint);
      const token = isOwnAccess(endpoint.access) ? key : user.token;
      const { status, problem } = await callApp(test.app, endpoint, OPEN[name] as never, { token, key: randomUUID() });
      if (STAYS_OPEN.has(name)) expect(problem?.code, name).not.toBe('tipping_paused');
      else expect([name, status, problem?.code]).toEqual([name, 403, 'tipping_paused']);
    }
  });

  it('ends with it, and cannot be shortened or undone', async () => {
    const { id } = await createExcluded({ pauses_tipping: true });
    const caller = { id, sessionId: randomUUID() };
    const until = '2027-05-20T12:00:00.000Z';
    await excludeSelf(test.deps, caller, { kind: 'time_out', hours: 24, pauses_tipping: true });
    await excludeSelf(test.deps, caller, { kind: 'self_exclusion', months: 12 });
    const limits = await limitsOf(test.deps, test.deps.db, id);
    expect(limits).toMatchObject({ exclusion: { until: '2027-11-20T12:00:00.000Z' }, tipping_paused_until: until });
    await expect(requireTipping(test.deps.db, id, new Date(Date.parse(until) - 1))).rejects.toThrow('tipping_paused');
    await requireTipping(test.deps.db, id, new Date(until));
  });

  it('can be chosen later, while play is closed already', async () => {
    const { id } = await createExcluded();
    const present = await excludeSelf(test.deps, { id, sessionId: randomUUID() }, { kind: 'time_out', hours: 24, pauses_tipping: true });
    expect(present).toEqual({ kind: 'self_exclusion', until: '2027-05-20T12:00:00.000Z' });
    expect((await limitsOf(test.deps, test.deps.db, id)).tipping_paused_until).toBe('2026-11-21T12:00:00.000Z');
  });
});
