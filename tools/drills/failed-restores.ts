import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/platform/db/connect.ts';
import type { ArchivedServer } from './archived-server.ts';
import { must } from './must.ts';

const HALF_MS_MAX = 30_000;

/** Restores with another key than the repository's: refused before anything is written. */
export async function tryWrongKey(server: ArchivedServer, dataDir: string, words: readonly string[]): Promise<void> {
  const { said, isDone } = await server.backrest(words, { PGBACKREST_REPO1_CIPHER_PASS: 'not-this-one' });
  // What it decrypts is no configuration file.
  must(!isDone && /FormatError|CryptoError/.test(said), `restored with a wrong key: ${said}`);
  must(readdirSync(dataDir).length === 0, 'a restore with a wrong key left files');
  console.log('with a wrong key: refused, nothing written');
}

/** Restores a moment before the first backup: refused before anything is written. */
export async function tryTooEarly(server: ArchivedServer, dataDir: string, words: readonly string[]): Promise<void> {
  const { said, isDone } = await server.backrest(words);
  must(!isDone && /unable to find backup set/.test(said), `restored a moment before the first backup: ${said}`);
  must(readdirSync(dataDir).length === 0, 'a restore of a moment before the first backup left files');
  console.log('to a moment before the first backup: refused, nothing written');
}

/** Restores a moment that no change in the archive has reached: PostgreSQL does not open, rather than show an earlier moment. */
export async function tryTooLate(server: ArchivedServer, dataDir: string, words: readonly string[]): Promise<void> {
  const { said, isDone } = await server.backrest(words);
  must(isDone, said);
  await mustNotOpen(server, dataDir, /recovery ended before configured recovery target was reached/);
  console.log('to a moment that the archive does not reach: does not open');
}

/** Kills a restore in the middle: nothing opens what is there, and only an explicit second restore goes on from it. */
export async function tryHalf(server: ArchivedServer, dataDir: string, words: readonly string[]): Promise<void> {
  const child = server.startBackrest(words);
  const exited = once(child, 'exit');
  // PostgreSQL's control file is restored last.
  const isHalf = () => existsSync(join(dataDir, 'backup.manifest')) && filesIn(join(dataDir, 'base/1')) > 0;
  for (const deadline = Date.now() + HALF_MS_MAX; !isHalf(); await sleep(2))
    must(child.exitCode === null && Date.now() < deadline, 'the restore was over before it could be killed');
  child.kill('SIGKILL');
  await exited;
  must(!existsSync(join(dataDir, 'global/pg_control')), 'the restore was over before it was killed');
  await mustNotOpen(server, dataDir, /pg_control|not a database cluster directory|does not appear/);
  const again = await server.backrest(words);
  must(!again.isDone && /contains files/.test(again.said), `restored over other files: ${again.said}`);
  console.log('killed in the middle: does not open, and is not overwritten without --delta');
}

const filesIn = (folder: string): number => (existsSync(folder) ? readdirSync(folder).length : 0);

/** The server must not start, and so must not the site. */
async function mustNotOpen(server: ArchivedServer, dataDir: string, reason: RegExp): Promise<void> {
  const failure = await server.start(dataDir).then(
    () => 'it opened',
    (error: Error) => error.message,
  );
  must(reason.test(failure), `PostgreSQL said of an unfinished restore: ${failure}`);
  const site = await connect(server.url, { waitMsMax: 500 }).then(
    () => 'it connected',
    (error: Error) => error.message,
  );
  must(/does not answer/.test(site), `the site said of an unfinished restore: ${site}`);
}
