import { describe, expect, it } from 'vitest';
import { MATCH_STATUSES, type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { createDemoFeed } from './demo-feed.ts';
import type { DemoLeague } from './league.ts';
import { LEAGUES } from './leagues.ts';

const START = Date.UTC(2026, 10, 21, 2);

interface Settings {
  startMs?: number;
  speed?: number;
  leagues?: DemoLeague[];
}

/** Runs a feed on its own clock. `onBatch` ends it by returning true. */
async function run(
  { startMs = START, speed = 12, leagues = LEAGUES }: Settings,
  onBatch: (batch: FeedUpdate[], atMs: number) => unknown,
): Promise<void> {
  let atMs = startMs;
  const abort = new AbortController();
  const sleep = async (ms: number) => {
    atMs += ms;
  };
  const feed = createDemoFeed({ seed: 'test', speed, leagues, now: () => new Date(atMs), sleep });
  for await (const batch of feed.updates(abort.signal)) {
    if (onBatch(batch, atMs) === true) abort.abort();
  }
}

const isFilled = (batch: FeedUpdate[]) => batch.at(-1)?.kind === 'confirmation';

async function firstUpdates(startMs: number, speed = 12): Promise<FeedUpdate[]> {
  const told: FeedUpdate[] = [];
  await run({ startMs, speed }, (batch) => {
    told.push(...batch);
    return isFilled(batch);
  });
  return told;
}

describe('the demo feed', () => {
  // Two hours of all football leagues, second by second, take most of a minute on a busy machine.
  it('shows every football status within an hour at the default speed, whatever the start time', { timeout: 300_000 }, async () => {
    const leagues = LEAGUES.filter(({ sport }) => sport === 'football');
    for (const startMs of [START, START + 5 * 3_600_000 + 1_234_567]) {
      const current = new Map<string, MatchStatus>();
      const seen = new Set<MatchStatus>();
      const live: number[] = [];
      let filled = false;
      await run({ startMs, leagues }, (batch, atMs) => {
        for (const update of batch) {
          if (update.kind !== 'status') continue;
          current.set(update.matchId, update.status);
          if (filled) seen.add(update.status);
        }
        filled ||= isFilled(batch);
        if (filled) live.push([...current.values()].filter((status) => matchGroup(status) === 'live').length);
        return atMs - startMs > 3_600_000;
      });
      expect([...seen].sort()).toEqual([...MATCH_STATUSES].sort());
      const average = live.reduce((sum, count) => sum + count, 0) / live.length;
      expect(average).toBeGreaterThan(5);
      expect(average).toBeLessThan(12);
      expect(Math.min(...live)).toBeGreaterThanOrEqual(3);
    }
  });

  it.each([1, 12, 60, 120])('publishes past, current, upcoming and later matches of the coming days at speed %i', async (speed) => {
    const told = await firstUpdates(START, speed);
    const kickoffs = told.flatMap((update) => (update.kind === 'fixture' && update.kickoffAt !== null ? [update.kickoffAt.getTime()] : []));
    const within = (fromHours: number, toHours: number) =>
      kickoffs.filter((ms) => ms >= START + fromHours * 3_600_000 && ms < START + toHours * 3_600_000).length;
    expect(within(-24, 0)).toBeGreaterThan(20);
    expect(within(0, 0.5)).toBeGreaterThan(speed === 1 ? 0 : 5);
    for (let day = 0; day < 7; day++) expect(within(24 * day, 24 * (day + 1))).toBeGreaterThan(5);
    expect(kickoffs.length).toBeLessThan(4000);
  });

  it('publishes the same after a restart as without one', { timeout: 30_000 }, async () => {
    const scores = new Map<string, string>();
    const keep = (batch: FeedUpdate[], into: Map<string, string>) => {
      for (const update of batch)
        if (update.kind === 'status') into.set(update.matchId, JSON.stringify([update.status, update.minute, update.score]));
    };
    let endMs = 0;
    await run({}, (batch, atMs) => {
      keep(batch, scores);
      endMs = atMs;
      return atMs - START > 20 * 60_000;
    });
    const restarted = new Map<string, string>();
    keep(await firstUpdates(endMs), restarted);
    let compared = 0;
    for (const [id, status] of restarted) {
      if (!scores.has(id)) continue;
      expect(status).toBe(scores.get(id));
      compared++;
    }
    expect(compared).toBeGreaterThan(1000);
  });

  it('publishes final results of matches that were left unfinished long ago, at another speed, in leagues no longer played', async () => {
    const told = await firstUpdates(START);
    const live = told.flatMap((update) => (update.kind === 'status' && update.status === 'h1' ? [update.matchId] : []));
    expect(live.length).toBeGreaterThan(0);
    const later = new Date(START + 40 * 86_400_000);
    const abort = new AbortController();
    const ended = new Map<string, MatchStatus>();
    const feed = createDemoFeed({ seed: 'test', speed: 30, now: () => later, leagues: LEAGUES.slice(0, 1) });
    for await (const batch of feed.updates(abort.signal, [...live, 'nonsense'])) {
      for (const update of batch) if (update.kind === 'status' && live.includes(update.matchId)) ended.set(update.matchId, update.status);
      if (isFilled(batch)) abort.abort();
    }
    expect(live.map((id) => matchGroup(ended.get(id)!))).toEqual(live.map(() => 'finished'));
  });

  it('publishes each team once, and only fixtures of published teams', async () => {
    const told = await firstUpdates(START);
    const teams = told.flatMap((update) => (update.kind === 'team' ? [update.id] : []));
    const published = new Set(teams);
    expect(published.size).toBe(teams.length);
    const playing = told.flatMap((update) => (update.kind === 'fixture' ? [update.homeTeamId, update.awayTeamId] : []));
    expect(playing.length).toBeGreaterThan(0);
    expect(playing.filter((team) => !published.has(team))).toEqual([]);
  });
});
