import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beGuest, beUser, makeHistory, makeInvite, makeLedgerRow, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeBrief, makeLeague, makeMatch, makeMeta, makeScore } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { catchSavedFiles } from '#test/web/saved-files.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import type { Invite } from '#web/features/referrals/api.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const OVERVIEW = 'GET /api/account/overview';
const HISTORY = 'GET /api/account/points/history';
const INVITE = 'GET /api/account/invite';
const CHECK_IN = 'POST /api/points/daily-checkin';

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
afterAll(() => server.stop());

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const failure = { status: 500, json: { code: 'internal', detail: 'Something went wrong on our side.' } };

describe('the overview', () => {
  it('shows points, level and stats', async () => {
    server.on(OVERVIEW, { json: makeOverview({ stats: { held: 1_200 } }) });
    renderSite('/account');
    expect(await screen.findByText('1,200 held for a withdrawal')).toBeTruthy();
    expect(screen.getByText('pts · 12.48 USDT')).toBeTruthy();
    expect(screen.getByText('3,400 → 3,900 XP · Gold III')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Gold II, 3,400 XP' }).getAttribute('aria-valuenow')).toBe('3400');
    expect(screen.getByText('Win rate').parentElement?.textContent).toBe('Win rate56%');
    expect(screen.getByText('Rank by points won').parentElement?.textContent).toBe('Rank by points won#21440 more points to #213');
    expect(screen.getByText('Earned in all').parentElement?.textContent).toBe('Earned in all900');
    expect(screen.getByText('Spent').parentElement?.textContent).toBe('Spent300');
    expect(screen.getByText('4 days in a row')).toBeTruthy();
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
    expect(await screen.findByText('15,500 XP · highest level')).toBeTruthy();
    expect(screen.getByText('Win rate').parentElement?.textContent).toBe('Win rate–');
  });

  it('shows where every level begins, and what gives experience', async () => {
    renderSite('/account');
    await userEvent.click(await screen.findByText('How levels work'));
    const levels = within(screen.getByText('Bronze I').closest('ol') as HTMLElement).getAllByRole('listitem');
    expect(levels).toHaveLength(14);
    expect(levels.at(-1)?.textContent).toBe('Master I15,000 XP');
    expect(levels.filter((level) => level.getAttribute('aria-current')).map((level) => level.textContent)).toEqual(['Gold II2,900 XP']);
    expect(screen.getByText(/^10 XP for a settled bet, 20 more for a hit, 5 for a check-in; at most 200 a day/)).toBeTruthy();
  });

  it('verifies the points on request', async () => {
    server.on('POST /api/account/points/recalculate', { json: { balance: 12_500, proven: true } }, failure);
    renderSite('/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Recalculate' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Checked: 12,500 points, the sum of everything in your history.']));
    await userEvent.click(screen.getByRole('button', { name: 'Recalculate' }));
    await waitFor(() => expect(toasts()[1]).toBe('error: Your points could not be recalculated. Something went wrong on our side.'));
  });

  it('shows a loading error for each part by itself', async () => {
    for (const call of [OVERVIEW, HISTORY, INVITE]) server.on(call, failure);
    renderSite('/account');
    expect(await screen.findByText('Your account could not be loaded')).toBeTruthy();
    expect(await screen.findByText('Your points history could not be loaded')).toBeTruthy();
    expect(await screen.findByText('Your invites could not be loaded')).toBeTruthy();
  });

  it('asks guests to sign in, shows them a match meanwhile, and makes no request about them', async () => {
    beGuest();
    server.on('GET /api/matches/recommended', { json: { match: { ...makeMatch({ id: 7 }), league: makeLeague() } } });
    renderSite('/account');
    expect(await screen.findByText('Sign in to see your account')).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Predict this match' })).getAttribute('href')).toBe('/match/7');
    expect(server.calls().filter((call) => call.includes('/account/'))).toEqual([]);
  });
});

describe('the daily check-in', () => {
  const days = async () => {
    const list = (await screen.findByText('Day 1: collected')).closest('ol') as HTMLElement;
    return within(list)
      .getAllByRole('listitem')
      .map((day) => day.firstChild?.textContent);
  };

  it('shows collected days, the open one, and those to come', async () => {
    renderSite('/account');
    expect(await days()).toEqual([
      'Day 1: collected',
      'Day 2: collected',
      'Day 3: collected',
      'Day 4: collected',
      'Day 5: 20 points today',
      'Day 6: 20 points',
      'Day 7: 30 points',
    ]);
    expect(screen.getByText(/^(1:00:00|0:59:\d\d)$/)).toBeTruthy();
  });

  it('starts over after the seventh day', async () => {
    server.on(OVERVIEW, { json: makeOverview({ check_in: { streak: 8, checked_in_today: true, points_today: 10 } }) });
    renderSite('/account');
    expect((await days()).slice(0, 2)).toEqual(['Day 1: collected', 'Day 2: 10 points']);
    expect(screen.getByText('Checked in today: 10 points')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Check in for/ })).toBeNull();
  });

  it('collects, and shows the balance and the day of the answer', async () => {
    server.on(CHECK_IN, { json: { points: 20, streak: 5, balance: 12_500 } });
    renderSite('/account');
    const button = await screen.findByRole('button', { name: 'Check in for 20 points' });
    const after = { stats: { points_balance: 12_500 }, check_in: { streak: 5, checked_in_today: true } };
    server.on(OVERVIEW, { json: makeOverview(after) });
    await userEvent.click(button);
    expect(await screen.findByText('Checked in today: 20 points')).toBeTruthy();
    expect(toasts()).toEqual(['success: 20 points collected. Day 5 in a row.']);
    expect(screen.getByRole('link', { name: 'Your points: 12,500' })).toBeTruthy();
  });

  it('sends the same key on a retry', async () => {
    server.on(CHECK_IN, { status: 503, json: { code: 'unavailable', detail: 'Not available at the moment.' } });
    renderSite('/account');
    const button = await screen.findByRole('button', { name: 'Check in for 20 points' });
    await userEvent.click(button);
    await waitFor(() => expect(toasts()).toEqual(['error: The check-in failed. Not available at the moment.']));
    await userEvent.click(button);
    const keys = () => server.heard.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys()[1]).toBe(keys()[0]);
  });

  it('notices that another tab was first', async () => {
    server.on(CHECK_IN, { status: 409, json: { code: 'already_checked_in', detail: 'You have already checked in today.' } });
    renderSite('/account');
    const button = await screen.findByRole('button', { name: 'Check in for 20 points' });
    server.on(OVERVIEW, { json: makeOverview({ check_in: { streak: 5, checked_in_today: true } }) });
    await userEvent.click(button);
    expect(await screen.findByText('Checked in today: 20 points')).toBeTruthy();
    expect(toasts()).toEqual(['error: The check-in failed. You have already checked in today.']);
  });
});

describe('the points history', () => {
  const files = catchSavedFiles();
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
    const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);
    expect((await row('Contest won · Avalon Town 2–1 Northgate')).getByText('+920')).toBeTruthy();
    expect((await row('Stake · Avalon Town v Northgate')).getByText('−500')).toBeTruthy();
    expect((await row('Refund · Avalon Town v Northgate')).getByText('+250')).toBeTruthy();
    const redeem = within(screen.getByText('Pending').closest('tr') as HTMLElement);
    expect(redeem.getByText('Redeem')).toBeTruthy();
    expect(redeem.getByText('TXk9f2…8Qp3a')).toBeTruthy();
  });

  it('keeps its filters and page in the address, and requests just those', async () => {
    server.on(HISTORY, { json: makeHistory([makeLedgerRow()], { total: 31 }) });
    const { path } = renderSite('/account?tab=history&type=both&source=theft&from=yesterday');
    await screen.findByText('1–20 of 31');
    await userEvent.click(screen.getByRole('radio', { name: 'In' }));
    await userEvent.selectOptions(screen.getByLabelText('Source'), 'Daily check-in');
    await userEvent.type(screen.getByLabelText('From'), '2026-11-01');
    await waitFor(() => expect(path()).toBe('/account?tab=history&type=credit&source=daily_login&from=2026-11-01'));
    await userEvent.click(await screen.findByRole('link', { name: 'Next page' }));
    await waitFor(() => expect(path()).toBe('/account?tab=history&type=credit&source=daily_login&from=2026-11-01&page=2'));
    await waitFor(() => expect(asked().at(-1)).toEqual({ type: 'credit', source: 'daily_login', from: '2026-11-01', page: '2' }));
    expect(asked()[0]).toEqual({ page: '1' });
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(path()).toBe('/account?tab=history'));
  });

  it('makes no request while the first date is after the last', async () => {
    renderSite('/account?tab=history&from=2026-11-20&to=2026-11-01');
    expect(await screen.findByText('The first date is after the last.')).toBeTruthy();
    expect(asked()).toEqual([]);
  });

  it('is saved as a file with the filtered rows, or shows why not', async () => {
    const FILE = 'GET /api/account/points/history.csv';
    server.on(FILE, { text: 'id,delta', headers: { 'Content-Type': 'text/csv; charset=utf-8' } }, failure);
    renderSite('/account?tab=history&type=credit&from=2026-11-01&page=3');
    await userEvent.click(await screen.findByRole('button', { name: 'Save as CSV' }));
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['points-history.csv']));
    expect(await files[0]!.file.text()).toBe('id,delta');
    expect(server.heard.find(({ path }) => path.endsWith('.csv'))?.query).toEqual({ type: 'credit', from: '2026-11-01' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save as CSV' })).toHaveProperty('disabled', false));
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }));
    await waitFor(() => expect(toasts()).toEqual(['error: Your points history could not be saved. Something went wrong on our side.']));
    expect(files).toHaveLength(1);
  });

  it('distinguishes no rows yet from no matching rows', async () => {
    renderSite('/account?tab=history&type=debit');
    expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'All' }));
    expect(await screen.findByText('Nothing here yet')).toBeTruthy();
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
    expect(await screen.findByText(/3 joined, 2 qualified\.$/)).toBeTruthy();
    expect(screen.getByText('Points earned').parentElement?.textContent).toBe('Points earned200');
    const row = within(screen.getByText('m***@example.com').closest('tr') as HTMLElement);
    expect([row.getByText('In review'), row.getByText('Link')]).toBeTruthy();
    expect(await screen.findByRole('img', { name: 'QR code of your invite link' })).toBeTruthy();
    expect(screen.getByText(/^You are paid for at most 10 friends a day and 50 a month/)).toBeTruthy();
  });

  it('wait while the caps leave no room, and show until when', async () => {
    const waiting = makeInvitee({ email: null, status: 'qualified', activated_at: '2026-11-20T09:00:00.000Z' });
    server.on(INVITE, { json: makeInvite({ recent: [waiting], paid_again_at: '2026-11-21T00:00:00.000Z' }) });
    renderSite('/account?tab=invite');
    const row = within((await screen.findByText('No address')).closest('tr') as HTMLElement);
    expect(row.getByText('Waits its turn')).toBeTruthy();
    expect(screen.getByText(/Those who wait are paid for from .*2026/)).toBeTruthy();
  });

  it('show an error, and retry', async () => {
    server.on(INVITE, failure);
    renderSite('/account?tab=invite');
    expect(await screen.findByText('Your invites could not be loaded')).toBeTruthy();
    server.on(INVITE, { json: makeInvite() });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nobody yet')).toBeTruthy();
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
    const button = await screen.findByRole('button', { name: 'Share' });
    await user.click(button);
    await user.click(button);
    expect(toasts()).toEqual([]);
    await user.click(button);
    await waitFor(() => expect(toasts()).toEqual(['success: Copied']));
    expect(shared).toHaveLength(3);
    expect(shared[0]).toMatchObject({ url: `${server.origin}/matches?invite=QX7M2KPA`, text: expect.stringContaining('50 points') });
    Reflect.deleteProperty(navigator, 'share');
  });

  it('copy the whole link', async () => {
    const user = userEvent.setup();
    renderSite('/account?tab=invite');
    const [first] = await screen.findAllByRole('button', { name: 'Copy invite link' });
    await user.click(first as HTMLElement);
    expect(await navigator.clipboard.readText()).toBe(`${server.origin}/matches?invite=QX7M2KPA`);
    expect(toasts()).toEqual(['success: Copied']);
  });
});
