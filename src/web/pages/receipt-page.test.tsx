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
  await screen.findByRole('heading', { name: /pool$|^Fixed odds$/ });
  return { site, user: userEvent.setup() };
}
const card = (name: string) => within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);
const fact = (of: ReturnType<typeof card>, label: string) => of.getByText(label).nextElementSibling?.textContent;
const rows = () =>
  card('All bets')
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.hasAttribute('aria-busy'));

describe('a contest that was settled', () => {
  it('shows its terms, its result, and what was known when', async () => {
    serve(receiptOf(played()));
    await open();
    expect(document.title).toBe('Contest receipt · Matchpoint');
    expect(screen.getByRole('heading', { name: 'Win / draw / lose pool' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Avalon Town – Port Merrow' }).getAttribute('href')).toBe('/match/1');
    const result = card('The result and where it is from');
    expect(fact(result, 'Score after 90 minutes')).toBe('2–1');
    expect(fact(result, 'Right pick')).toBe('Avalon Town');
    expect(fact(result, 'True kick-off')).toBe('Not told');
    expect(fact(result, 'Match status')).toBe('Finished');
    expect(fact(result, 'Score the same since')).toBe('Nov 20, 19:50:00');
    expect(fact(result, 'By the feed’s own clock')).toBe('Nov 20, 19:50:59');
    expect(result.getByText(/^[0-9a-f]{64}$/)).toBeTruthy();
    const totals = card('Totals');
    expect(fact(totals, 'Staked: Avalon Town')).toBe('150');
    expect(fact(totals, 'Staked: Draw')).toBe('0');
    expect(fact(totals, 'Paid out')).toBe('211');
    expect(fact(totals, 'Fee, from losing stakes only')).toBe('0%');
    const block = card('Sealed in the ledger');
    expect(block.getByText('ab'.repeat(32))).toBeTruthy();
  });

  it('explains every bet in numbers', async () => {
    serve(receiptOf(played()));
    await open();
    const texts = rows().map(({ textContent }) => textContent);
    expect(texts[0]).toContain('100 × 211 paid out ÷ 150 on the right pick = 140, rounded down');
    expect(texts[0]).toContain('plus 1 of the points that rounding left over');
    expect(texts[0]).toContain('Paid141');
    expect(texts[1]).toContain('50 × 211 paid out ÷ 150 on the right pick = 70, rounded down');
    expect(texts[1]).not.toContain('left over');
    expect(texts[2]).toContain('The stake went to those who were right.');
    expect(texts[2]).toContain('Missed0');
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
    expect(rows()[0]!.textContent).toContain('15 × 2.33 = 34; 10 × 2.50 = 25, each rounded down');
    expect(rows()[1]!.textContent).toContain('The stake went to the house.');
    expect(fact(card('Totals'), 'The house put in')).toBe('14');
    expect(card('Totals').queryByText('Fee, from losing stakes only')).toBeNull();
  });

  it('shows the caller’s bet first, and marks it in the list', async () => {
    serve(receiptOf(played()), { mine: idOf(3) });
    await open();
    expect(card('Your bet').getByText('61 pts · Port Merrow')).toBeTruthy();
    expect(rows().map((row) => within(row).queryByText('You') !== null)).toEqual([false, false, true]);
  });

  it('shows stakes that came too late, and a corrected result', async () => {
    const results: Played['results'] = [
      { score: [2, 1], startedAt: new Date('2026-11-20T18:00:00Z') },
      { score: [0, 1], startedAt: new Date('2026-11-20T18:00:00Z') },
    ];
    serve(receiptOf(played({ results, bets: [bet(1, 'home', [[100]]), bet(2, 'away', [[61], [30, undefined, 1]])] })));
    await open();
    const result = card('The result and where it is from');
    expect(result.getByText('Corrected once')).toBeTruthy();
    expect(result.getByText('Until Nov 20, 20:50 it stood on 2–1')).toBeTruthy();
    expect(result.getByText('The house bore 161 points that had been paid already.')).toBeTruthy();
    expect(rows()[0]!.textContent).toContain('161 more were kept from before a correction: the house bore them.');
    expect(rows()[1]!.textContent).toContain('30 came back: staked after the true kick-off.');
  });

  it('lists many bets page by page', async () => {
    const bets = Array.from({ length: 45 }, (_, n) => bet(n + 1, n % 2 === 0 ? 'home' : 'away', [[10]]));
    serve(receiptOf(played({ bets })));
    const { site, user } = await open();
    expect(rows()).toHaveLength(20);
    expect(card('All bets').getByText('45 bets')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await screen.findByText('21–40 of 45');
    expect(site.path()).toBe(`${PATH}?page=2`);
    expect(rows()[0]!.textContent).toContain('#user21');
  });

  it('shows that there were no bets', async () => {
    serve({ ...receiptOf(played({ bets: [] })), block: null });
    await open();
    expect(card('All bets').getByText('Nobody took part')).toBeTruthy();
    expect(card('Sealed in the ledger').getByText('No points were moved.')).toBeTruthy();
  });

  it('shows that the seal is still to come', async () => {
    serve({ ...receiptOf(played()), block: null });
    await open();
    expect(card('Sealed in the ledger').getByText('The contest’s last transfer is about to be sealed.')).toBeTruthy();
  });
});

describe('Verify', () => {
  const verify = async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Verify' }));
  };

  it('recomputes everything in the browser, in the background, and confirms it', async () => {
    serve(receiptOf(played()));
    await verify();
    expect(await screen.findByText('Yes, it is right')).toBeTruthy();
    expect(screen.getByText('All 3 bets were paid as the rules say; totals and fingerprints agree.')).toBeTruthy();
    await waitFor(() => expect(threads.size).toBe(0));
  });

  it('reports an altered number', async () => {
    const receipt = receiptOf(played());
    const bets = receipt.bets.map((one, i) => (i === 1 ? { ...one, payout: 71, received: 71 } : one));
    serve(sealed({ ...receipt, bets }));
    await verify();
    expect(await screen.findByText('No, something is wrong')).toBeTruthy();
    const faults = within(screen.getByText('No, something is wrong').parentElement as HTMLElement).getAllByRole('listitem');
    expect(faults.map(({ textContent }) => textContent)).toEqual([
      'Bet …00000002: payout is 71, should be 70',
      'Bet …00000002: points received is 71, should be 70',
      'Totals: points of the house is 0, should be 1',
    ]);
    expect(screen.queryByText('Yes, it is right')).toBeNull();
  });

  it('shows the first of many errors, and how many more there are', async () => {
    const bets = Array.from({ length: 30 }, (_, n) => bet(n + 1, 'home', [[10]]));
    const receipt = receiptOf(played({ bets }));
    serve(sealed({ ...receipt, bets: receipt.bets.map((one) => ({ ...one, refund: 1 })) }));
    await verify();
    expect(await screen.findByText('30 things do not follow from the rest:')).toBeTruthy();
    expect(screen.getByText('and 10 more')).toBeTruthy();
  });

  it.each([
    [
      'the file cannot be had',
      { status: 503, json: { code: 'unavailable', detail: 'Please try again later.' } },
      /^It could not be checked\. Please try again later\./,
    ],
    ['it was cut off', { text: '{"format":"matchpoint-rec' }, /^It could not be checked/],
  ])('shows an error if %s, and can be pressed again', async (_, answer, words) => {
    const receipt = receiptOf(played());
    serve(receipt);
    server.on(FILE, answer, { json: receipt });
    await verify();
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Yes, it is right')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers the same file for checking offline', async () => {
    serve(receiptOf(played()));
    await open();
    const link = screen.getByRole('link', { name: 'Download the receipt' });
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual([`/api/contests/${ID}/receipt.json`, true]);
    expect(screen.getByText('npm run verify -- matchpoint-receipt.json')).toBeTruthy();
  });
});

describe('a contest that did not end in a result', () => {
  it('void: the reason, and that stakes were returned', async () => {
    serve(receiptOf(played({ results: [] })));
    await open();
    expect(fact(card('The result and where it is from'), 'Why it is void')).toBe('The match was cancelled.');
    expect(fact(card('Totals'), 'Refunded')).toBe('211');
    expect(rows()[0]!.textContent).toContain('The exact stake came back.');
  });

  it.each([
    ['open', 'Open'],
    ['locked', 'Locked, awaiting the result'],
    ['paused', 'Paused'],
  ] as const)('%s: totals so far, no bets of others, and nothing to check yet', async (state, words) => {
    serve(running(state));
    await open();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText(/^The receipt is complete once the contest has ended/)).toBeTruthy();
    expect(fact(card('Totals'), 'Staked: Avalon Town')).toBe('150');
    expect(card('Totals').queryByText('Paid out')).toBeNull();
    expect(screen.getByText('Bets are listed once the contest has ended.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
  });
});

describe('missing data', () => {
  it('an unknown contest has a link back', async () => {
    server.on(RECEIPT, { status: 404, json: { code: 'not_found', detail: 'Not found.' } });
    renderSite(PATH);
    expect(await screen.findByRole('link', { name: 'See all matches' })).toBeTruthy();
  });

  it('a receipt that could not be loaded is retried', async () => {
    server.on(RECEIPT, { status: 400, json: { code: 'invalid_query', detail: 'Not this.' } });
    renderSite(PATH);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    serve(receiptOf(played()));
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { name: 'Win / draw / lose pool' })).toBeTruthy();
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
