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

interface Coming {
  id: number;
  kickoff_at: string;
}

/** Returns the next football matches that do not begin within `ms`, the soonest first. */
export async function nextMatches(page: Page, ms: number): Promise<Coming[]> {
  const { items } = await api<{ items: Coming[] }>(page, '/api/matches?status=upcoming&sport=football&per_league=3');
  const next = items
    .filter(({ kickoff_at }) => Date.parse(kickoff_at) > Date.now() + ms)
    .sort((a, b) => Date.parse(a.kickoff_at) - Date.parse(b.kickoff_at));
  expect(next.length).toBeGreaterThan(0);
  return next;
}
