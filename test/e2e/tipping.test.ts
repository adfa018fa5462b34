import { existsSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { MINUTE_MS } from '#domain/time.ts';
import { type RoundSite, startRoundSite } from '#test/tipping-round/round-site.ts';
import { t, tVi, tZh } from '#test/web/words.ts';
import { api } from './api.ts';
import { DESKTOP, expectNoBarriers, PHONE } from './barriers.ts';
import { test } from './base.ts';
import { enterAsNew, expect } from './site.ts';
import { speak } from './speak.ts';
import type { Locale } from './words.ts';

/** The World Cup of 2022, of which the second day is played: England 6-2 Iran, Senegal 0-2 Netherlands, USA 1-1 Wales. */
const PATH = '../shared/data/openfootball/worldcup.json/2022/worldcup.json';
const DATE = '2022-11-21';
/** Minutes of the site's time: before the first kick-off, within the first match, after the last kick-off, and after all of the day. */
const PLAYED = { tipping: 1, first: 9.2, last: 20.5, over: 27 } as const;

type Pair = readonly [home: number, away: number];

interface Person {
  name: string;
  locale: Locale;
  viewport: typeof PHONE;
  theme: 'dark' | 'light';
  /** Of the day before, as the organiser's file has it. */
  imported: string;
  tips: readonly [Pair, Pair, Pair];
}

const PEOPLE = {
  emma: {
    ...{ name: 'Emma', locale: 'en', viewport: DESKTOP, theme: 'dark', imported: '1:0' },
    tips: [
      [6, 2],
      [1, 2],
      [1, 1],
    ],
  },
  wei: {
    ...{ name: '小伟', locale: 'zh-CN', viewport: PHONE, theme: 'light', imported: '0:2' },
    tips: [
      [2, 0],
      [0, 2],
      [0, 0],
    ],
  },
  linh: {
    ...{ name: 'Chị Linh', locale: 'vi', viewport: PHONE, theme: 'dark', imported: '1:2' },
    tips: [
      [3, 1],
      [2, 0],
      [2, 1],
    ],
  },
} as const satisfies Record<string, Person>;

const WORDS = { en: t, 'zh-CN': tZh, vi: tVi };

test('friends tip a round of a real tournament together, from the invitation to the table', async ({ browser }) => {
  test.skip(!existsSync(PATH), 'skipped: there is no recorded tournament in ../shared/data/openfootball');
  const site = await startRoundSite({ path: PATH, date: DATE });
  let errors: string[];
  try {
    await playRound(browser, site);
  } finally {
    errors = await site.stop();
  }
  expect(errors, 'what the site logged as errors').toEqual([]);
});

async function playRound(browser: Browser, site: RoundSite): Promise<void> {
  const organiser = await openPage(browser, site, { locale: 'en', viewport: DESKTOP, theme: 'dark' });
  const { groupId, links } = await moveOver(organiser);
  const [emma, wei, linh] = [
    await openPage(browser, site, PEOPLE.emma),
    await openPage(browser, site, PEOPLE.wei),
    await openPage(browser, site, PEOPLE.linh),
  ];
  const everybody = [
    [emma, PEOPLE.emma],
    [wei, PEOPLE.wei],
    [linh, PEOPLE.linh],
  ] as const;
  const goTo = async (minute: number) => {
    await site.goTo(minute);
    const now = new Date(site.beganAt.getTime() + minute * MINUTE_MS);
    await Promise.all([organiser, emma, wei, linh].map((page) => page.clock.setSystemTime(now)));
  };

  for (const [page, person] of everybody) {
    await test.step(`${person.name} accepts and tips`, async () => {
      await accept(page, person, links.get(person.name)!);
      await tipRound(page, person);
      await expectNoBarriers(page, `tips in ${person.locale}`);
    });
  }

  await test.step('a tip that was kept without a network comes too late', async () => {
    await goTo(PLAYED.first);
    await linh.context().setOffline(true);
    const last = linh
      .getByRole('list', { name: tVi('tipping.matches_of_round') })
      .getByRole('listitem')
      .nth(2);
    await fill(linh, 2, [1, 1]);
    await expect(last.getByText(tVi('tipping.row.waiting'))).toBeVisible();
    await goTo(PLAYED.last);
    await linh.context().setOffline(false);
    await expect(last.getByText(tVi('tipping.outcome.late', { tip: '1–1' }))).toBeVisible();
    await expect(last.getByText('2–1', { exact: true })).toBeVisible();
  });

  await test.step('the table counts what was imported and what was played', async () => {
    await goTo(PLAYED.over);
    for (const [page, { locale }] of everybody) await openTable(page, locale, groupId);
    await expectStanding(emma, 2, 10);
    await expectStanding(wei, 1, 12);
    await expectStanding(linh, 3, 4);
    for (const [page, { locale }] of everybody) await expectNoBarriers(page, `the table in ${locale}`);
  });

  await test.step('a corrected score is scored again', async () => {
    await site.correct('USA', [2, 1]);
    // Its round is over, so that open pages notice within a minute only.
    for (const [page, { locale }] of everybody) await openTable(page, locale, groupId);
    await expectStanding(wei, 1, 10);
    await expectStanding(linh, 2, 8);
    await expectStanding(emma, 3, 6);
  });

  await test.step('who leaves is in the table no more', async () => {
    await wei.getByRole('tab', { name: tZh('tipping.tabs.members') }).click();
    await expectNoBarriers(wei, 'the members');
    await wei.getByRole('button', { name: tZh('tipping.leave'), exact: true }).click();
    await wei
      .getByRole('dialog')
      .getByRole('button', { name: tZh('tipping.leave'), exact: true })
      .click();
    await expect(wei).toHaveURL(/\/groups$/);
    for (const [page, { locale }] of [everybody[0], everybody[2]]) await openTable(page, locale, groupId);
    await expectStanding(linh, 1, 8);
    await expectStanding(emma, 2, 6);
  });
}

/** Opens a page with a new user. */
async function openPage(
  browser: Browser,
  site: RoundSite,
  { locale, viewport, theme }: Pick<Person, 'locale' | 'viewport' | 'theme'>,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, viewport });
  await context.addCookies([{ name: 'theme', value: theme, url: site.url }]);
  await speak(context, site, locale);
  const page = await context.newPage();
  await enterAsNew(page);
  return page;
}

/** Founds a group, and moves it over from another game with the page's own form. Returns each person's link. */
async function moveOver(page: Page): Promise<{ groupId: string; links: Map<string, string> }> {
  const { items } = await api<{ items: { kind: string; league: { id: number } }[] }>(page, '/api/search?q=World%20Cup');
  const league_id = items.find(({ kind }) => kind === 'league')!.league.id;
  const { id } = await api<{ id: string }>(page, '/api/tipping/groups', { name: 'Office', competitions: [{ kind: 'league', league_id }] });
  await page.goto(`/group/${id}?tab=members&import=1`);
  const people = Object.values(PEOPLE);
  // Without dates: the replay is not on those of the tournament, and each of these teams met the other once.
  const rows = people.map(({ name, imported }, index) => `${name};${index === 1 ? '卡塔尔;厄瓜多尔' : 'Qatar;Ecuador'};${imported}`);
  const fillFile = (file: 'members' | 'tips', lines: readonly string[]) =>
    page.getByRole('textbox', { name: t(`tipping.move.file.${file}`), exact: true }).fill(lines.join('\n'));
  await fillFile('members', ['Mitspieler', ...people.map(({ name }) => name)]);
  await fillFile('tips', ['Mitspieler;Heim;Gast;Tipp', ...rows, 'Noe;Qatar;Ecuador;1:1']);
  await page.getByRole('button', { name: t('tipping.move.preview'), exact: true }).click();
  const report = page.getByRole('status').filter({ hasText: t('tipping.move.left_out', { count: 1 }) });
  await expect(report).toContainText(t('tipping.move.fault.unknown_member'));
  await expectNoBarriers(page, 'moving over');
  await page.getByRole('button', { name: t('tipping.move.submit'), exact: true }).click();
  await expect(page.getByRole('button', { name: t('tipping.move.link_of', { name: 'Emma' }) })).toBeVisible();
  const places = await api<{ items: { name: string; code: string }[] }>(page, `/api/tipping/groups/${id}/places`);
  return { groupId: id, links: new Map(places.items.map(({ name, code }) => [name, `/groups/join/${code}`])) };
}

async function accept(page: Page, { name, locale }: Person, link: string): Promise<void> {
  const words = WORDS[locale];
  await page.goto(link);
  await expect(page.getByText(words('tipping.move.place_for', { name }))).toBeVisible();
  await expectNoBarriers(page, `an invitation in ${locale}`);
  await page.getByRole('button', { name: words('tipping.join'), exact: true }).click();
  await expect(page).toHaveURL(/\/group\//);
}

/** Types a tip into the fields of a row. */
async function fill(page: Page, row: number, [home, away]: Pair): Promise<void> {
  const fields = page.locator('[data-tip-row]').nth(row).getByRole('spinbutton');
  await fields.nth(0).fill(String(home));
  await fields.nth(1).fill(String(away));
}

async function tipRound(page: Page, { locale, tips }: Person): Promise<void> {
  for (const [row, tip] of tips.entries()) await fill(page, row, tip);
  await expect(page.getByText(WORDS[locale]('tipping.row.saved'), { exact: true })).toHaveCount(tips.length);
}

async function openTable(page: Page, locale: Locale, groupId: string): Promise<void> {
  await page.goto(`/group/${groupId}`);
  await page.getByRole('tab', { name: WORDS[locale]('tipping.tabs.table') }).click();
}

/** Expects the reader's own place and points in the table. */
async function expectStanding(page: Page, place: number, points: number): Promise<void> {
  const cells = page.locator('tr[data-me]').locator('td');
  await expect(cells.last()).toHaveText(String(points));
  await expect(cells.first()).toHaveText(new RegExp(`^${place}`));
}
