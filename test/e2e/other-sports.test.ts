import type { Browser, Page } from '@playwright/test';
import { t, tVi, tZh } from '#test/web/words.ts';
import { api, betOnOneOf, type Coming, nextMatches } from './api.ts';
import { openVisitor } from './base.ts';
import { enter, expect, type Site, test } from './site.ts';

type Locale = 'en' | 'zh-CN' | 'vi';

interface Followed {
  sport: string;
  locale: Locale;
  /** The name of the table of parts (quarters, sets or maps). */
  table: string;
  /** Matches the status in play, which never mentions football's halves. */
  playing: RegExp;
}

/** One sport per language, from before the start to the bet's end. */
const FOLLOWED: Followed[] = [
  {
    sport: 'basketball',
    locale: 'en',
    table: t('match.parts_caption.basketball'),
    playing: /(1st|2nd|3rd|4th) quarter|Half-time|Overtime/,
  },
  { sport: 'tennis', locale: 'vi', table: tVi('match.parts_caption.tennis'), playing: /Set \d/ },
  { sport: 'esports', locale: 'zh-CN', table: tZh('match.parts_caption.esports'), playing: /第 \d 图/ },
];

/** The ways a match can end, by sport and status, in each language. */
const ENDINGS: Record<string, Record<string, Record<Locale, string>>> = {
  basketball: {
    ft: { en: t('match.status.long.final'), 'zh-CN': tZh('match.status.long.final'), vi: tVi('match.status.long.final') },
    aet: {
      en: t('match.status.long.after_overtime'),
      'zh-CN': tZh('match.status.long.after_overtime'),
      vi: tVi('match.status.long.after_overtime'),
    },
  },
  tennis: {
    ft: { en: t('match.status.long.final'), 'zh-CN': tZh('match.status.long.final'), vi: tVi('match.status.long.final') },
    awd: { en: t('match.status.long.retired'), 'zh-CN': tZh('match.status.long.retired'), vi: tVi('match.status.long.retired') },
    wo: { en: t('match.status.long.wo'), 'zh-CN': tZh('match.status.long.wo'), vi: tVi('match.status.long.wo') },
  },
  esports: {
    ft: { en: t('match.status.long.final'), 'zh-CN': tZh('match.status.long.final'), vi: tVi('match.status.long.final') },
    wo: { en: t('match.status.long.forfeit'), 'zh-CN': tZh('match.status.long.forfeit'), vi: tVi('match.status.long.forfeit') },
    canc: { en: t('match.status.long.canc'), 'zh-CN': tZh('match.status.long.canc'), vi: tVi('match.status.long.canc') },
  },
};
ENDINGS.basketball!.canc = ENDINGS.esports!.canc!;

const STAKED: Record<Locale, { stake: string; button: string; success: string }> = {
  en: { stake: 'Stake', button: t('bets.stake_points', { points: 10 }), success: t('bets.success') },
  'zh-CN': { stake: tZh('bets.stake'), button: tZh('bets.stake_points', { points: 10 }), success: tZh('bets.success') },
  vi: { stake: tVi('bets.stake'), button: tVi('bets.stake_points', { points: 10 }), success: tVi('bets.success') },
};
const OUTCOMES: Record<Locale, Record<'won' | 'lost' | 'refund', string>> = {
  en: { won: t('bets.won'), lost: t('bets.lost'), refund: t('bets.refund') },
  'zh-CN': { won: tZh('bets.won'), lost: tZh('bets.lost'), refund: tZh('bets.refund') },
  vi: { won: tVi('bets.won'), lost: tVi('bets.lost'), refund: tVi('bets.refund') },
};
const CONTEST_OVER: Record<Locale, Record<'settled' | 'void', string>> = {
  en: { settled: t('bets.state.settled'), void: t('bets.state.void') },
  'zh-CN': { settled: tZh('bets.state.settled'), void: tZh('bets.state.void') },
  vi: { settled: tVi('bets.state.settled'), void: tVi('bets.state.void') },
};

test('a basketball game, a tennis match and an esports series run from a stake to its end, each in another language', async ({
  browser,
  site,
}) => {
  const following: Promise<number[]>[] = [];
  for (const followed of FOLLOWED) {
    // Each user bets with the machine to themselves; after that, all matches are watched at the same time.
    const page = await signedIn(browser, site);
    const matches = await nextMatches<Listed>(page, TIME_TO_BET_MS, `sport=${followed.sport}&per_league=20`);
    const withoutDraw = matches.filter(({ draw_possible }) => !draw_possible);
    following.push(follow(page, followed, await betOnOneOf(page, withoutDraw, (match) => placeBet(page, match, followed.locale))));
  }
  const played = (await Promise.all(following)).filter((requests) => requests.length > 0);
  // Pages show progress that they did not ask for. One that has just reconnected may miss some, and short matches have little.
  if (played.length > 0)
    expect(played.some((requests) => requests.some((count, index) => index > 0 && count === requests[index - 1]))).toBe(true);
});

async function signedIn(browser: Browser, site: Site): Promise<Page> {
  const page = await openVisitor(browser, { baseURL: site.url });
  await enter(page, site.demoUser);
  return page;
}

/** Returns how often the page had asked for the match at each state that it showed; none if the match was not played. */
async function follow(page: Page, followed: Followed, match: Listed): Promise<number[]> {
  const { sport, locale } = followed;
  await noteShown(page, followed, `/api/matches/${match.id}`);
  const status = page.locator('[data-status]');
  await watch(page, followed);
  const shown = await page.evaluate(() => (window as unknown as { shown: number[] }).shown);
  const code = (await status.getAttribute('data-status')) ?? '';
  await expect(status).toHaveText(ENDINGS[sport]?.[code]?.[locale] ?? `no word for ${code}`);
  const isPlayed = code !== 'wo' && code !== 'canc';
  // A series of two maps or a match with a retirement has few states, and the last one is shown as over.
  if (isPlayed) expect(shown).not.toEqual([]);

  const bet = await endedBet(page, match.id);
  const isRefunded = code !== 'ft' && code !== 'aet';
  // A pool without a correct pick is refunded too.
  if (isRefunded) expect(bet).toMatchObject({ state: 'refunded', refund: 10, payout: 0 });
  const contest = CONTEST_OVER[locale][isRefunded ? 'void' : 'settled'];
  await expect(page.getByRole('status').filter({ hasText: contest })).toBeVisible();

  const outcome = bet.state === 'refunded' ? 'refund' : bet.hit ? 'won' : 'lost';
  for (const language of Object.keys(OUTCOMES) as Locale[]) await expectWords(page, match.id, sport, code, outcome, language);
  await page.close();
  return isPlayed ? shown : [];
}

async function expectWords(page: Page, id: number, sport: string, code: string, outcome: 'won' | 'lost' | 'refund', locale: Locale) {
  await page.goto(`/match/${id}?lang=${locale}`);
  await expect(page.locator('[data-status]')).toHaveText(ENDINGS[sport]![code]![locale]);
  await page.goto(`/bets?lang=${locale}`);
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="/match/${id}"]`) });
  await expect(row.getByText(OUTCOMES[locale][outcome], { exact: true })).toBeVisible();
}

interface Listed extends Coming {
  draw_possible: boolean;
}

/** Usually enough to place a bet. */
const TIME_TO_BET_MS = 15_000;

async function placeBet(page: Page, { id }: Listed, locale: Locale): Promise<void> {
  const words = STAKED[locale];
  await page.goto(`/match/${id}?market=wdl&pick=home&lang=${locale}`);
  // Home and away, without a draw.
  await expect(page.getByRole('group').first().getByRole('button')).toHaveCount(2);
  await page.getByRole('textbox', { name: words.stake }).fill('10');
  await page.getByRole('button', { name: words.button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(words.success)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** On a busy machine the feed is slow, and a page that hears nothing for 20 seconds asks for the match. */
const WITHOUT_ASKING_MS = 120_000;

/**
 * Has the page note each state of its table of parts during play, as the number of its requests for the match until then: a test on a busy
 * machine would look too seldom. Requests for the match fail during the first two minutes of play, so
 * the page can only show pushes.
 */
const noteShown = (page: Page, { table }: Followed, path: string): Promise<void> =>
  page.evaluate(
    ({ table, path, withoutAskingMs }) => {
      const shown = new Map<string, number>();
      let asked = 0;
      let playsSince: number | undefined;
      const send = window.fetch;
      window.fetch = async (input, init) => {
        const url = input instanceof Request ? input.url : String(input);
        if (new URL(url, location.href).pathname === path) {
          if (playsSince !== undefined && performance.now() < playsSince + withoutAskingMs)
            throw new TypeError('the test lets no request out');
          asked += 1;
        }
        return send(input, init);
      };
      const look = () => {
        const parts = [...document.querySelectorAll('table')].find(({ caption }) => caption?.textContent === table);
        const stand = parts?.textContent;
        if (!stand || !document.querySelector('[data-look=live]') || shown.has(stand)) return;
        playsSince ??= performance.now();
        shown.set(stand, asked);
        Object.assign(window, { shown: [...shown.values()] });
      };
      Object.assign(window, { shown: [] });
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      look();
    },
    { table, path, withoutAskingMs: WITHOUT_ASKING_MS },
  );

/** Watches until the match is over. */
async function watch(page: Page, { playing }: Followed): Promise<void> {
  await expect
    .poll(
      async () => {
        const { look, words } = await page
          .locator('[data-status]')
          .evaluate((element: HTMLElement) => ({ look: element.dataset.look, words: element.textContent }));
        if (look === 'live') expect(words).toMatch(playing);
        return look;
      },
      { timeout: 600_000, intervals: [500] },
    )
    .toMatch(/^(over|void)$/);
}

interface BetReply {
  state: string;
  payout: number;
  refund: number;
  hit: boolean | null;
  match: { id: number };
}

async function endedBet(page: Page, matchId: number): Promise<BetReply> {
  let bet: BetReply | undefined;
  await expect
    .poll(
      async () => {
        bet = (await api<{ items: BetReply[] }>(page, '/api/account/bets')).items.find(({ match }) => match.id === matchId);
        return bet?.state;
      },
      { timeout: 60_000, intervals: [1_000] },
    )
    .toMatch(/settled|refunded/);
  return bet as BetReply;
}
