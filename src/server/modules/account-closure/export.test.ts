import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { exportData } from '#contract/account-closure.ts';
import { stepUp } from '#contract/auth.ts';
import { placeBet } from '#contract/bets.ts';
import { reportChatMessage } from '#contract/chat.ts';
import { createForecastGroup, putForecast } from '#contract/forecast-league.ts';
import { createTippingGroup } from '#contract/tipping-groups.ts';
import { importTipping } from '#contract/tipping-import.ts';
import { answerTippingQuestion, askTippingQuestion } from '#contract/tipping-questions.ts';
import { putTips } from '#contract/tipping-tips.ts';
import { adjustTransfer } from '#domain/ledger/ledger.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createRooms, saidIn } from '#test/support/chat.ts';
import { createContest, createMatch, givePoints } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { createOwner, OWNER_PASSWORD, type Owner, signIn } from '#test/support/owner.ts';
import { createWithdrawal } from '#test/support/withdrawals.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  await test.current.deps.db.deleteFrom('messages').execute();
});

const ask = async (token: string): Promise<Response> =>
  test.current.app.request(exportData.path, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });

/** Creates a user who has just stepped up. */
async function ownerHere(): Promise<Owner & { token: string }> {
  const owner = await createOwner(test.current);
  const { token } = await signIn(test.current, owner);
  await callApp(test.current.app, stepUp, { password: OWNER_PASSWORD }, { token });
  return { ...owner, token };
}

async function filesOf(response: Response): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

const linesOf = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n');

describe('the data export', () => {
  it('contains everything stored about a user, and nothing about others', async () => {
    const { app, deps } = test.current;
    const [owner, other] = [await ownerHere(), await ownerHere()];
    for (const { id } of [owner, other]) await givePoints(deps.db, id, 5_000, deps.now());
    const matchId = await createMatch(deps.db, { kickoffAt: new Date('2026-11-21T18:00:00Z') });
    await createContest(deps.db, matchId, deps.now());
    for (const { token } of [owner, other]) {
      const input = { market: 'wdl', match_id: matchId, pick: 'home', stake: 120 } as const;
      await callApp(app, placeBet, input, { token, headers: { 'Idempotency-Key': crypto.randomUUID() } });
    }
    for (const wallet_address of ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'])
      await deps.db.updateTable('users').set({ wallet_address }).where('id', '=', owner.id).execute();
    await createWithdrawal(test.current, owner);
    for (const { token } of [owner, other]) {
      await callApp(app, putForecast, { match_id: matchId, home: 60, draw: 30, away: 10 }, { token });
      await callApp(app, createForecastGroup, { name: 'Friends' }, { token });
      const competitions = [{ kind: 'sport', sport: 'football' }] as const;
      const group = await callApp(
        app,
        createTippingGroup,
        { name: 'Tippers', competitions: [...competitions], round_kind: 'day' },
        { token },
      );
      await callApp(app, importTipping, { group_id: group.reply.id, mode: 'import', members: 'Heinz' }, { token });
      const question = {
        kind: 'player',
        text: 'Who scores first?',
        points: 3,
        deadline: new Date(Date.parse(TEST_NOW) + 60_000).toISOString(),
      } as const;
      const asked = await callApp(app, askTippingQuestion, { group_id: group.reply.id, asked: question }, { token });
      const answer = { group_id: group.reply.id, question_id: asked.reply.id, values: [token === owner.token ? 'Ada Own' : 'Bea Other'] };
      await callApp(app, answerTippingQuestion, answer, { token });
      await callApp(app, putTips, { group_id: group.reply.id, tips: [{ match_id: matchId, tip: { home: 3, away: 1 } }] }, { token });
    }
    const room = await createRooms(test.current);
    const [said, heard] = [await saidIn(test.current, owner, room, '=mine'), await saidIn(test.current, other, room, 'theirs')];
    await callApp(app, reportChatMessage, { id: heard, reason: 'spoiler' }, { token: owner.token });
    await callApp(app, reportChatMessage, { id: said, reason: 'abuse' }, { token: other.token });

    const response = await ask(owner.token);
    expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
      200,
      'application/zip',
      'attachment; filename="matchpoint.zip"',
    ]);
    const files = await filesOf(response);
    expect(Object.keys(files)).toEqual([
      ...[
        'read-me.txt',
        'account.json',
        'sessions.json',
        'linked-accounts.json',
        'limits.json',
        'favorites.json',
        'notifications.json',
        'webhooks.json',
        'messages.json',
      ],
      ...[
        'invitees.json',
        'withdrawals.json',
        'operators.json',
        'check-ins.json',
        'active-days.json',
        'points.csv',
        'bets.csv',
        'forecasts.csv',
        'forecast-leagues.json',
        'tipping-groups.json',
        'tips.csv',
        'bonus-answers.json',
        'brackets.json',
        'survivor.json',
        'divisions.json',
        'shares.json',
        'calendars.json',
        'chat-messages.csv',
        'chat.json',
      ],
    ]);
    for (const name of Object.keys(files).slice(1)) expect(files['read-me.txt']).toContain(name);
    expect(JSON.parse(files['account.json']!)).toMatchObject({
      ...{ id: owner.id, email: owner.email, created_at: TEST_NOW, invite: null },
      ...{ wallet_address: 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', past_wallets: ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'] },
    });
    expect(JSON.parse(files['sessions.json']!)).toHaveLength(1);
    expect(linesOf(files['bets.csv']!).map((line) => line.split(',').slice(2, 6))).toEqual([
      ['match_id', 'market', 'pick', 'stake'],
      [String(matchId), 'wdl', 'home', '120'],
    ]);
    expect(linesOf(files['forecasts.csv']!).map((line) => line.split(',').slice(0, 4))).toEqual([
      ['match_id', 'home', 'draw', 'away'],
      [String(matchId), '60', '30', '10'],
    ]);
    expect(JSON.parse(files['forecast-leagues.json']!)).toMatchObject([{ name: 'Friends', is_owner: true }]);
    expect(JSON.parse(files['tipping-groups.json']!)).toMatchObject({
      memberships: [{ name: 'Tippers', role: 'owner', left_at: null }],
      imports: [{ places: 1, tips: 0, changed: 0 }],
    });
    expect(linesOf(files['tips.csv']!).map((line) => line.split(',').slice(2))).toEqual([
      ['match_id', 'home', 'away', 'is_joker', 'entered_at'],
      [String(matchId), '3', '1', 'false', TEST_NOW],
    ]);
    expect(JSON.parse(files['bonus-answers.json']!)).toMatchObject([
      { question: { text: 'Who scores first?' }, answer: ['Ada Own'], answered_at: TEST_NOW },
    ]);
    expect(linesOf(files['chat-messages.csv']!).map((line) => line.split(',').slice(0, 5))).toEqual([
      ['id', 'match_id', 'locale', 'created_at', 'text'],
      [said, String(room), 'en', TEST_NOW, "'=mine"],
    ]);
    const reported = { message_id: Number(heard), reason: 'spoiler', state: 'open' };
    expect(JSON.parse(files['chat.json']!)).toMatchObject({ reports: [reported], mutes: [], group_mutes: [], ignored: [] });
    expect(JSON.parse(files['withdrawals.json']!)).toMatchObject([
      {
        points: 1_000,
        amount: '1.00',
        wallet_address: expect.stringMatching(/^T/),
        contact: owner.email,
        status: 'pending',
      },
    ]);
    // Both sides of the points held for a withdrawal belong to the owner.
    const points = linesOf(files['points.csv']!).map((line) => line.split(',').slice(2, 6).join(' '));
    expect(points).toEqual([
      'kind source delta balance',
      'balance manual_adjust 5000 5000',
      'balance bet_stake -120 4880',
      'balance redeem -1000 3880',
      'held redeem 1000 1000',
    ]);
    const whole = Object.values(files).join('\n');
    expect(whole).not.toContain(other.id);
    expect(whole).not.toContain(other.email);
    expect(whole).not.toMatch(/argon2|password_hash|totp_secret/);
  });

  it('reads a long history to its end, page by page', async () => {
    const { deps } = test.current;
    const owner = await ownerHere();
    const drafts = Array.from({ length: 2_500 }, (_, i) =>
      adjustTransfer(`${owner.id} ${i}`, owner.id, 1 + i, 'manual_adjust', `=note ${i}, "quoted"`),
    );
    await transact(deps, (db) => postTransfers(db, drafts, deps.now()));
    const lines = linesOf((await filesOf(await ask(owner.token)))['points.csv']!);
    expect(lines).toHaveLength(2_501);
    expect(new Set(lines.slice(1).map((line) => line.split(',')[0])).size).toBe(2_500);
    expect(lines[1]).toContain(`"'=note 0, ""quoted"""`);
  });

  it('requires a step-up, and notifies the owner', async () => {
    const owner = await createOwner(test.current);
    const { token } = await signIn(test.current, owner);
    const refused = await ask(token);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'step_up_required']);
    expect(await takeMessages(test.current)).toEqual([]);
    await callApp(test.current.app, stepUp, { password: OWNER_PASSWORD }, { token });
    expect((await ask(token)).status).toBe(200);
    expect((await takeMessages(test.current)).map(({ to, content }) => [to, content.kind])).toEqual([[owner.email, 'data_exported']]);
  });

  it('is created three times an hour at most, even for simultaneous requests', async () => {
    const owner = await ownerHere();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(owner.token)));
    const made = answers.filter(({ status }) => status === 200);
    expect([made.length, answers.filter(({ status }) => status === 429).length]).toEqual([3, 17]);
    for (const response of made) expect(JSON.parse((await filesOf(response))['account.json']!).id).toBe(owner.id);
  });

  it('stops when the client disconnects', async () => {
    const owner = await ownerHere();
    const response = await ask(owner.token);
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(await test.current.deps.db.selectFrom('users').select('id').where('id', '=', owner.id).execute()).toHaveLength(1);
  });
});
