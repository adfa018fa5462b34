import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { proveWholeLedger } from '#server/modules/ledger/public.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { startAppProcess } from '#test/support/app-process.ts';
import { type ArchivedServer, startArchivedServer, whatIsMissing } from './archived-server.ts';
import { tryHalf, tryTooEarly, tryTooLate, tryWrongKey } from './failed-restores.ts';
import { must, secondsSince } from './must.ts';
import { type Figures, type PlayedSite, readFigures, readLost, startPlayedSite } from './played-site.ts';

/**
 * Deletes on a site that is being played on what nobody wanted to delete, and restores the second before, following the operators' manual
 * (docs/operations.md). On the way it tries a wrong key, a restore that is killed, and moments that cannot be restored.
 */
export async function drillPointInTime(): Promise<void> {
  const missing = whatIsMissing();
  if (missing !== null) return console.log(`The drill of a point in time is skipped: ${missing}.`);
  const server = await startArchivedServer();
  await loseAndRestore(server).finally(server.remove);
}

async function loseAndRestore(server: ArchivedServer): Promise<void> {
  await backrest(server, ['stanza-create']);
  await backrest(server, ['check']);
  const site = await startPlayedSite(server.url, server.folder);
  const { tooEarly, wanted } = await playAndDelete(server, site).finally(site.stop);
  const lost = await readLost(server.url, wanted.at);
  // Copies what was written last, as archive_timeout does within a minute.
  await backrest(server, ['check']);
  await server.stop();

  const restored = await server.makeFolder('second');
  await tryWrongKey(server, restored, restoreTo(restored, wanted.at));
  await tryTooEarly(server, restored, restoreTo(restored, tooEarly));
  const late = await server.makeFolder('late');
  await tryTooLate(server, late, restoreTo(late, wanted.at.replace(/^\d+/, '2037')));
  await tryHalf(server, restored, restoreTo(restored, wanted.at));
  const took = await backrest(server, restoreTo(restored, wanted.at, ['--delta']));
  const startedMs = Date.now();
  await server.start(restored);
  console.log(`restored in ${took}; changes replayed and opened in ${secondsSince(startedMs)}`);

  const { figures } = await readFigures(server.url);
  must(JSON.stringify(figures) === JSON.stringify(wanted.figures), `restored ${tell(figures)} and not ${tell(wanted.figures)}`);
  await prove(server);
  await mustServe(server, site);
  console.log(`as it was: ${tell(figures)}. Lost: ${lost.stakes} stakes of ${lost.staked} points, placed after that moment`);
}

/** Plays before and after a backup, deletes all stakes, and plays on. Returns the moment to return to, and one before the backup. */
async function playAndDelete(server: ArchivedServer, site: PlayedSite) {
  const [first, second, third] = [await site.addMatch(), await site.addMatch(), await site.addMatch()];
  await site.stake([first, second]);
  await site.settle(first);
  const { at: tooEarly, figures } = await readFigures(server.url);
  const took = await backrest(server, ['--type=full', 'backup']);
  console.log(`full backup after ${tell(figures)}: ${took}, ${(sizeOf(join(server.folder, 'repository')) / 1e6).toFixed(1)} MB, encrypted`);
  await site.stake([third]);
  await site.settle(second);
  const wanted = await readFigures(server.url);
  console.log(`the moment to return to is ${wanted.at}: ${tell(wanted.figures)}`);
  // Nothing happens for a second, so that the deletion has a second before it.
  await sleep(1_000);
  await server.administer('delete from bet_legs', 'matchpoint');
  await site.stake([await site.addMatch()]);
  const after = await readFigures(server.url);
  must(after.figures.stakes < wanted.figures.stakes, 'nothing was deleted');
  console.log(`all stakes deleted, and ${after.figures.stakes} placed since`);
  return { tooEarly, wanted };
}

/** Runs pgBackRest, which must succeed; returns how long it took. */
async function backrest(server: ArchivedServer, words: readonly string[]): Promise<string> {
  const startedMs = Date.now();
  const { said, isDone } = await server.backrest(words);
  must(isDone, `pgbackrest ${words.join(' ')} failed: ${said}`);
  return secondsSince(startedMs);
}

/** The words of a restore into a folder beside the old one, which archives nothing while it is looked at. */
const restoreTo = (dataDir: string, target: string, more: readonly string[] = []): string[] => [
  ...[`--pg1-path=${dataDir}`, '--type=time', `--target=${target}`, '--target-action=promote', '--archive-mode=off'],
  ...[...more, 'restore'],
];

/** The app's own proof: all balances, and every sealed block. */
async function prove(server: ArchivedServer): Promise<void> {
  const db = createDb(createPool(server.url, { max: 2 }));
  const { proven, blocks, faults } = await proveWholeLedger({ db, now: () => new Date() }).finally(() => db.destroy());
  must(proven && blocks > 0, `the restored ledger does not add up: ${JSON.stringify(faults)}, ${blocks} blocks`);
  console.log(`the ledger adds up, and so do its ${blocks} sealed blocks`);
}

async function mustServe(server: ArchivedServer, { settings }: PlayedSite): Promise<void> {
  const site = await startAppProcess({ ...settings, DATABASE_URL: server.url });
  const { ok } = await fetch(`${site.url}/api/ready`);
  await site.stop();
  must(ok, 'the restored site did not serve');
}

const tell = ({ stakes, staked, transfers, settled }: Figures): string =>
  `${stakes} stakes of ${staked} points, ${settled} settled matches, ${transfers} transfers`;

/** Returns the bytes of all files below a folder. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
