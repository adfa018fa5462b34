import { expect, it } from 'vitest';
import { getScoreProbability } from '#contract/forecasts.ts';
import { weighCrowds } from '#server/modules/forecasting/forecasts/opinions.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { stakeOn } from '#test/support/match-course.ts';
import { createRing, openMatch } from './ring.ts';

/** The crowd's forecast of a match cannot be bought with stakes that cannot be lost. */

const test = useTestApp();

const crowdOf = async (id: number) => {
  await weighCrowds(test.current.deps);
  return (await callApp(test.current.app, getScoreProbability, { id })).reply.lines.crowd;
};

it('a ring that is alone in a pool does not count as a crowd, on one side or on three', async () => {
  const app = test.current;
  const ring = await createRing(app, 10);
  const matchId = await openMatch(app);
  for (const user of ring.slice(0, 5)) await stakeOn(app, matchId, 'wdl', 'home', 500, user);
  expect(await crowdOf(matchId)).toBeNull();
  for (const [i, user] of ring.slice(5).entries()) await stakeOn(app, matchId, 'wdl', i % 2 === 0 ? 'draw' : 'away', 500, user);
  expect(await crowdOf(matchId)).toBeNull();
});

it('a ring moves the crowd’s forecast by no more than what strangers staked against it', async () => {
  const app = test.current;
  const matchId = await openMatch(app);
  for (const pick of ['home', 'home', 'draw', 'away'] as const) await stakeOn(app, matchId, 'wdl', pick, 100, await createUser(app, 1_000));
  expect(await crowdOf(matchId)).toEqual({ home: 0.5, draw: 0.25, away: 0.25 });
  for (const user of await createRing(app, 10)) await stakeOn(app, matchId, 'wdl', 'away', 1_000, user);
  const crowd = (await crowdOf(matchId))!;
  // Its 11,000 points count as the 300 of the strangers on the other outcomes.
  expect(crowd.home).toBeCloseTo(200 / 697, 2);
});
