import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { openConsole } from '#test/support/admins.ts';
import { useTestApp } from '#test/support/app.ts';

const test = useTestApp();
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-admin-'));
  return () => rm(dataDir, { recursive: true });
});

/** Runs the built command on the test database, as an operator does beside a server. */
async function runCommand(...words: string[]) {
  const child = spawn(process.execPath, ['dist/server/admin.js', ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: test.current.database.url, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [out, err, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { exitCode, err, password: /one-time password (\S+)/.exec(out)?.[1] ?? '' };
}

const rowOf = (email: string) => test.current.deps.db.selectFrom('admins').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('npm run admin', () => {
  it('creates an admin, super by default, who signs in with the printed password', async () => {
    const [boss, hand] = [
      await runCommand('create', 'Boss@Ops.example'),
      await runCommand('create', 'hand@ops.example', '--role', 'support'),
    ];
    expect([boss.exitCode, hand.exitCode]).toEqual([0, 0]);
    // The test's clock differs from the command's.
    const { one_time_until, created_at } = await rowOf('boss@ops.example');
    expect(one_time_until!.getTime() - created_at.getTime()).toBeLessThanOrEqual(86_400_000);
    test.current.clock.set(created_at);
    expect(await openConsole(test.current, 'boss@ops.example').login({ password: boss.password })).toBe('done');
    expect(await rowOf('boss@ops.example')).toMatchObject({ role: 'super', created_by: null });
    expect(await rowOf('hand@ops.example')).toMatchObject({ role: 'support' });
  });

  it('resets an account to its initial state', async () => {
    const { password } = await runCommand('create', 'lost@ops.example');
    test.current.clock.set((await rowOf('lost@ops.example')).created_at);
    const browser = openConsole(test.current, 'lost@ops.example');
    await browser.login({ password });
    const again = await runCommand('reset', 'LOST@ops.example');
    expect(again.exitCode).toBe(0);
    expect(await browser.refresh()).toBe('session_expired');
    expect(await browser.login({ password })).toBe('invalid_credentials');
    expect(await browser.login({ password: again.password })).toBe('done');
    const rows = await test.current.deps.db
      .selectFrom('audit_log')
      .selectAll()
      .where('admin_role', '=', 'command_line')
      .orderBy('id')
      .execute();
    expect(rows.slice(-2)).toMatchObject([
      { action: 'admin.invite', admin_role: 'command_line', after: { email: 'lost@ops.example', role: 'super' } },
      { action: 'admin.reset', admin_role: 'command_line' },
    ]);
  });

  it.each([
    [['create', 'no address'], 'this is no address'],
    [['reset', 'nobody@ops.example'], 'no admin with this address'],
    [['create', 'x@ops.example', '--role', 'king'], 'Usage'],
    [['create'], 'Usage'],
    [['reset', 'x@ops.example', '--role', 'super'], 'Usage'],
    [['--help'], 'Usage'],
  ])('explains what is wrong with %j, and changes nothing', async (words, said) => {
    const before = await test.current.deps.db.selectFrom('admins').select('id').execute();
    const { exitCode, err } = await runCommand(...words);
    expect({ exitCode, isSaid: err.includes(said) }).toEqual({ exitCode: 2, isSaid: true });
    expect(await test.current.deps.db.selectFrom('admins').select('id').execute()).toEqual(before);
  });
});
