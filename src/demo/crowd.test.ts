import { expect, it } from 'vitest';
import { type CrowdBet, runCrowd } from './crowd.ts';

async function bets(seed: string): Promise<[number, CrowdBet][]> {
  const placed: [number, CrowdBet][] = [];
  const abort = new AbortController();
  const contests = [1, 2, 3, 4, 5].map((matchId) => ({
    matchId,
    sport: matchId === 4 ? ('tennis' as const) : ('football' as const),
    kickoffAt: new Date(matchId * 1000),
    probabilities: matchId === 2 || matchId === 4 ? null : { home: 0.5, draw: matchId === 5 ? 0 : 0.3, away: matchId === 5 ? 0.5 : 0.2 },
  }));
  await runCrowd(
    {
      seed,
      openContests: async () => contests,
      place: async (userIndex, bet) => {
        placed.push([userIndex, bet]);
        if (placed.length === 500) abort.abort();
      },
      sleep: async () => {},
    },
    abort.signal,
  );
  return placed;
}

it('places the same bets for the same seed, within limits, and never on two outcomes of one match', async () => {
  const placed = await bets('a');
  expect(placed).toEqual(await bets('a'));
  expect(placed).not.toEqual(await bets('b'));
  const picks = new Map<string, string>();
  for (const [user, { matchId, pick, stake }] of placed) {
    expect(user).toBeGreaterThanOrEqual(0);
    expect(user).toBeLessThan(60);
    expect(stake).toBeGreaterThanOrEqual(10);
    expect(stake).toBeLessThanOrEqual(500);
    expect(picks.get(`${user} ${matchId}`) ?? pick).toBe(pick);
    picks.set(`${user} ${matchId}`, pick);
  }
  expect(new Set(placed.map(([, bet]) => bet.pick)).size).toBe(3);
  // These matches cannot be drawn, so the crowd must not pick a draw.
  for (const id of [4, 5]) {
    const picked = placed.filter(([, { matchId }]) => matchId === id).map(([, { pick }]) => pick);
    expect([...new Set(picked)].sort()).toEqual(['away', 'home']);
  }
});
