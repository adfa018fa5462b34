import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beGuest, beUser, makeHistory, makeInvite, makeLedgerRow, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeBrief, makeLeague, makeMatch, makeMeta, makeScore } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { catchSavedFiles } from '#test/web/saved-files.ts';
import { t } from '#test/web/words.ts';
import { writeDate } from '#texts/write.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import type { Invite } from '#web/features/referrals/api.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { timeZone } from '#web/lib/dates.ts';
import { PHONE } from '#web/lib/use-media.ts';

const OVERVIEW = 'GET /api/account/overview';
const HISTORY = 'GET /api/account/points/history';
const INVITE = 'GET /api/account/invite';
const CHECK_IN = 'POST /api/points/daily-checkin';

const media = window.matchMedia;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on(OVERVIEW, { json: makeOverview() });
  server.on(HISTORY, { json: makeHistory([]) });
  server.on(INVITE, { json: makeInvite() });
  await chooseLocale('en');
});
afterEach(() => {
  window.matchMedia = media;
});
afterAll(() => server.stop());

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
/** What is shown with a label. */
const fact = (label: string) => screen.getByText(label).parentElement?.textContent?.replace(label, '');
const failure = { status: 500, json: { code: 'internal', detail: 'Something went wrong on our side.' } };

describe('the overview', () => {
  it('shows points, level and stats', async () => {
    server.on(OVERVIEW, { json: makeOverview({ stats: { held: 1_200 } }) });
    renderSite('/account');
    expect(await screen.findByText(t('account.held', { points: '1,200' }))).toBeTruthy();
    expect(screen.getByText(`${t('common.points_short')} · ${t('account.usdt', { usdt: '12.48' })}`)).toBeTruthy();
    expect(
      screen.getByText(t('account.level_progress', { from: '3,400', to: '3,900', next: t('account.tier.gold', { step: 'III' }) })),
    ).toBeTruthy();
    const level = t('account.level_label', { level: t('account.tier.gold', { step: 'II' }), experience: '3,400' });
    expect(screen.getByRole('progressbar', { name: level }).getAttribute('aria-valuenow')).toBe('3400');
    expect(fact(t('account.win_rate'))).toBe('56%');
    expect(fact(t('account.rank'))).toBe(t('account.rank_value', { rank: 214 }) + t('account.rank_next', { points: 40, rank: 213 }));
    expect(fact(t('account.earned_in_all'))).toBe('900');
    expect(fact(t('account.spent_in_all'))).toBe('300');
    expect(screen.getByText(t('account.streak', { days: 4 }))).toBeTruthy();
  });

  it('has no win rate before the first settled bet, and no next level at the top', async () => {
    const top = {
      win_rate: null,
      rank: null,
      next_rank: null,
      level: 'master_i',
      experience: 15_500,
      level_from: 15_000,
      level_to: null,
    } as const;
    server.on(OVERVIEW, { json: makeOverview({ stats: top }) });
    renderSite('/account');
    expect(await screen.findByText(t('account.level_top', { experience: '15,500' }))).toBeTruthy();
    expect(fact(t('account.win_rate'))).toBe(t('account.none_yet'));
  });

  it('shows where every level begins, and what gives experience', async () => {
    renderSite('/account');
    await userEvent.click(await screen.findByText(t('account.levels_heading')));
    const levels = within(screen.getByText(t('account.tier.bronze', { step: 'I' })).closest('ol') as HTMLElement).getAllByRole('listitem');
    expect(levels).toHaveLength(14);
    expect(levels.at(-1)?.textContent).toBe(t('account.tier.master', { step: 'I' }) + t('account.level_from', { experience: '15,000' }));
    expect(levels.filter((level) => level.getAttribute('aria-current')).map((level) => level.textContent)).toEqual([
      t('account.tier.gold', { step: 'II' }) + t('account.level_from', { experience: '2,900' }),
    ]);
    expect(screen.getByText(t('account.levels_rule', { settled: 10, hit: 20, check_in: 5, max: 200, least: 10 }))).toBeTruthy();
  });

  it('verifies the points on request', async () => {
    server.on('POST /api/account/points/recalculate', { json: { balance: 12_500, proven: true } }, failure);
    renderSite('/account');
    await userEvent.click(await screen.findByRole('button', { name: t('account.recalculate') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('account.recalculated', { points: '12,500' })}`]));
    await userEvent.click(screen.getByRole('button', { name: t('account.recalculate') }));
    await waitFor(() => expect(toasts()[1]).toBe(`error: ${t('account.recalculation_failed')}. ${failure.json.detail}`));
  });

  it('shows a loading error for each part by itself', async () => {
    for (const call of [OVERVIEW, HISTORY, INVITE]) server.on(call, failure);
    renderSite('/account');
    expect(await screen.findByText(t('account.overview_failed'))).toBeTruthy();
    expect(await screen.findByText(t('account.history_failed'))).toBeTruthy();
    expect(await screen.findByText(t('account.invite_failed'))).toBeTruthy();
  });

  it('ends with signing out on the phone, which the top bar’s menu has elsewhere', async () => {
    renderSite('/account');
    await screen.findByRole('link', { name: t('titles.forecast_league') });
    expect(screen.queryByRole('button', { name: t('shell.sign_out') })).toBeNull();
    cleanup();
    window.matchMedia = (query) => Object.assign(media(query), { matches: query === PHONE });
    server.on('POST /api/auth/logout', { json: {} });
    renderSite('/account');
    await userEvent.click(await screen.findByRole('button', { name: t('shell.sign_out') }));
    expect(await screen.findByText(t('account.signed_out'))).toBeTruthy();
    expect(server.calls()).toContain('POST /api/auth/logout');
    expect(toasts()).toEqual([`info: ${t('shell.signed_out')}`]);
  });

  it('asks guests to sign in, shows them a match meanwhile, and makes no request about them', async () => {
    beGuest();
    server.on('GET /api/matches/recommended', { json: { match: { ...makeMatch({ id: 7 }), league: makeLeague() } } });
    renderSite('/account');
    expect(await screen.findByText(t('account.signed_out'))).toBeTruthy();
    expect((await screen.findByRole('link', { name: t('matches.predict') })).getAttribute('href')).toBe('/match/7');
    expect(server.calls().filter((call) => call.includes('/account/'))).toEqual([]);
  });
});

describe('the daily check-in', () => {
  const days = async () => {
    const list = (await screen.findByText(t('account.day_done', { day: 1 }))).closest('ol') as HTMLElement;
    return within(list)
      .getAllByRole('listitem')
      .map((day) => day.firstChild?.textContent);
  };

  it('shows collected days, the open one, and those to come', async () => {
    renderSite('/account');
    expect(await days()).toEqual([
      t('account.day_done', { day: 1 }),
      t('account.day_done', { day: 2 }),
      t('account.day_done', { day: 3 }),
      t('account.day_done', { day: 4 }),
      t('account.day_today', { day: 5, points: 20 }),
      t('account.day_later', { day: 6, points: 20 }),
      t('account.day_later', { day: 7, points: 30 }),
    ]);
    expect(screen.getByText(/^(1:00:00|0:59:\d\d)$/)).toBeTruthy();
  });

  it('starts over after the seventh day', async () => {
    server.on(OVERVIEW, { json: makeOverview({ check_in: { streak: 8, checked_in_today: true, points_today: 10 } }) });
    renderSite('/account');
    expect((await days()).slice(0, 2)).toEqual([t('account.day_done', { day: 1 }), t('account.day_later', { day: 2, points: 10 })]);
    expect(screen.getByText(t('account.checked_in', { points: 10 }))).toBeTruthy();
    expect(screen.queryByRole('button', { name: new RegExp(t('account.check_in_for', { points: 10 }).replace('10', '\\d+')) })).toBeNull();
  });

  it('collects, and shows the balance and the day of the answer', async () => {
    server.on(CHECK_IN, { json: { points: 20, streak: 5, balance: 12_500 } });
    renderSite('/account');
    const button = await screen.findByRole('button', { name: t('account.check_in_for', { points: 20 }) });
    const after = { stats: { points_balance: 12_500 }, check_in: { streak: 5, checked_in_today: true } };
    server.on(OVERVIEW, { json: makeOverview(after) });
    await userEvent.click(button);
    expect(await screen.findByText(t('account.checked_in', { points: 20 }))).toBeTruthy();
    expect(toasts()).toEqual([`success: ${t('account.check_in_done', { streak: 5, points: 20 })}`]);
    expect(screen.getByRole('link', { name: t('shell.your_points', { points: '12,500' }) })).toBeTruthy();
  });

  it('sends the same key on a retry', async () => {
    server.on(CHECK_IN, { status: 503, json: { code: 'unavailable', detail: 'Not available at the moment.' } });
    renderSite('/account');
    const button = await screen.findByRole('button', { name: t('account.check_in_for', { points: 20 }) });
    await userEvent.click(button);
    await waitFor(() => expect(toasts()).toEqual([`error: ${t('account.check_in_failed', { reason: 'Not available at the moment.' })}`]));
    await userEvent.click(button);
    const keys = () => server.heard.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys()[1]).toBe(keys()[0]);
  });

  it('notices that another tab was first', async () => {
    server.on(CHECK_IN, { status: 409, json: { code: 'already_checked_in', detail: 'You have already checked in today.' } });
    renderSite('/account');
    const button = await screen.findByRole('button', { name: t('account.check_in_for', { points: 20 }) });
    server.on(OVERVIEW, { json: makeOverview({ check_in: { streak: 5, checked_in_today: true } }) });
    await userEvent.click(button);
    expect(await screen.findByText(t('account.checked_in', { points: 20 }))).toBeTruthy();
    expect(toasts()).toEqual([`error: ${t('account.check_in_failed', { reason: 'You have already checked in today.' })}`]);
  });
});

describe('the points history', () => {
  const files = catchSavedFiles();
  /** Days begin in the page's time zone. */
  const tz = timeZone();
  const asked = () => server.heard.filter(({ path }) => path === '/api/account/points/history').map(({ query }) => query);

  it('describes each row with its match, and a refund as a refund', async () => {
    const match = makeBrief({ status: 'ft', score: makeScore(2, 1) });
    server.on(HISTORY, {
      json: makeHistory([
        makeLedgerRow({ source: 'contest_reward', delta: 920, balance: 12_480, match }),
        makeLedgerRow({ source: 'bet_stake', delta: -500, match: makeBrief() }),
        makeLedgerRow({ source: 'contest_refund', delta: 250, match: makeBrief({ status: 'pst' }) }),
        makeLedgerRow({ source: 'redeem', delta: -10_000, status: 'pending', note: 'TXk9f2…8Qp3a' }),
      ]),
    });
    renderSite('/account?tab=history');
    const teams = t('account.versus', { home: 'Avalon Town', away: 'Northgate' });
    const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);
    expect((await row(`${t('account.source.contest_reward')} · Avalon Town 2–1 Northgate`)).getByText('+920')).toBeTruthy();
    expect((await row(`${t('account.source.bet_stake')} · ${teams}`)).getByText('−500')).toBeTruthy();
    expect((await row(`${t('account.source.contest_refund')} · ${teams}`)).getByText('+250')).toBeTruthy();
    const redeem = within(screen.getByText(t('account.status.pending'), { ignore: 'option' }).closest('tr') as HTMLElement);
    expect(redeem.getByText(t('account.source.redeem'))).toBeTruthy();
    expect(redeem.getByText('TXk9f2…8Qp3a')).toBeTruthy();
  });

  it('keeps its filters and page in the address, and requests just those', async () => {
    server.on(HISTORY, { json: makeHistory([makeLedgerRow()], { total: 31 }) });
    const { path } = renderSite('/account?tab=history&type=both&source=theft&from=yesterday');
    await screen.findByText(t('common.page_range', { from: '1', to: '20', total: '31' }));
    await userEvent.click(screen.getByRole('radio', { name: t('account.type_credit') }));
    await userEvent.selectOptions(screen.getByLabelText(t('account.filter_source')), t('account.source_name.daily_login'));
    await userEvent.type(screen.getByLabelText(t('account.filter_from')), '2026-11-01');
    await waitFor(() => expect(path()).toBe('/account?tab=history&type=credit&source=daily_login&from=2026-11-01'));
    await userEvent.click(await screen.findByRole('link', { name: t('common.page_next') }));
    await waitFor(() => expect(path()).toBe('/account?tab=history&type=credit&source=daily_login&from=2026-11-01&page=2'));
    await waitFor(() => expect(asked().at(-1)).toEqual({ type: 'credit', source: 'daily_login', from: '2026-11-01', page: '2', tz }));
    expect(asked()[0]).toEqual({ page: '1', tz });
    await userEvent.click(screen.getByRole('button', { name: t('account.clear_filters') }));
    await waitFor(() => expect(path()).toBe('/account?tab=history'));
  });

  it('is filtered by status; an unknown one is ignored', async () => {
    server.on(HISTORY, { json: makeHistory([makeLedgerRow()]) });
    const { path } = renderSite('/account?tab=history&status=lost');
    await userEvent.selectOptions(await screen.findByLabelText(t('account.filter_status')), t('account.status.pending'));
    await waitFor(() => expect(path()).toBe('/account?tab=history&status=pending'));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ status: 'pending' }));
    expect(asked()[0]).not.toHaveProperty('status');
  });

  it('makes no request while the first date is after the last', async () => {
    renderSite('/account?tab=history&from=2026-11-20&to=2026-11-01');
    expect(await screen.findByText(t('account.bad_range'))).toBeTruthy();
    expect(asked()).toEqual([]);
  });

  it('is saved as a file with the filtered rows, or shows why not', async () => {
    const FILE = 'GET /api/account/points/history.csv';
    server.on(FILE, { text: 'id,delta', headers: { 'Content-Type': 'text/csv; charset=utf-8' } }, failure);
    renderSite('/account?tab=history&type=credit&from=2026-11-01&page=3');
    await userEvent.click(await screen.findByRole('button', { name: t('account.save_csv') }));
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['points-history.csv']));
    expect(await files[0]!.file.text()).toBe('id,delta');
    expect(server.heard.find(({ path }) => path.endsWith('.csv'))?.query).toEqual({ type: 'credit', from: '2026-11-01', tz });
    await waitFor(() => expect(screen.getByRole('button', { name: t('account.save_csv') })).toHaveProperty('disabled', false));
    await userEvent.click(screen.getByRole('button', { name: t('account.save_csv') }));
    await waitFor(() => expect(toasts()).toEqual([`error: ${t('account.save_csv_failed')} ${failure.json.detail}`]));
    expect(files).toHaveLength(1);
  });

  it('distinguishes no rows yet from no matching rows', async () => {
    renderSite('/account?tab=history&type=debit');
    expect(await screen.findByText(t('account.history_empty_filtered_hint'))).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: t('account.type_all') }));
    expect(await screen.findByText(t('account.history_empty'))).toBeTruthy();
  });
});

const makeInvitee = (rest: Partial<Invite['recent'][number]>): Invite['recent'][number] => ({
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  email: 'm***@example.com',
  registered_at: '2026-11-10T09:00:00.000Z',
  status: 'registered',
  source: null,
  code: 'QX7M2KPA',
  activated_at: null,
  rewarded_at: null,
  ...rest,
});

describe('invites', () => {
  it('show the code, its rewards, and the invitees', async () => {
    const friend = makeInvitee({ email: 'm***@example.com', status: 'in_review', source: 'link' });
    server.on(INVITE, { json: makeInvite({ recent: [friend] }) });
    renderSite('/account?tab=invite');
    const lead = t('account.invite_lead', { inviter: 100, invitee: 50 });
    expect(await screen.findByText(`${lead} ${t('account.invite_counts', { invited: 3, qualified: 2 })}`)).toBeTruthy();
    expect(fact(t('account.points_earned'))).toBe('200');
    const row = within(screen.getByText('m***@example.com').closest('tr') as HTMLElement);
    expect([row.getByText(t('account.invitee_statuses.in_review')), row.getByText(t('account.ways.link'))]).toBeTruthy();
    expect(await screen.findByRole('img', { name: t('account.invite_qr') })).toBeTruthy();
    expect(screen.getByText(t('account.invite_caps', { day: 10, month: 50 }))).toBeTruthy();
  });

  it('wait while the caps leave no room, and show until when', async () => {
    const again = '2026-11-21T00:00:00.000Z';
    const waiting = makeInvitee({ email: null, status: 'qualified', activated_at: '2026-11-20T09:00:00.000Z' });
    server.on(INVITE, { json: makeInvite({ recent: [waiting], paid_again_at: again }) });
    renderSite('/account?tab=invite');
    const row = within((await screen.findByText(t('account.no_address'))).closest('tr') as HTMLElement);
    expect(row.getByText(t('account.waits'))).toBeTruthy();
    const when = writeDate('en', 'day_time_year', new Date(again), timeZone());
    expect(when).toContain('2026');
    expect(screen.getByText(t('account.invites_wait', { when }))).toBeTruthy();
  });

  it('show an error, and retry', async () => {
    server.on(INVITE, failure);
    renderSite('/account?tab=invite');
    expect(await screen.findByText(t('account.invite_failed'))).toBeTruthy();
    server.on(INVITE, { json: makeInvite() });
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('account.invitees_empty'))).toBeTruthy();
  });

  it('open the share sheet, or copy the link if it fails', async () => {
    const shared: ShareData[] = [];
    const answers = [null, new DOMException('', 'AbortError'), new DOMException('', 'NotAllowedError')];
    const share = async (data: ShareData) => {
      shared.push(data);
      const answer = answers.shift();
      if (answer) throw answer;
    };
    const user = userEvent.setup();
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    renderSite('/account?tab=invite');
    const button = await screen.findByRole('button', { name: t('account.share') });
    await user.click(button);
    await user.click(button);
    expect(toasts()).toEqual([]);
    await user.click(button);
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('common.copied')}`]));
    expect(shared).toHaveLength(3);
    expect(shared[0]).toMatchObject({
      url: `${server.origin}/matches?invite=QX7M2KPA`,
      text: t('account.share_text', { points: 50 }),
    });
    Reflect.deleteProperty(navigator, 'share');
  });

  it('copy the whole link', async () => {
    const user = userEvent.setup();
    renderSite('/account?tab=invite');
    const [first] = await screen.findAllByRole('button', { name: t('account.copy_link') });
    await user.click(first as HTMLElement);
    expect(await navigator.clipboard.readText()).toBe(`${server.origin}/matches?invite=QX7M2KPA`);
    expect(toasts()).toEqual([`success: ${t('common.copied')}`]);
  });
});
