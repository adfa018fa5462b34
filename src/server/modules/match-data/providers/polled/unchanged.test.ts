import { expect, it } from 'vitest';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { rememberSent } from './unchanged.ts';

const score = { home: 1, away: 0, halftime: null, fulltime: null, extratime: null, penalty: null };
const status = (seenMs: number, home = 1, told: MatchStatus = 'ft'): FeedUpdate => ({
  ...{ kind: 'status', matchId: '7', status: told, minute: null, stoppage: null, period: null, seenAt: new Date(seenMs) },
  score: { ...score, home },
});
const odds: FeedUpdate = { kind: 'odds', matchId: '7', seenAt: new Date(0), bookmakers: [] };

it('leaves out what was imported a short time ago, whenever it was seen, and repeats it later', () => {
  const sent = rememberSent();
  // Before an import is noted, it may have failed.
  expect(sent.changed([status(0)], 0)).toHaveLength(1);
  expect(sent.changed([status(0)], 0)).toHaveLength(1);
  sent.note([status(0)], 0);
  expect(sent.changed([status(20_000)], 20_000)).toEqual([]);
  expect(sent.changed([status(20_000, 2)], 20_000)).toHaveLength(1);
  expect(sent.changed([status(0)], 10 * MINUTE_MS)).toHaveLength(1);
});

it('sends a state again that was left and came back, and always sends prices', () => {
  const sent = rememberSent();
  for (const home of [1, 2]) sent.note([status(0, home)], 0);
  expect(sent.changed([status(0, 1), odds], 0)).toHaveLength(2);
  sent.note([odds], 0);
  expect(sent.changed([odds], 0)).toEqual([odds]);
});

it('always sends a match in play, whose every answer confirms it, and what came before and comes again', () => {
  const sent = rememberSent();
  for (const told of ['ns', 'live'] as const) sent.note([status(0, 1, told)], 0);
  expect(sent.changed([status(20_000, 1, 'live')], 20_000)).toHaveLength(1);
  expect(sent.changed([status(20_000, 1, 'ns')], 20_000)).toHaveLength(1);
});
