import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getReceipt } from '#contract/receipts.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { Receipt } from '#domain/settlement/receipt.ts';
import type { PlacedBet } from '#domain/settlement/settlement.ts';
import { type Played, receiptOf, sealed } from '#test/support/receipts.ts';
import { beGuest } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { threads } from '#test/web/thread-worker.ts';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { useTimeZone } from '#web/lib/dates.ts';

const ID = '0198f000-0000-7000-8000-000000000001';
const RECEIPT = `GET /api/contests/${ID}/receipt`;
const FILE = `${RECEIPT}.json`;
const PATH = `/contests/${ID}/receipt`;

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  // Suppresses the invitation.
  localStorage.setItem('promo_shown_at', String(Date.now()));
  useTimeZone.setState({ name: 'UTC', isAssumed: false });
  beGuest();
  await chooseLocale('en');
});

const idOf = (n: number) => `0198f000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const bet = (n: number, pick: Pick, stakes: [points: number, odds?: number, lateMs?: number][]): PlacedBet => {
  const legs = stakes.map(([stake, odds, lateMs], i) => ({
    ...{ id: idOf(n * 100 + i), stake, oddsHundredths: odds ?? null },
    placedAt: new Date(Date.parse('2026-11-20T18:00:00Z') + (lateMs ?? n - 1_000)),
  }));
  return { id: idOf(n), userId: `user${n}`, pick, placedAt: legs[0]!.placedAt, legs };
};
const played = (more: Partial<Played> = {}): Played => ({
  ...{ market: 'wdl', feePercent: 0, participantsMin: 1, balance: 0 },
  bets: [bet(1, 'home', [[100]]), bet(2, 'home', [[50]]), bet(3, 'away', [[61]])],
  results: [{ score: [2, 1], startedAt: null }],
  ...more,
});

/** Serves a receipt like the server: by page, and whole. */
function serve(receipt: Receipt, { mine = null as string | null, pageSize = 20, total = receipt.bets.length } = {}) {
  const { bets, hash: _, ...head } = receipt;
  server.on(RECEIPT, ({ query }) => {
    const page = Number(query.page ?? 1);
    const items = bets.slice((page - 1) * pageSize, page * pageSize);
    const own = bets.find(({ id }) => id === mine) ?? null;
    return { json: getReceipt.reply.parse({ ...head, mine: own, bets: { items, page, page_size: pageSize, total } }) };
  });
  server.on(FILE, { json: receipt });
}

/** The receipt of a contest that has not ended. */
const running = (state: Receipt['contest']['state']): Receipt => {
  const receipt = receiptOf(played());
  return {
    ...receipt,
    contest: { ...receipt.contest, state, winner: null, settled_at: null },
    ...{ facts: null, facts_hash: null, block: null, bets: [] },
    totals: { ...receipt.totals, payouts: 0, refunds: 0, house: 0 },
  };
};

async function open(path = PATH) {
  const site = renderSite(path);
  await screen.findByRole('heading', { name: new RegExp(`^(${t('bets.markets.wdl')}|${t('bets.markets.1x2')})$`) });
  return { site, user: userEvent.setup() };
}
const card = (name: string) => within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);
const fact = (of: ReturnType<typeof card>, label: string) => of.getByText(label).nextElementSibling?.textContent;
const rows = () =>
  card(t('receipts.bets_heading'))
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.hasAttribute('aria-busy'));

describe('a contest that was settled', () => {
  it('shows its terms, its result, and what was known when', async () => {
    serve(receiptOf(played()));
    await open();
    expect(document.title).toBe(`${t('titles.receipt')} · Matchpoint`);
    expect(screen.getByRole('heading', { name: t('bets.markets.wdl') })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Avalon Town – Port Merrow' }).getAttribute('href')).toBe('/match/1');
    const market = card(t('bets.markets.wdl'));
    for (const label of [t('receipts.kickoff_at'), t('receipts.result_decided_at'), t('receipts.settled_at')])
      expect(market.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent).toMatch(/20 Nov(ember)? 2026/);
    const result = card(t('receipts.result_heading'));
    expect(fact(result, t('receipts.counts.regular_time'))).toBe('2–1');
    expect(fact(result, t('receipts.right_pick'))).toBe('Avalon Town');
    expect(fact(result, t('receipts.started_at'))).toBe(t('receipts.not_told'));
    expect(fact(result, t('receipts.match_status'))).toBe(t('match.status.long.ft'));
    expect(fact(result, t('receipts.unchanged_since'))).toBe('20 Nov, 19:50:00');
    expect(fact(result, t('receipts.told_at'))).toBe('20 Nov, 19:50:59');
    expect(result.getByText(/^[0-9a-f]{64}$/)).toBeTruthy();
    const totals = card(t('receipts.totals_heading'));
    expect(fact(totals, t('receipts.staked_on', { pick: 'Avalon Town' }))).toBe('150');
    expect(fact(totals, t('receipts.staked_on', { pick: t('receipts.draw') }))).toBe('0');
    expect(fact(totals, t('receipts.payouts'))).toBe('211');
    expect(fact(totals, t('receipts.fee_rule'))).toBe('0%');
    const block = card(t('receipts.block_heading'));
    expect(block.getByText('ab'.repeat(32))).toBeTruthy();
  });

  it('explains every bet in numbers', async () => {
    serve(receiptOf(played()));
    await open();
    const texts = rows().map(({ textContent }) => textContent);
    expect(texts[0]).toContain(t('receipts.share', { stake: '100', pot: '211', winning: '150', floor: '140' }));
    expect(texts[0]).toContain(t('receipts.left_over'));
    expect(texts[0]).toContain(`${t('receipts.paid')}141`);
    expect(texts[1]).toContain(t('receipts.share', { stake: '50', pot: '211', winning: '150', floor: '70' }));
    expect(texts[1]).not.toContain(t('receipts.left_over'));
    expect(texts[2]).toContain(t('receipts.missed_pool'));
    expect(texts[2]).toContain(`${t('receipts.lost')}0`);
  });

  it('at fixed odds explains each stake, and the house’s part', async () => {
    serve(
      receiptOf(
        played({
          market: '1x2',
          bets: [
            bet(1, 'home', [
              [15, 233],
              [10, 250],
            ]),
            bet(2, 'away', [[20, 400]]),
          ],
        }),
      ),
    );
    await open();
    const legs = [
      t('receipts.leg', { stake: '15', odds: '2.33', payout: '34' }),
      t('receipts.leg', { stake: '10', odds: '2.50', payout: '25' }),
    ];
    expect(rows()[0]!.textContent).toContain(t('receipts.legs', { legs: legs.join('; ') }));
    expect(rows()[1]!.textContent).toContain(t('receipts.missed_fixed'));
    expect(fact(card(t('receipts.totals_heading')), t('receipts.house_put_in'))).toBe('14');
    expect(card(t('receipts.totals_heading')).queryByText(t('receipts.fee_rule'))).toBeNull();
  });

  it('shows the caller’s bet first, and marks it in the list', async () => {
    serve(receiptOf(played()), { mine: idOf(3) });
    await open();
    expect(card(t('receipts.mine')).getByText(t('receipts.staked_points', { points: '61', pick: 'Port Merrow' }))).toBeTruthy();
    expect(rows().map((row) => within(row).queryByText(t('receipts.you')) !== null)).toEqual([false, false, true]);
  });

  it('shows stakes that came too late, and a corrected result', async () => {
    const results: Played['results'] = [
      { score: [2, 1], startedAt: new Date('2026-11-20T18:00:00Z') },
      { score: [0, 1], startedAt: new Date('2026-11-20T18:00:00Z') },
    ];
    serve(receiptOf(played({ results, bets: [bet(1, 'home', [[100]]), bet(2, 'away', [[61], [30, undefined, 1]])] })));
    await open();
    const result = card(t('receipts.result_heading'));
    expect(result.getByText(t('receipts.corrected', { n: 1 }))).toBeTruthy();
    expect(result.getByText(t('receipts.correction', { when: '20 Nov, 20:50', score: '2–1' }))).toBeTruthy();
    expect(result.getByText(t('receipts.house_loss', { points: 161 }))).toBeTruthy();
    expect(rows()[0]!.textContent).toContain(t('receipts.kept', { points: '161' }));
    expect(rows()[1]!.textContent).toContain(t('receipts.late', { points: '30' }));
  });

  it('lists many bets page by page', async () => {
    const bets = Array.from({ length: 45 }, (_, n) => bet(n + 1, n % 2 === 0 ? 'home' : 'away', [[10]]));
    serve(receiptOf(played({ bets })));
    const { site, user } = await open();
    expect(rows()).toHaveLength(20);
    expect(card(t('receipts.bets_heading')).getByText(t('receipts.bets_count', { count: 45 }))).toBeTruthy();
    await user.click(screen.getByRole('link', { name: t('common.page_next') }));
    await screen.findByText(t('common.page_range', { from: '21', to: '40', total: '45' }));
    expect(site.path()).toBe(`${PATH}?page=2`);
    expect(rows()[0]!.textContent).toContain('#user21');
  });

  it('shows that there were no bets', async () => {
    serve({ ...receiptOf(played({ bets: [] })), block: null });
    await open();
    expect(card(t('receipts.bets_heading')).getByText(t('receipts.no_bets'))).toBeTruthy();
    expect(card(t('receipts.block_heading')).getByText(t('receipts.block_none'))).toBeTruthy();
  });

  it('shows that the seal is still to come', async () => {
    serve({ ...receiptOf(played()), block: null });
    await open();
    expect(card(t('receipts.block_heading')).getByText(t('receipts.block_waiting'))).toBeTruthy();
  });
});

describe('Verify', () => {
  const verify = async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: t('receipts.verify') }));
  };

  it('recomputes everything in the browser, in the background, and confirms it', async () => {
    serve(receiptOf(played()));
    await verify();
    expect(await screen.findByText(t('receipts.verified'))).toBeTruthy();
    expect(screen.getByText(t('receipts.verified_hint', { bets: 3 }))).toBeTruthy();
    await waitFor(() => expect(threads.size).toBe(0));
  });

  it('reports an altered number', async () => {
    const receipt = receiptOf(played());
    const bets = receipt.bets.map((one, i) => (i === 1 ? { ...one, payout: 71, received: 71 } : one));
    serve(sealed({ ...receipt, bets }));
    await verify();
    expect(await screen.findByText(t('receipts.wrong'))).toBeTruthy();
    const faults = within(screen.getByText(t('receipts.wrong')).parentElement as HTMLElement).getAllByRole('listitem');
    const about = t('receipts.about.bet', { id: '…00000002' });
    expect(faults.map(({ textContent }) => textContent)).toEqual([
      t('receipts.fault', { about, field: t('receipts.field.payout'), found: '71', expected: '70' }),
      t('receipts.fault', { about, field: t('receipts.field.received'), found: '71', expected: '70' }),
      t('receipts.fault', { about: t('receipts.about.totals'), field: t('receipts.field.house'), found: '0', expected: '1' }),
    ]);
    expect(screen.queryByText(t('receipts.verified'))).toBeNull();
  });

  it('shows the first of many errors, and how many more there are', async () => {
    const bets = Array.from({ length: 30 }, (_, n) => bet(n + 1, 'home', [[10]]));
    const receipt = receiptOf(played({ bets }));
    serve(sealed({ ...receipt, bets: receipt.bets.map((one) => ({ ...one, refund: 1 })) }));
    await verify();
    expect(await screen.findByText(t('receipts.wrong_hint', { faults: 30 }))).toBeTruthy();
    expect(screen.getByText(t('receipts.wrong_more', { count: 10 }))).toBeTruthy();
  });

  it.each([
    [
      'the file cannot be had',
      { status: 503, json: { code: 'unavailable', detail: 'Please try again later.' } },
      `${t('receipts.verify_failed')}. Please try again later.`,
    ],
    ['it was cut off', { text: '{"format":"matchpoint-rec' }, t('receipts.verify_failed')],
  ])('shows an error if %s, and can be pressed again', async (_, answer, words) => {
    const receipt = receiptOf(played());
    serve(receipt);
    server.on(FILE, answer, { json: receipt });
    await verify();
    expect((await screen.findByRole('alert')).textContent).toMatch(new RegExp(`^${words}`));
    await userEvent.click(screen.getByRole('button', { name: t('receipts.verify') }));
    expect(await screen.findByText(t('receipts.verified'))).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers the same file for checking offline', async () => {
    serve(receiptOf(played()));
    await open();
    const link = screen.getByRole('link', { name: t('receipts.download') });
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual([`/api/contests/${ID}/receipt.json`, true]);
    expect(screen.getByText('npm run verify -- matchpoint-receipt.json')).toBeTruthy();
  });
});

describe('a contest that did not end in a result', () => {
  it('void: the reason, and that stakes were returned', async () => {
    serve(receiptOf(played({ results: [] })));
    await open();
    expect(fact(card(t('receipts.result_heading')), t('receipts.void_because'))).toBe(t('bets.void_reason.cancelled'));
    expect(fact(card(t('receipts.totals_heading')), t('receipts.refunds'))).toBe('211');
    expect(rows()[0]!.textContent).toContain(t('receipts.refunded_whole'));
  });

  it.each([
    ['open', t('bets.state.open')],
    ['locked', t('bets.state.locked')],
    ['paused', t('bets.state.paused')],
  ] as const)('%s: totals so far, no bets of others, and nothing to check yet', async (state, words) => {
    serve(running(state));
    await open();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText(t('receipts.running'))).toBeTruthy();
    expect(fact(card(t('receipts.totals_heading')), t('receipts.staked_on', { pick: 'Avalon Town' }))).toBe('150');
    expect(card(t('receipts.totals_heading')).queryByText(t('receipts.payouts'))).toBeNull();
    expect(screen.getByText(t('receipts.bets_later'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('receipts.verify') })).toBeNull();
  });
});

describe('missing data', () => {
  it('an unknown contest has a link back', async () => {
    server.on(RECEIPT, { status: 404, json: { code: 'not_found', detail: 'Not found.' } });
    renderSite(PATH);
    expect(await screen.findByRole('link', { name: t('common.to_matches') })).toBeTruthy();
  });

  it('a receipt that could not be loaded is retried', async () => {
    server.on(RECEIPT, { status: 400, json: { code: 'invalid_query', detail: 'Not this.' } });
    renderSite(PATH);
    const retry = await screen.findByRole('button', { name: t('common.retry') });
    serve(receiptOf(played()));
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { name: t('bets.markets.wdl') })).toBeTruthy();
  });

  it.each(['/contests/7/receipt', '/contests/x/receipt', `/contests/${ID}`])('%s leads to the matches', async (path) => {
    const site = renderSite(path);
    await waitFor(() => expect(site.path()).toBe('/matches'));
  });
});

it.each(LOCALES)('is translated into %s', async (locale) => {
  await chooseLocale(locale);
  serve(receiptOf(played()), { mine: idOf(1) });
  renderSite(PATH);
  await screen.findByText('npm run verify -- matchpoint-receipt.json');
  expect(document.body.textContent).not.toMatch(/\b(receipts|bets|match)\.[a-z_]/);
});
