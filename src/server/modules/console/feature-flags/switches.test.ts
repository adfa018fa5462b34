import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { register, registerMeta } from '#contract/auth.ts';
import { placeBet } from '#contract/bets.ts';
import { listContests } from '#contract/contests.ts';
import { changeNotice, changeSwitch, getNotice, listSwitches, type Switch } from '#contract/feature-flags.ts';
import { getMeta } from '#contract/meta.ts';
import { createSiteBoard } from '#server/platform/feature-flags/feature-flags.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser } from '#test/support/factories.ts';
import { noticeSiteSettings } from './service.ts';

const test = useTestApp();

const turn = async (name: Switch, isOn: boolean, reason = 'Maintenance') => {
  const { token } = await createAdmin(test.current, 'super');
  return callApp(test.current.app, changeSwitch, { name, is_on: isOn, reason }, { token });
};
const readMeta = async () => (await callApp(test.current.app, getMeta, {})).reply;
const auditOf = (kind: string) =>
  test.current.deps.db.selectFrom('audit_log').selectAll().where('subject_kind', '=', kind).orderBy('id').execute();

afterEach(async () => {
  for (const name of ['staking', 'redeem', 'chat', 'sign_up'] as const) await turn(name, true);
});

describe('feature flags', () => {
  it('are on until changed, and show who changed them', async () => {
    const { token, id, email } = await createAdmin(test.current, 'super');
    const before = (await callApp(test.current.app, listSwitches, {}, { token })).reply.items;
    expect(before.map(({ name, is_on }) => [name, is_on])).toEqual([
      ['staking', true],
      ['redeem', true],
      ['chat', true],
      ['sign_up', true],
    ]);
    const { reply } = await callApp(test.current.app, changeSwitch, { name: 'chat', is_on: false, reason: 'Spam' }, { token });
    expect(reply.items[2]).toEqual({ name: 'chat', is_on: false, changed: { admin_id: id, email, at: TEST_NOW } });
    expect((await readMeta()).switches).toEqual({ staking: true, redeem: true, chat: false, sign_up: true });
  });

  it('write one audit log row per change, and none if nothing changes', async () => {
    const before = (await auditOf('switch')).length;
    await turn('redeem', false, 'Wallet service is down');
    await turn('redeem', false, 'Again');
    const rows = (await auditOf('switch')).slice(before);
    expect(rows).toMatchObject([
      { action: 'switch.off', subject_id: 'redeem', before: { is_on: true }, after: { is_on: false }, reason: 'Wallet service is down' },
    ]);
  });

  it('write one audit log row when many admins make the same change at once', async () => {
    const before = (await auditOf('switch')).length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => turn('redeem', false)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await auditOf('switch')).toHaveLength(before + 1);
  });

  it('require a reason', async () => {
    expect((await turn('staking', false, '  ')).problem).toMatchObject({ status: 422, code: 'reason_required' });
    expect((await readMeta()).switches.staking).toBe(true);
  });

  it('refresh every page at once, and those of other processes at their next poll', async () => {
    const elsewhere = { ...test.current.deps, site: createSiteBoard() };
    await noticeSiteSettings(elsewhere);
    const told = test.current.published.length;
    await turn('staking', false);
    expect(test.current.published.slice(told)).toEqual([{ topic: 'site', change: { t: 'refetch' } }]);
    expect(elsewhere.site.settings().switches.staking).toBe(true);
    await noticeSiteSettings(elsewhere);
    expect(elsewhere.site.settings().switches.staking).toBe(false);
    const quiet = test.current.published.length;
    await noticeSiteSettings(elsewhere);
    expect(test.current.published).toHaveLength(quiet);
  });
});

describe('staking switched off', () => {
  it('rejects stakes, replays receipts of stakes placed before, and suspends prices', async () => {
    const { app, deps } = test.current;
    const matchId = await createMatch(deps.db, { kickoffAt: new Date('2026-11-20T18:00:00Z') });
    for (const market of ['wdl', '1x2'] as const) await createContest(deps.db, matchId, deps.now(), market);
    const { token } = await createUser(test.current, 1_000);
    const stake = { market: 'wdl', match_id: matchId, pick: 'home', stake: 10 } as const;
    const key = randomUUID();
    const first = await callApp(app, placeBet, stake, { token, key });
    expect(first.status).toBe(201);
    await turn('staking', false);
    const refused = await callApp(app, placeBet, stake, { token, key: randomUUID() });
    expect(refused.problem).toMatchObject({ status: 503, code: 'switched_off', params: { what: 'staking' } });
    const again = await callApp(app, placeBet, stake, { token, key });
    expect(again.reply).toEqual(first.reply);
    const { items } = (await callApp(app, listContests, { id: matchId })).reply;
    expect(items.find(({ market }) => market === '1x2')?.quote).toMatchObject({ state: 'suspended', suspension: 'staking_closed' });
    await turn('staking', true);
    expect((await callApp(app, placeBet, stake, { token, key: randomUUID() })).status).toBe(201);
  });
});

it('sign_up switched off rejects registrations and shows that before a form is filled in', async () => {
  const { app } = test.current;
  expect((await callApp(app, registerMeta, {})).reply.is_open).toBe(true);
  await turn('sign_up', false);
  expect((await callApp(app, registerMeta, {})).reply.is_open).toBe(false);
  const form = {
    email: 'new@example.com',
    password: 'Str0ngEnough!',
    password_confirm: 'Str0ngEnough!',
    agree: true,
    adult: true,
    captcha: 'none',
  };
  const { problem } = await callApp(app, register, form);
  expect(problem).toMatchObject({ status: 503, code: 'switched_off', params: { what: 'sign_up' } });
});

describe('the notice', () => {
  const words = { tone: 'warning', en: 'Payouts are late today.', zh_cn: '今日提现有延迟。', vi: 'Hôm nay trả thưởng chậm.' } as const;
  const change = async (input: Partial<Parameters<typeof callApp<typeof changeNotice>>[2]>) => {
    const { token } = await createAdmin(test.current, 'super');
    const notice = { ...words, shown_until: null, reason: 'Payouts', ...input };
    return callApp(test.current.app, changeNotice, notice, { token });
  };

  it('is sent to every page in all languages until its end', async () => {
    const until = new Date(test.current.clock.now().getTime() + 60_000).toISOString();
    const { reply } = await change({ shown_until: until });
    expect(reply).toMatchObject({ is_shown: true, notice: { ...words, shown_until: until } });
    expect((await readMeta()).notice).toMatchObject({ ...words, shown_until: until });
    test.current.clock.advance(60_000);
    expect((await readMeta()).notice).toBeNull();
    const { token } = await createAdmin(test.current, 'viewer');
    expect((await callApp(test.current.app, getNotice, {}, { token })).reply).toMatchObject({ is_shown: false, notice: words });
    test.current.clock.set(TEST_NOW);
  });

  it('gets a new id with every change, audited with what it replaced', async () => {
    await change({ en: 'First' });
    const first = (await readMeta()).notice!.id;
    await change({ en: 'Second', reason: 'Better words' });
    expect((await readMeta()).notice).toMatchObject({ en: 'Second' });
    expect((await readMeta()).notice!.id).not.toBe(first);
    const last = (await auditOf('notice')).at(-1);
    expect(last).toMatchObject({ before: { en: 'First' }, after: { en: 'Second' }, reason: 'Better words' });
  });

  it('disappears when its texts are cleared', async () => {
    await change({});
    const { reply } = await change({ en: ' ', zh_cn: '', vi: '' });
    expect(reply).toEqual({ notice: null, is_shown: false });
    expect((await readMeta()).notice).toBeNull();
  });

  it.each([
    ['an end that is over', { shown_until: '2020-01-01T00:00:00.000Z' }, 'invalid_payload'],
    ['a text that is too long', { vi: 'x'.repeat(301) }, 'invalid_payload'],
    ['no reason', { reason: '' }, 'reason_required'],
  ])('is rejected with %s', async (_, input, code) => {
    expect((await change(input)).problem.code).toBe(code);
  });
});

it('of two concurrent reads of the settings, the one started last wins, whichever ends first', async () => {
  const board = createSiteBoard();
  const on = { staking: true, redeem: true, chat: true, sign_up: true };
  let release = () => {};
  const slow = board.renew(() => new Promise((done) => (release = () => done({ switches: on, notice: null }))));
  expect(await board.renew(async () => ({ switches: { ...on, chat: false }, notice: null }))).toBe(true);
  release();
  expect(await slow).toBe(false);
  expect(board.settings().switches.chat).toBe(false);
});
