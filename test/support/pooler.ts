import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePlace, giveTo } from '#server/platform/db/embedded/place.ts';
import { findFreePort } from './free-port.ts';
import { fillTemplate } from './ops-template.ts';

const PROGRAM = 'pgbouncer';
const START_MS_MAX = 10_000;

export interface Pooler {
  port: number;
  stop: () => Promise<void>;
}

/** Returns whether this machine has PgBouncer. */
export const hasPooler = (): boolean => spawnSync(PROGRAM, ['--version']).status === 0;

/**
 * Starts PgBouncer with `ops/pooler/pgbouncer.ini` on a free port, in front of all databases of the server at `url`, for its user. `values`
 * replace other lines of that file.
 */
export async function startPooler(url: string, values: Record<string, string> = {}): Promise<Pooler> {
  const { hostname, port: serverPort, username, password } = new URL(url);
  const dir = await mkdtemp(join(tmpdir(), 'matchpoint-pooler-'));
  // It does not run as root either.
  const { owner } = await choosePlace(dir, () => {});
  const [users, settings] = [join(dir, 'userlist.txt'), join(dir, 'pgbouncer.ini')];
  const port = await findFreePort();
  const text = await fillTemplate('ops/pooler/pgbouncer.ini', {
    '*': `host=${hostname} port=${serverPort} ${CONNECT_QUERY.exec(await fillTemplate('ops/pooler/pgbouncer.ini', {}))![0]}`,
    ...{ listen_port: port, unix_socket_dir: '', auth_file: users, logfile: join(dir, 'log'), pidfile: join(dir, 'pid'), ...values },
  });
  await writeFile(settings, text);
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 });
  await giveTo(owner, dir);
  const child = spawn(PROGRAM, ['--quiet', settings], { stdio: 'ignore', ...(owner && { uid: owner.uid, gid: owner.gid }) });
  const exited = once(child, 'exit');
  // It ends with this process, whatever fails before `stop`.
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  child.once('exit', () => process.off('exit', killAtExit));
  for (const deadline = Date.now() + START_MS_MAX; !(await accepts(port)); await sleep(20)) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    child.kill('SIGKILL');
    throw new Error('PgBouncer did not start');
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const CONNECT_QUERY = /connect_query='.*'$/m;

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

/** Returns the address of the same database through the pooler. */
export function through({ port }: Pooler, url: string): string {
  const pooled = new URL(url);
  pooled.hostname = '127.0.0.1';
  pooled.port = String(port);
  return pooled.href;
}
