import type { Page } from '@playwright/test';
import { api, betByApi, betOnOneOf, nextMatches, pressToPost } from './api.ts';
import { expectNoBarriers, PHONE } from './barriers.ts';
import { openVisitor } from './base.ts';
import { enter, expect, test } from './site.ts';
import { speak } from './speak.ts';
import { walks } from './walks.ts';
import { said, WORDS, type Words } from './words.ts';

const STAKE = 50;

for (const { locale, device, viewport } of walks('zh-CN', 'phone')) {
  test(`from a price to its receipt, and a forecast without stakes: ${locale}, ${device}`, async ({ page, context, site }) => {
    const w = WORDS[locale] as Words;
    await page.setViewportSize(viewport);
    await speak(context, site, locale);
    await enter(page, site.demoUser);

    const matchId = await stakeAtAPrice(page, w, viewport.width === PHONE.width);
    await seeItAmongBets(page, w, matchId);
    await forecast(page, w);
    await shareForecast(page, w);
    await foundLeague(page, w);
    await checkReceipt(page, w, await endedContest(page));
  });
}

/** Usually enough to place a stake by hand. */
const TIME_TO_BET_MS = 40_000;

/** Stakes on a match by hand, and on the next ones by requests. Returns the first one. */
async function stakeAtAPrice(page: Page, w: Words, isPhone: boolean): Promise<number> {
  await page.goto('/bets');
  const matches = await nextMatches(page, TIME_TO_BET_MS);
  const first = await betOnOneOf(page, matches, ({ id }) => stakeOn(page, w, isPhone, id));
  // A match of the demo may be interrupted or moved, which takes minutes, or called off: the others probably are not.
  const later = matches.slice(matches.indexOf(first) + 1).slice(0, 3);
  for (const { id } of later) await betByApi(page, id, 'home', STAKE).catch(() => undefined);
  return first.id;
}

async function stakeOn(page: Page, w: Words, isPhone: boolean, id: number): Promise<void> {
  await page.goto(`/match/${id}`);
  // On the phone the slip and its switch are separate sheets.
  if (isPhone) await page.getByRole('button', { name: w.bets.predict, exact: true }).click();
  const slip = isPhone ? page.getByRole('dialog') : page.locator('main');
  await slip.getByRole('radio', { name: w.bets.markets['1x2'], exact: true }).check();
  await slip.getByRole('group', { name: w.bets.options }).getByRole('button').first().click();
  await slip.getByRole('textbox', { name: w.bets.stake, exact: true }).fill(String(STAKE));
  await expect(slip.getByText(w.bets.returns_fixed, { exact: true })).toBeVisible();
  await expectNoBarriers(page, 'the slip at fixed odds');
  // Pressing again accepts a price that has fallen meanwhile.
  const submit = page
    .locator('form')
    .filter({ has: page.getByRole('textbox', { name: w.bets.stake, exact: true }) })
    .locator('button[type=submit]');
  await expect.poll(() => pressToPost(page, '/api/bets', () => submit.click())).toBe(true);
  const success = page.getByRole('dialog').filter({ hasText: w.bets.success });
  await expect(success.getByText(w.bets.receipt_number, { exact: true })).toBeVisible();
  await expectNoBarriers(page, 'a bet that was placed');
  await success.getByRole('button', { name: w.bets.done, exact: true }).click();
  await expect(success).toBeHidden();
}

async function seeItAmongBets(page: Page, w: Words, matchId: number): Promise<void> {
  await page.goto('/bets');
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="/match/${matchId}?market=1x2"]`) });
  await expect(row.getByText(w.bets.markets['1x2']).first()).toBeVisible();
  await expect(page.getByText(w.bets.total_staked, { exact: true }).first()).toBeVisible();
  await expectNoBarriers(page, '/bets');
}

async function forecast(page: Page, w: Words): Promise<void> {
  const league = w.forecast_league;
  await page.goto('/forecast-league');
  // The first match may begin while its forecast is entered, and then leaves the list.
  await page
    .getByRole('button', { name: new RegExp(league.make) })
    .last()
    .click();
  const form = page.locator('form').filter({ has: page.getByRole('slider') });
  const slider = form.getByRole('slider').first();
  await slider.focus();
  await slider.press('ArrowRight');
  await form.getByRole('textbox').first().fill('70');
  await form.getByRole('button', { name: league.save, exact: true }).click();
  await expect(page.getByText(league.saved, { exact: true })).toBeVisible();
  const percents = await form.getByRole('slider').evaluateAll((sliders) => sliders.map((one) => (one as HTMLInputElement).valueAsNumber));
  expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100);
  expect(percents[0]).toBe(70);
  await expect(page.getByText(league.saved, { exact: true })).toBeHidden();
  await expectNoBarriers(page, '/forecast-league');
}

/** Shares the forecast by a link, which a guest opens, and withdraws it. */
async function shareForecast(page: Page, w: Words): Promise<void> {
  const { items } = await api<{ items: { match: { id: number } }[] }>(page, '/api/forecast-league/forecasts');
  await page.goto(`/match/${items[0]!.match.id}`);
  await page
    .getByRole('button', { name: new RegExp(`^${w.glance.share}: `) })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: w.glance.shows_name, exact: true }).check();
  await dialog.getByRole('button', { name: w.glance.create_link, exact: true }).click();
  const link = dialog.getByText(/\/shared\/[0-9a-f-]{36}/);
  await expect(link).toBeVisible();
  await expectNoBarriers(page, 'a link to a forecast');
  const path = /\/shared\/[0-9a-f-]{36}/.exec((await link.textContent()) ?? '')![0];
  const guest = await openVisitor(page.context().browser()!, { baseURL: new URL(page.url()).origin, viewport: page.viewportSize() });
  await guest.goto(`${path}?lang=${await page.locator('html').getAttribute('lang')}`);
  await expect(guest.getByText('70%').first()).toBeVisible();
  await expect(guest.getByText(w.glance.checked, { exact: true })).toBeVisible();
  await expectNoBarriers(guest, '/shared');
  await dialog.getByRole('button', { name: w.glance.withdraw, exact: true }).click();
  await expect(dialog.getByRole('button', { name: w.glance.create_link, exact: true })).toBeVisible();
  await guest.reload();
  await expect(guest.getByText(w.glance.missing, { exact: true }).first()).toBeVisible();
  await guest.close();
}

async function foundLeague(page: Page, w: Words): Promise<void> {
  const league = w.forecast_league;
  await page.goto('/forecast-league?tab=friends');
  await page.getByLabel(league.create_name, { exact: true }).fill('Những người bạn – 老友记 – Terraces');
  await page.getByRole('button', { name: league.create_submit, exact: true }).click();
  await expect(page.getByText(said(league.members.replace(/\{count.*\}/s, ''), {})).first()).toBeVisible();
  await expect(page.getByText('Những người bạn – 老友记 – Terraces').first()).toBeVisible();
  // The notice that it was created covers a part of the page.
  await expect(page.getByRole('button', { name: w.shell.dismiss, exact: true })).toHaveCount(0);
  await expectNoBarriers(page, 'a league among friends');
}

/** Returns any ended contest at fixed odds in which this user had a stake; waits until there is one. */
async function endedContest(page: Page): Promise<string> {
  interface Bet {
    state: string;
    market: string;
    contest_id: string;
  }
  const isOver = ({ state, market }: Bet) => market === '1x2' && (state === 'settled' || state === 'refunded');
  const find = async () => (await api<{ items: Bet[] }>(page, '/api/account/bets')).items.find(isOver)?.contest_id ?? '';
  await expect.poll(find, { timeout: 420_000, intervals: [1_000] }).not.toBe('');
  return await find();
}

async function checkReceipt(page: Page, w: Words, contestId: string): Promise<void> {
  await page.goto(`/contests/${contestId}/receipt`);
  await page.getByRole('button', { name: w.receipts.verify, exact: true }).click();
  await expect(page.getByText(w.receipts.verified, { exact: true })).toBeVisible();
  await expect(page.getByText(w.receipts.you, { exact: true }).first()).toBeVisible();
  await expectNoBarriers(page, 'a receipt');
}
