import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '#server/config.ts';
import { isKeyedHash, type ServerKeys } from '#server/platform/crypto/server-keys.ts';
import { openDataFolder } from '#server/platform/data-folder.ts';
import { openUnmigrated } from '#server/platform/db/command-database.ts';
import { createStopper, runCommand, StartError } from '#server/platform/lifetime.ts';
import type { Header } from './format.ts';
import { loadBackup, rejectOtherSchema } from './load-backup.ts';
import { checkBackup } from './read-backup.ts';
import { KEY_PURPOSE } from './write-backup.ts';

/**
 * The command `npm run restore -- --from FILE [--without-key]`. Exits with 0 when everything is restored and the ledger verified. Otherwise
 * exits with 1 (2: a wrong call) and restores nothing.
 */
const USAGE = 'Usage: npm run restore -- --from FILE [--without-key]';
const EXIT_BAD_INPUT = 2;

const stopper = createStopper();

async function run(words: string[]): Promise<number> {
  const call = readCall(words);
  if (call === null) {
    console.error(USAGE);
    return EXIT_BAD_INPUT;
  }
  const { path, withoutKey } = call;
  stopper.onSignals(['SIGINT', 'SIGTERM']);
  const config = loadConfig();
  // The whole file is checked before anything is created, so that an invalid one leaves no trace.
  const { header } = await checkBackup(path);
  await rejectOtherSchema(path, header);
  rejectOtherMode(path, header, config);
  const hasKey = config.serverKeys !== undefined || existsSync(join(config.dataDir, 'secret.key'));
  if (!hasKey && !withoutKey) throw new StartError(`${path} needs the key of its site: ${KEY_ADVICE}`);
  const { serverKeys } = await openDataFolder(config);
  if (!withoutKey && !fits(header, serverKeys)) throw new StartError(`${path} was made with another key than this one: ${KEY_ADVICE}`);
  const client = await (await openUnmigrated(config, stopper, { pipeline: false })).connect();
  stopper.add('restore', async () => client.release(true));
  const { tables, rows, blocks } = await loadBackup({ client, path, now: () => new Date() });
  console.log(`${rows} rows of ${tables} tables, as they were at ${header.made_at}: each is stored as the backup holds it.`);
  console.log(
    `The ledger adds up: the sum of all balances is zero, each is the sum of its postings, and ${blocks} blocks are as they were sealed.`,
  );
  return 0;
}

const KEY_ADVICE =
  'set SERVER_KEY to it, or put its secret.key into DATA_DIR. Where it is lost, --without-key restores the rest: everybody is signed out, codes of authenticator apps and unsent messages cannot be read, and who excluded themselves is not recognised in another account.';

const fits = ({ key_print, made_at }: Header, serverKeys: ServerKeys): boolean =>
  isKeyedHash(Buffer.from(key_print, 'hex'), serverKeys, KEY_PURPOSE, made_at);

/** Points given away in a demo must not gain value, and real accounts must not be shown in a demo. */
function rejectOtherMode(path: string, { is_demo }: Header, { demo }: Config): void {
  if (is_demo === demo) return;
  throw new StartError(
    is_demo
      ? `${path} is of a demo: it can be restored into a DATA_DIR of a demo only, without DATABASE_URL, SMTP_URL and PUBLIC_URL.`
      : `${path} is of a real installation: restore it with the settings of one, not as a demo.`,
  );
}

/** Null if the call is wrong. */
function readCall(words: string[]): { path: string; withoutKey: boolean } | null {
  try {
    const { values } = parseArgs({ args: words, options: { from: { type: 'string' }, 'without-key': { type: 'boolean' } } });
    return values.from ? { path: resolve(values.from), withoutKey: values['without-key'] === true } : null;
  } catch {
    return null;
  }
}

runCommand(stopper, run);
