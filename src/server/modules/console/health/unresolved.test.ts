import { expect, it } from 'vitest';
import { getHealth } from '#contract/meta.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { followContests, reportContestAlarms } from '#server/background/jobs.ts';
import { ensureContests } from '#server/modules/betting/contests/service.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch } from '#test/support/factories.ts';
import { tellMatch } from '#test/support/match-course.ts';

const TOKEN = 'a-token-of-sixteen-letters';
const test = useTestApp({ FEED: 'none', METRICS_TOKEN: TOKEN });
const KICKOFF = Date.parse(TEST_NOW) + HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);

const warned: Record<string, unknown>[] = [];
const warn = (fields: Record<string, unknown>, text: string) => void warned.push({ ...fields, text });
const log = Object.assign(Object.create(createLog('silent')) as ReturnType<typeof createLog>, { warn });

/** Returns what an operator sees: the state, the metric, and what the jobs log. */
async function alarm() {
  const { app, deps } = test.current;
  warned.length = 0;
  await followContests({ ...deps, log });
  await reportContestAlarms({ ...deps, log });
  const { status } = (await callApp(app, getHealth, {})).reply;
  const metrics = await (await app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } })).text();
  return { status, isMeasured: metrics.includes('matchpoint_problem{name="contest_unresolved"} 1'), logged: [...warned] };
}

it('a contest without a result raises an alarm six hours after its planned end, until it ends', async () => {
  const { deps, clock } = test.current;
  const matchId = await createMatch(deps.db, { kickoffAt: at(0) });
  await ensureContests(deps, [matchId]);
  clock.set(at(8 * HOUR_MS - 1));
  await tellMatch(test.current, matchId, 'h2');
  expect(await alarm()).toEqual({ status: 'ok', isMeasured: false, logged: [] });

  clock.set(at(8 * HOUR_MS));
  const { status, isMeasured, logged } = await alarm();
  expect([status, isMeasured]).toEqual(['degraded', true]);
  expect(logged).toMatchObject([
    { text: 'contest has no usable result', matchId, matchStatus: 'h2' },
    { text: 'contest has no usable result', matchId, matchStatus: 'h2' },
    { text: 'contests need attention', unresolved: 2, blind: 0, corrected: 0 },
  ]);
  // Again each minute, for as long as the contest waits.
  clock.set(at(8 * HOUR_MS + MINUTE_MS));
  expect((await alarm()).logged).toMatchObject([{ text: 'contests need attention', unresolved: 2 }]);

  await tellMatch(test.current, matchId, 'ft', [1, 0]);
  clock.advance(MINUTE_MS);
  expect(await alarm()).toEqual({ status: 'ok', isMeasured: false, logged: [] });
});
