import { beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { useTestApp } from '#test/support/app.ts';
import { noteSettings } from './known-settings.ts';

const test = useTestApp({ FEED: 'none' });
beforeEach(() => test.current.deps.db.deleteFrom('known_settings').execute());

/** Runs `noteSettings` as a start with these limits, and returns the warnings it logged. */
async function start(changed: Partial<Deps['config']['limits']> = {}) {
  const { deps } = test.current;
  const told: object[] = [];
  const log = Object.assign(Object.create(createLog('silent')), { warn: (fields: object) => told.push(fields) });
  await noteSettings({ ...deps, log, config: { ...deps.config, limits: { ...deps.config.limits, ...changed } } });
  return told;
}
const known = async (name: string) =>
  (await test.current.deps.db.selectFrom('known_settings').select('value').where('name', '=', name).executeTakeFirst())?.value;

describe('settings that affect points', () => {
  it('are all stored at the first start, without a log entry', async () => {
    expect(await start()).toEqual([]);
    const rows = await test.current.deps.db.selectFrom('known_settings').select(['name', 'value']).execute();
    expect(Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]))).toEqual(test.current.deps.config.limits);
  });

  it('are logged once when they change, with both values', async () => {
    await start();
    expect(await start({ stake_max: 6_000, pool_fee_percent: 5 })).toEqual([
      { setting: 'pool_fee_percent', from: '0', to: '5' },
      { setting: 'stake_max', from: '5000', to: '6000' },
    ]);
    expect(await start({ stake_max: 6_000, pool_fee_percent: 5 })).toEqual([]);
    expect(await known('stake_max')).toBe('6000');
    expect(await start()).toHaveLength(2);
    expect(await known('stake_max')).toBe('5000');
  });

  it('are logged by only one of several processes that start at the same time', async () => {
    expect((await Promise.all(Array.from({ length: 4 }, () => start()))).flat()).toEqual([]);
    const told = (await Promise.all(Array.from({ length: 6 }, () => start({ inviter_reward: 1 })))).flat();
    expect(told).toEqual([{ setting: 'inviter_reward', from: '100', to: '1' }]);
  });

  it('are left unchanged when this version does not know them', async () => {
    await test.current.deps.db.insertInto('known_settings').values({ name: 'gone', value: '7', known_at: new Date() }).execute();
    expect(await start()).toEqual([]);
    expect(await known('gone')).toBe('7');
  });
});
