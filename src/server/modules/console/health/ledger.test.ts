import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { getHealth } from '#contract/meta.ts';
import { DAY_MS } from '#domain/time.ts';
import { proveWholeLedger } from '#server/modules/ledger/ledger-proof.ts';
import { walkLedger } from '#server/modules/ledger/ledger-walk.ts';
import { proveNewBlocks } from '#server/modules/ledger/prove-new.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { sealAll } from '#test/support/ledger.ts';

const TOKEN = 'a-token-of-sixteen-letters';
const site = useTestApp({ FEED: 'none', METRICS_TOKEN: TOKEN });

const state = async () => (await callApp(site.current.app, getHealth, {})).reply.status;
const metrics = async () => {
  const reply = await site.current.app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  return (await reply.text())
    .split('\n')
    .filter((line) => line.includes('ledger') && !line.startsWith('#') && !/proof_age|ledger_walk/.test(line));
};
const walks = async () => {
  const reply = await site.current.app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  return (await reply.text()).split('\n').filter((line) => line.startsWith('matchpoint_ledger_walk'));
};

it('a ledger that does not add up degrades health until it does, and appears in the metrics', async () => {
  const { deps } = site.current;
  const { id } = await createUser(site.current, 10);
  expect([await state(), await metrics()]).toEqual(['ok', ['matchpoint_problem{name="ledger_unproven"} 0']]);
  await proveWholeLedger(deps);
  expect([await state(), await metrics()]).toEqual(['ok', ['matchpoint_problem{name="ledger_unproven"} 0', 'matchpoint_ledger_proven 1']]);
  site.current.clock.advance(90_000);
  const reply = await site.current.app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  expect(await reply.text()).toContain('\nmatchpoint_ledger_proof_age_seconds 90\n');
  const add = (points: number) =>
    sql`update accounts set balance = balance + ${points} where owner = ${id} and kind = 'balance'`.execute(deps.db);
  await add(1);
  await proveWholeLedger(deps);
  expect([await state(), await metrics()]).toEqual([
    'degraded',
    ['matchpoint_problem{name="ledger_unproven"} 1', 'matchpoint_ledger_proven 0'],
  ]);
  await add(-1);
  await proveWholeLedger(deps);
  expect(await state()).toBe('ok');
});

it('walks through the proven ledger appear in the metrics; health is degraded while no round ends', async () => {
  const { deps, clock } = site.current;
  await createUser(site.current, 10);
  await sealAll(deps);
  await proveNewBlocks(deps);
  await walkLedger(deps);
  clock.advance(90_000);
  expect(await walks()).toEqual([
    expect.stringMatching(/^matchpoint_ledger_walk_share\{walk="accounts"\} (0\.\d+|1)$/),
    'matchpoint_ledger_walk_share{walk="blocks"} 1',
    'matchpoint_ledger_walk_age_seconds{walk="accounts"} 90',
    'matchpoint_ledger_walk_age_seconds{walk="blocks"} 90',
  ]);
  expect(await state()).toBe('ok');
  clock.advance(4 * DAY_MS);
  expect(await state()).toBe('degraded');
  await walkLedger(deps);
  expect(await state()).toBe('ok');
});
