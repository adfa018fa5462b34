import { describe, expect, it } from 'vitest';
import { StartError } from '#server/platform/lifetime.ts';
import { readConfig } from './config.ts';
import { does, ROLES, readRole } from './roles.ts';

describe('the role', () => {
  it('is taken from the command line, and is all roles without arguments', () => {
    expect(readRole([])).toBeNull();
    expect(ROLES.map((role) => readRole(['--role', role]))).toEqual(['web', 'worker', 'feed']);
    expect(readRole(['--role=feed'])).toBe('feed');
  });

  it.each([[['--role', 'god']], [['--role']], [['--role', '']], [['--rule', 'web']], [['web']], [['--role', '--role']]])(
    'is reported in one sentence if invalid: %j',
    (words) => {
      expect(() => readRole(words)).toThrow(StartError);
      expect(() => readRole(words)).toThrow(/web.*worker.*feed/);
    },
  );

  it('determines which parts a process runs', () => {
    expect(ROLES.filter((part) => does(null, part))).toEqual(['web', 'worker', 'feed']);
    for (const role of ROLES) expect(ROLES.filter((part) => does(role, part))).toEqual([role]);
  });

  it('requires a database that processes can share', () => {
    expect(() => readConfig({}, 'worker')).toThrow('--role worker needs DATABASE_URL');
    expect(readConfig({ DATABASE_URL: 'postgres://u:p@h/d' }, 'worker')).toMatchObject({ role: 'worker', demo: false });
    expect(readConfig({})).toMatchObject({ role: null, demo: true });
  });
});

it('a process among others takes five seconds to leave, a single one none, unless set otherwise', () => {
  const shared = { DATABASE_URL: 'postgres://u:p@h/d' };
  expect(readConfig({}).drainSeconds).toBe(0);
  expect(readConfig(shared).drainSeconds).toBe(0);
  expect(readConfig(shared, 'web').drainSeconds).toBe(5);
  expect(readConfig({ ...shared, DRAIN_SECONDS: '30' }, 'web').drainSeconds).toBe(30);
  expect(readConfig({ DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
  expect(() => readConfig({ DRAIN_SECONDS: '301' })).toThrow('DRAIN_SECONDS=301: must be a whole number from 0 to 300');
});
