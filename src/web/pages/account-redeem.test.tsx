import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { refusal } from '#test/web/fixtures/profile.ts';
import { makeRedeemable, makeWithdrawal, makeWithdrawals } from '#test/web/fixtures/redeem.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { writeDate } from '#texts/write.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { pointsFault } from '#web/features/withdrawals/use-redeem.ts';
import { showWithdrawalToast } from '#web/features/withdrawals/withdrawal-toast.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { timeZone } from '#web/lib/dates.ts';

const FACTS = 'GET /api/points/redeem';
const REQUESTS = 'GET /api/points/redeem/requests';
const SEND_CODE = 'POST /api/points/redeem/send-code';
const REDEEM = 'POST /api/points/redeem';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on(FACTS, { json: makeRedeemable() });
  server.on(REQUESTS, { json: makeWithdrawals([]) });
  server.on(SEND_CODE, { json: { channel: 'email', sent_to: 'a***@example.com', resend_seconds: 60, expires_seconds: 600 } });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const sent = (call: string) => server.heard.filter(({ method, path }) => `${method} ${path}` === call);

async function openForm() {
  const user = userEvent.setup();
  renderSite('/account?tab=redeem');
  const points = await screen.findByLabelText<HTMLInputElement>(t('redeem.points'));
  return { user, points };
}

/** Fills in the form and submits it. */
async function redeem(typed = '3000') {
  const { user, points } = await openForm();
  await user.type(points, typed);
  await user.click(screen.getByRole('button', { name: t('redeem.send_code') }));
  await user.type(await screen.findByLabelText(t('redeem.code')), '123456');
  await screen.findByText(t('redeem.code_sent.email', { to: 'a***@example.com', minutes: 10 }));
  await user.click(screen.getByRole('button', { name: t('redeem.submit', { points: 3_000, usdt: '3.00' }) }));
  return { user, points };
}

describe('an amount', () => {
  it('is a multiple of the step, between the minimum and the maximum', () => {
    const limits = { step: 1_000, min: 2_000, max: 12_000 };
    const faults = [0, 1_000, 1_999, 2_000, 2_500, 12_000, 12_001].map((points) => pointsFault(points, limits));
    expect(faults).toEqual(['points_required', 'points_min', 'points_min', null, 'points_step', null, 'points_max']);
  });

  it('is converted to USDT when typed, stepped or set to the maximum', async () => {
    const { user, points } = await openForm();
    await user.type(points, '2500');
    expect(screen.getByText(t('redeem.usdt', { usdt: '2.50' }))).toBeTruthy();
    expect(points.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(t('redeem.fault.points_step', { step: 1000 }))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('redeem.step_up', { step: 1000 }) }));
    expect(points.value).toBe('3,000');
    await user.click(screen.getByRole('button', { name: t('redeem.max_label', { max: 12_000 }) }));
    expect(screen.getByText(t('redeem.usdt', { usdt: '12.00' }))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('redeem.step_down', { step: 1000 }) }));
    expect(screen.getByRole('button', { name: t('redeem.submit', { usdt: '11.00', points: 11000 }) })).toBeTruthy();
  });
});

describe('a request', () => {
  it('sends amount, channel and code at once, and confirms it', async () => {
    const made = makeWithdrawal({ points: 3_000, usdt: '3.00' });
    server.on(REDEEM, { status: 201, json: { withdrawal: made, balance: 9_480 } });
    server.on(FACTS, { json: makeRedeemable() }, { json: makeRedeemable({ pending: made, held: 3_000 }) });
    await redeem();
    expect(await screen.findByText(t('redeem.under_way'))).toBeTruthy();
    const clock = t.markup('redeem.decided_within', { time: () => '2[23]:\\d\\d:\\d\\d' });
    expect(screen.getByText(/^2[23]:\d\d:\d\d$/).closest('p')?.textContent).toMatch(new RegExp(`^${clock}$`));
    expect(toasts()).toEqual([`success: ${t('redeem.requested', { usdt: '3.00' })}`]);
    const [request, ...more] = sent(REDEEM);
    expect(more).toEqual([]);
    expect(JSON.parse(request!.body)).toEqual({ points: 3_000, channel: 'email', code: '123456' });
    expect(request!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is checked before it is sent: first the amount, then the code', async () => {
    const { user, points } = await openForm();
    await user.click(screen.getByRole('button', { name: t('redeem.submit_any') }));
    expect(await screen.findByText(t('redeem.fault.points_required'))).toBeTruthy();
    expect(screen.getByText(t('redeem.fault.code_unsent'))).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(points));
    await user.type(points, '1000');
    await user.click(screen.getByRole('button', { name: t('redeem.send_code') }));
    await screen.findByText(t('redeem.code_sent.email', { to: 'a***@example.com', minutes: 10 }));
    await user.type(screen.getByLabelText(t('redeem.code')), '12');
    await user.click(screen.getByRole('button', { name: t('redeem.submit', { points: 1_000, usdt: '1.00' }) }));
    expect(await screen.findByText(t('redeem.fault.code_required'))).toBeTruthy();
    expect(sent(REDEEM)).toEqual([]);
  });

  it.each([
    ['invalid_code', 'This code is wrong or has expired.'],
    ['too_many_tries', 'This code was entered wrongly too often. Please ask for a new one.'],
    ['code_expired', 'This code has expired. Please ask for a new one.'],
  ])('shows a refused code beside the code: %s', async (code, detail) => {
    server.on(REDEEM, { ...refusal(422, code), json: { code, detail } });
    await redeem();
    const field = screen.getByLabelText<HTMLInputElement>(t('redeem.code'));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText(detail)).toBeTruthy();
    expect(field.value).toBe('');
  });

  it('shows refused points beside the points, and all else above the button', async () => {
    server.on(
      REDEEM,
      { status: 422, json: { code: 'insufficient_points', detail: 'Insufficient points. Please top up first.' } },
      { status: 409, json: { code: 'withdrawal_pending', detail: 'A withdrawal is still under review.' } },
    );
    const { user, points } = await redeem();
    await waitFor(() => expect(points.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Insufficient points. Please top up first.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('redeem.submit', { points: 3_000, usdt: '3.00' }) }));
    expect((await screen.findByRole('alert')).textContent).toBe('A withdrawal is still under review.');
    const keys = sent(REDEEM).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  const lost = { status: 502, text: '<html>' };
  const underWay = { status: 409, json: { code: 'request_in_progress', detail: 'Please wait.' } };

  it.each([
    ['its answer was lost', [lost, lost], `${t('errors.request_failed')} ${t('redeem.unsure')}`],
    ['the server still works on it', [lost, ...Array.from({ length: 4 }, () => underWay)], t('redeem.unsure')],
  ])('is sent again unchanged if %s', async (_, answers, said) => {
    const usual = queryClient.getDefaultOptions();
    queryClient.setDefaultOptions({ ...usual, mutations: { ...usual.mutations, retryDelay: 1 } });
    server.on(REDEEM, ...answers, { status: 201, json: { withdrawal: makeWithdrawal(), balance: 0 } });
    const { user } = await redeem();
    await screen.findByRole('button', { name: t('redeem.submit_again', { points: 3000 }) });
    expect(screen.getByRole('alert').textContent).toBe(said);
    await user.click(await screen.findByRole('button', { name: t('redeem.submit_again', { points: 3000 }) }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(new Set(sent(REDEEM).map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
  });

  it('sends its code by the chosen channel, and waits before sending another', async () => {
    const contacts = [
      { channel: 'email' as const, masked: 'a***@example.com' },
      { channel: 'telegram' as const, masked: '@a***a' },
    ];
    server.on(FACTS, { json: makeRedeemable({ contacts }) });
    server.on(SEND_CODE, { json: { channel: 'telegram', sent_to: '@a***a', resend_seconds: 60, expires_seconds: 600 } });
    const { user } = await openForm();
    await user.click(screen.getByRole('radio', { name: t('redeem.channel.telegram') }));
    await user.click(screen.getByRole('button', { name: t('redeem.send_code') }));
    expect(await screen.findByText(t('redeem.code_sent.telegram', { to: '@a***a', minutes: 10 }))).toBeTruthy();
    expect(JSON.parse(sent(SEND_CODE)[0]!.body)).toEqual({ channel: 'telegram' });
    const waiting = new RegExp(`^${t('auth.resend_in', { seconds: 60 }).replace('60', '\\d+')}$`);
    expect(screen.getByRole('button', { name: waiting }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('radio', { name: t('redeem.channel.email') }));
    expect(screen.getByText(t('redeem.code_goes.email', { to: 'a***@example.com' }))).toBeTruthy();
  });

  it('shows that the code could not be sent', async () => {
    server.on(SEND_CODE, { status: 502, json: { code: 'send_failed', detail: 'The code could not be sent.' } });
    const { user } = await openForm();
    await user.click(screen.getByRole('button', { name: t('redeem.send_code') }));
    expect(await screen.findByText('The code could not be sent.')).toBeTruthy();
  });
});

describe('an obstacle', () => {
  const stands = async (parts: Parameters<typeof makeRedeemable>[0]) => {
    server.on(FACTS, { json: makeRedeemable(parts) });
    renderSite('/account?tab=redeem');
    await screen.findByRole('heading', { name: t('redeem.heading') });
    expect(screen.queryByLabelText(t('redeem.points'))).toBeNull();
  };
  const refusedFor = (
    code: 'wallet_required' | 'no_contact' | 'region_blocked' | 'insufficient_points' | 'invalid_points' | 'withdrawal_on_hold',
    detail: string,
  ) => ({
    refusal: { code, detail },
  });

  it('can be resolved if something is missing', async () => {
    await stands({ wallet: null, ...refusedFor('wallet_required', 'Please add your TRC20 wallet first.') });
    expect(screen.getByText('Please add your TRC20 wallet first.')).toBeTruthy();
    expect(screen.getByRole('link', { name: t('redeem.add_wallet') }).getAttribute('href')).toBe('/settings/profile');
  });

  it('is given points that were not played, with the amount and a link', async () => {
    const refusal = refusedFor('invalid_points', 'x');
    await stands({ balance: 1_050, redeemable: 80, to_be_played: 970, max: 0, bound: 'not_redeemable', ...refusal });
    expect(screen.getByText(t('redeem.redeemable')).nextSibling?.textContent).toBe('80');
    expect(screen.getByText(t('redeem.not_yet')).nextSibling?.textContent).toBe('970');
    const words = t.markup('redeem.to_be_played', { points: 970, bets: (chunks) => chunks });
    const why = within(screen.getByText((_, element) => element?.textContent === words));
    expect(why.getByRole('link', { name: t('shell.bets') }).getAttribute('href')).toBe('/bets');
  });

  it('is a hold, with its end', async () => {
    const until = new Date(Date.now() + 2 * 3_600_000).toISOString();
    await stands({ on_hold_until: until, ...refusedFor('withdrawal_on_hold', 'On hold.') });
    expect(screen.getByText(t('redeem.on_hold', { when: writeDate('en', 'date_time', new Date(until), timeZone()) }))).toBeTruthy();
    expect(screen.getByText(/^(2:00:00|1:59:\d\d)$/)).toBeTruthy();
  });

  it('is too few points, or a used-up day or month, with the numbers', async () => {
    await stands({ balance: 400, max: 0, ...refusedFor('insufficient_points', 'x') });
    expect(screen.getByText(t('redeem.too_few', { min: 1000, points: 400 }))).toBeTruthy();
  });

  it('is the daily limit, with the start of the next day', async () => {
    await stands({ bound: 'day', day_left: 0, max: 0, ...refusedFor('invalid_points', 'x') });
    const when = writeDate('en', 'date_time', new Date('2026-11-21T00:00:00.000Z'), timeZone());
    expect(screen.getByText(t('redeem.day_is_used', { left: 0, when }))).toBeTruthy();
    expect(screen.getByText(t('redeem.left_of', { left: 0, max: 50_000 }))).toBeTruthy();
  });

  it('is described by the server if there is nothing to add', async () => {
    await stands(refusedFor('region_blocked', 'This is not offered where you are.'));
    expect(screen.getByText('This is not offered where you are.')).toBeTruthy();
  });

  it('is a loading error, with a retry', async () => {
    server.on(FACTS, { status: 500, json: { code: 'internal', detail: 'x' } }, { json: makeRedeemable() });
    renderSite('/account?tab=redeem');
    expect(await screen.findByText(t('redeem.load_failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByLabelText(t('redeem.points'))).toBeTruthy();
  });
});

describe('the tracker', () => {
  const steps = () =>
    screen
      .getAllByRole('listitem')
      .filter((item) => item.closest('ol'))
      .map((item) => item.textContent);

  it('shows the steps from the request to the payout', async () => {
    server.on(FACTS, { json: makeRedeemable({ pending: makeWithdrawal() }) });
    renderSite('/account?tab=redeem');
    await screen.findByText(t('redeem.under_way'));
    expect(steps().map((step) => step?.replace(/\d+ \w+, [\d:]+/, ''))).toEqual([
      `${t('redeem.step.requested')} (${t('redeem.step_state.done')})`,
      `${t('redeem.step.in_review')} (${t('redeem.step_state.now')})`,
      `${t('redeem.step.being_sent')} (${t('redeem.step_state.later')})`,
      `${t('redeem.step.sent')} (${t('redeem.step_state.later')})`,
    ]);
  });

  it('shows after 24 hours that it is late, and where to ask', async () => {
    server.on('GET /api/meta', { json: makeMeta({ support_url: 'https://support.example/' }) });
    server.on(FACTS, { json: makeRedeemable({ pending: makeWithdrawal({ review_due_at: new Date(Date.now() - 1_000).toISOString() }) }) });
    renderSite('/account?tab=redeem');
    expect(await screen.findByText(t('redeem.late'))).toBeTruthy();
    expect(screen.getByRole('link', { name: t('redeem.support') }).getAttribute('href')).toBe('https://support.example/');
  });

  it('announces the decision by a toast', async () => {
    await showWithdrawalToast(makeWithdrawal());
    await showWithdrawalToast(makeWithdrawal({ status: 'approved', stage: 'being_sent' }));
    await showWithdrawalToast(makeWithdrawal({ status: 'rejected', stage: 'rejected', reason_code: 'rules' }));
    expect(toasts()).toEqual([
      `success: ${t('redeem.told.being_sent', { usdt: '12.00' })}`,
      `error: ${t('redeem.told.rejected', { usdt: '12.00' })}`,
    ]);
  });
});

describe('the points history page', () => {
  const HASH = 'ab'.repeat(32);
  const rowOf = async (text: string) => within((await screen.findByText(text)).closest('li') as HTMLElement);

  it('shows the outcome of each, with note and transaction', async () => {
    const rejected = makeWithdrawal({
      usdt: '5.00',
      points: 5_000,
      status: 'rejected',
      stage: 'rejected',
      reason_code: 'wallet',
      note: 'Not yours?',
    });
    const paid = makeWithdrawal({ usdt: '7.00', status: 'approved', stage: 'sent', tx_hash: HASH, payout: 'not_verified' });
    server.on(REQUESTS, { json: makeWithdrawals([rejected, paid]) });
    renderSite('/account?tab=redeem');
    const first = await rowOf(t('redeem.usdt', { usdt: '5.00' }));
    expect(first.getByText(t('redeem.reason.wallet'))).toBeTruthy();
    expect(first.getByText(t('redeem.note', { note: 'Not yours?' }))).toBeTruthy();
    const link = (await rowOf(t('redeem.usdt', { usdt: '7.00' }))).getByRole('link');
    expect(link.getAttribute('href')).toBe(`https://tronscan.org/#/transaction/${HASH}`);
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('calls one paid once the blockchain confirms it, and says what is known before', async () => {
    const common = { status: 'approved' } as const;
    server.on(REQUESTS, {
      json: makeWithdrawals([
        makeWithdrawal({ ...common, usdt: '1.00', stage: 'sent', tx_hash: HASH, payout: 'confirmed' }),
        makeWithdrawal({ ...common, usdt: '2.00', stage: 'being_sent', tx_hash: HASH, payout: 'on_chain' }),
        makeWithdrawal({ ...common, usdt: '3.00', stage: 'being_sent', payout: 'sending' }),
        makeWithdrawal({ ...common, usdt: '4.00', stage: 'sent', tx_hash: HASH, payout: 'not_verified' }),
      ]),
    });
    renderSite('/account?tab=redeem');
    const told = [
      ['1.00', 'paid', 'confirmed'],
      ['2.00', 'being_sent', 'on_chain'],
      ['3.00', 'being_sent', 'sending'],
      ['4.00', 'sent', 'not_verified'],
    ] as const;
    for (const [usdt, stage, payout] of told) {
      const row = await rowOf(t('redeem.usdt', { usdt }));
      expect(row.getByText(t(`redeem.stage.${stage}`))).toBeTruthy();
      expect(row.getByText(t(`redeem.payout.${payout}`))).toBeTruthy();
      expect(row.queryAllByRole('link')).toHaveLength(payout === 'sending' ? 0 : 1);
    }
  });

  it('repeats a rejected one with one press', async () => {
    server.on(REQUESTS, {
      json: makeWithdrawals([makeWithdrawal({ points: 5_000, usdt: '5.00', status: 'rejected', stage: 'rejected', reason_code: 'rules' })]),
    });
    const { user } = await openForm();
    await user.click((await rowOf(t('redeem.usdt', { usdt: '5.00' }))).getByRole('button', { name: t('redeem.again') }));
    expect(await screen.findByRole('button', { name: t('redeem.submit', { usdt: '5.00', points: 5000 }) })).toBeTruthy();
  });

  it('is filtered by status, and paged', async () => {
    server.on(REQUESTS, {
      json: makeWithdrawals(
        Array.from({ length: 10 }, () => makeWithdrawal()),
        23,
      ),
    });
    const { user } = await openForm();
    await screen.findByText(t('common.page_range', { from: '1', to: '10', total: '23' }));
    await user.click(screen.getByRole('link', { name: t('common.page_next') }));
    await waitFor(() => expect(sent(REQUESTS).at(-1)?.query).toEqual({ limit: '10', offset: '10' }));
    await user.click(screen.getByRole('radio', { name: t('redeem.status.rejected') }));
    await waitFor(() => expect(sent(REQUESTS).at(-1)?.query).toEqual({ limit: '10', offset: '0', status: 'rejected' }));
  });

  it('shows that there is nothing yet, and loading errors', async () => {
    server.on(REQUESTS, { status: 500, json: { code: 'internal', detail: 'x' } }, { json: makeWithdrawals([]) });
    await openForm();
    expect(await screen.findByText(t('redeem.history_failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('redeem.history_none'))).toBeTruthy();
  });
});
