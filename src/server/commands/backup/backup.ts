import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '#server/config.ts';
import { openDataFolder } from '#server/platform/data-folder.ts';
import { openUnmigrated } from '#server/platform/db/command-database.ts';
import { createStopper, runCommand } from '#server/platform/lifetime.ts';
import { writeBackup } from './write-backup.ts';

/** The command `npm run backup -- --to FILE`. Exits with 0 when the file is complete, otherwise with 1 (2: a wrong call). */
const USAGE = 'Usage: npm run backup -- --to FILE';
const EXIT_BAD_INPUT = 2;

const stopper = createStopper();

async function run(words: string[]): Promise<number> {
  const path = readTarget(words);
  if (path === null) {
    console.error(USAGE);
    return EXIT_BAD_INPUT;
  }
  stopper.onSignals(['SIGINT', 'SIGTERM']);
  const config = loadConfig();
  const { serverKeys } = await openDataFolder(config);
  const client = await (await openUnmigrated(config, stopper, { pipeline: false })).connect();
  const written = writeBackup({ client, path, isDemo: config.demo, serverKeys, now: () => new Date() });
  // An interrupted run leaves no partial file.
  stopper.add('backup', async () => {
    client.release(true);
    await written.catch(() => {});
  });
  const { tables, rows } = await written;
  console.log(`${path}: ${rows} rows of ${tables} tables, read again and found whole.`);
  console.log(
    `It holds no key. Keep ${config.serverKeys ? 'SERVER_KEY' : `${resolve(config.dataDir, 'secret.key')}`} at another place: a restore needs both.`,
  );
  return 0;
}

/** Null if the call is wrong. */
function readTarget(words: string[]): string | null {
  try {
    const { values } = parseArgs({ args: words, options: { to: { type: 'string' } } });
    return values.to ? resolve(values.to) : null;
  } catch {
    return null;
  }
}

runCommand(stopper, run);
