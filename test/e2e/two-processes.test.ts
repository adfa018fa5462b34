import type { Locator, Page } from '@playwright/test';
import { chat as en } from '#web/i18n/en/chat.ts';
import { chat as zh } from '#web/i18n/zh-CN/chat.ts';
import { DESKTOP, expectNoBarriers, PHONE } from './barriers.ts';
import { type Recording, test, visit } from './installed.ts';
import { expect } from './site.ts';
import { said } from './words.ts';

/** Goals 20 and 46 seconds after kick-off, and a second half that keeps the room open for three minutes. */
const FINAL: Recording = {
  name: 'Harbour Cup 2026',
  matches: [
    {
      ...{ round: 'Final', date: '2026-05-30', time: '20:00 UTC+0', team1: 'Saltmarsh', team2: 'Iron Vale' },
      ...{
        score: { ht: [1, 1], ft: [2, 1] },
        goals1: [
          { name: 'Ana Reyes', minute: 10 },
          { name: 'Ana Reyes', minute: 88 },
        ],
      },
      goals2: [{ name: 'Tomás Brandt', minute: 23 }],
    },
  ],
};

test('two browsers on two processes chat about a match, and continue when one process is killed', async ({ installed, browser }) => {
  const { webs, front, kickOff } = installed;
  const [lin, ada] = await Promise.all([
    visit(browser, installed, {
      name: 'Lin',
      url: front.url,
      locale: 'zh-CN',
      options: { viewport: PHONE, hasTouch: true, isMobile: true },
    }),
    visit(browser, installed, { name: 'Ada', url: webs[1].url, locale: 'en', options: { viewport: DESKTOP } }),
  ]);
  const id = await kickOff(FINAL);
  await Promise.all([lin.goto(`/match/${id}?tab=chat`), ada.goto(`/match/${id}`)]);
  const [phone, desktop] = [roomOn(lin, zh), roomOn(ada, en)];
  await phone.getByLabel(zh.room).selectOption('en');

  await say(phone, 'Good evening from the tram!');
  await expect(message(desktop, 'Good evening from the tram!')).toContainText('Lin');
  await answer(desktop, 'Lin', 'Hello tram, they have just kicked off');
  await expect(message(phone, 'Hello tram, they have just kicked off')).toContainText('Good evening from the tram!');
  for (const [room, words] of [
    [phone, zh],
    [desktop, en],
  ] as const) {
    await expect(room.getByText(words.few_here)).toBeVisible();
    await expect(message(room, 'Ana Reyes')).toHaveCount(1, { timeout: 30_000 });
    await expectNoBarriers(room.page(), `the chat with ${words.title}`);
  }

  const loads = countLoads(lin);
  // No visitor is let in until a message was sent that the phone cannot have received.
  front.lead([]);
  await webs[0].kill();
  await expect(phone.getByText(zh.status.open, { exact: true })).toBeHidden();
  await say(desktop, 'Lin, are you still there?');
  await expect(message(desktop, 'Lin, are you still there?')).toHaveCount(1);
  front.lead([webs[1]]);
  await expect(message(phone, 'Lin, are you still there?')).toHaveCount(1, { timeout: 20_000 });
  await say(phone, 'Tunnel. I missed nothing');
  for (const room of [phone, desktop]) {
    await expect(message(room, 'Tunnel. I missed nothing')).toHaveCount(1);
    await expect(message(room, 'Good evening from the tram!')).toHaveCount(1);
    await expect(message(room, 'Tomás Brandt')).toHaveCount(1, { timeout: 40_000 });
  }
  expect(loads.count).toBe(0);
});

const roomOn = (page: Page, { title }: { title: string }): Locator => page.getByRole('region', { name: title });

/** Finds a message or match line by its own text, not by a quotation of it. */
const message = (room: Locator, text: string): Locator =>
  room
    .getByRole('log')
    .locator('li[data-message]')
    .filter({ has: room.page().locator('p', { hasText: text }) });

/** Sends a message as soon as the rate limit allows. */
async function say(room: Locator, text: string): Promise<void> {
  await room.getByRole('textbox').fill(text);
  const send = room.locator('button[type=submit]');
  await expect(send).not.toHaveAttribute('aria-disabled');
  await send.click();
}

async function answer(room: Locator, name: string, text: string): Promise<void> {
  await room.getByRole('button', { name: said(en.menu, { name }) }).click();
  await room.page().getByRole('menuitem', { name: en.reply }).click();
  await expect(room.getByRole('textbox')).toBeFocused();
  await say(room, text);
}

function countLoads(page: Page): { count: number } {
  const seen = { count: 0 };
  page.on('load', () => {
    seen.count++;
  });
  return seen;
}
