import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** Calls the API with the page's token, as its user; with `data` it posts, each time under a new key. Fails on a refusal. */
export async function api<T>(page: Page, path: string, data?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() };
  const response = await (data ? page.request.post(path, { headers, data }) : page.request.get(path, { headers }));
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
}

interface Contest {
  market: string;
  quote: { prices: { pick: string; odds: number }[] } | null;
}

/** Stakes at fixed odds, at the price of the moment. Tries again while the market is suspended or its price moves. */
export async function betByApi(page: Page, match_id: number, pick: string, stake: number): Promise<void> {
  await expect(async () => {
    const { items } = await api<{ items: Contest[] }>(page, `/api/matches/${match_id}/contests`);
    const odds = items.find(({ market }) => market === '1x2')?.quote?.prices.find((price) => price.pick === pick)?.odds;
    await api(page, '/api/bets', { market: '1x2', match_id, pick, stake, odds });
  }).toPass({ timeout: 20_000 });
}

/**
 * Presses a button that posts to this path, and returns whether the server accepted: it refuses a price that has fallen, or a second code
 * within a minute.
 */
export async function pressToPost(page: Page, path: string, press: () => Promise<void>): Promise<boolean> {
  const isAnswer = (url: string, method: string) => method === 'POST' && new URL(url).pathname === path;
  const [answer] = await Promise.all([page.waitForResponse((one) => isAnswer(one.url(), one.request().method())), press()]);
  return answer.ok();
}

export interface Coming {
  id: number;
  kickoff_at: string;
}

/** Returns the next matches that do not begin within `ms`, the soonest first: of football, unless the query chooses others. */
export async function nextMatches<M extends Coming>(page: Page, ms: number, chosen = 'sport=football&per_league=3'): Promise<M[]> {
  const { items } = await api<{ items: M[] }>(page, `/api/matches?status=upcoming&${chosen}`);
  const next = items
    .filter(({ kickoff_at }) => Date.parse(kickoff_at) > Date.now() + ms)
    .sort((a, b) => Date.parse(a.kickoff_at) - Date.parse(b.kickoff_at));
  expect(next.length, `matches to come of ${chosen}`).toBeGreaterThan(0);
  return next;
}

/**
 * Bets on the first of these matches for which `place` succeeds, and returns it. The next one is tried only if a match has begun or was called
 * off meanwhile; any other failure is the test's.
 */
export async function betOnOneOf<M extends Coming>(page: Page, matches: readonly M[], place: (match: M) => Promise<void>): Promise<M> {
  const isOpen = async ({ id }: M) => {
    const { status, kickoff_at } = await api<Coming & { status: string }>(page, `/api/matches/${id}`);
    return status === 'ns' && Date.parse(kickoff_at) > Date.now();
  };
  for (const match of matches) {
    if (!(await isOpen(match))) continue;
    try {
      await place(match);
      return match;
    } catch (error) {
      if (await isOpen(match)) throw error;
    }
  }
  throw new Error('every coming match began or was called off');
}
