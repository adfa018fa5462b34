// Imports every file of ../shared/data/football-data into an empty embedded database, against the limit of 20 seconds.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFootballData } from '#server/modules/match-data/providers/football-data/import-files.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';
import { withDatabase } from '#tools/bench/support/app.ts';

// Same flag as `npm run import` (package.json): with the default young generation Node spends a quarter of its time on garbage collection.
const YOUNG = '--max-semi-space-size=128';
if (!process.execArgv.includes(YOUNG)) {
  const { status } = spawnSync(process.execPath, [YOUNG, ...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  process.exit(status ?? 1);
}

const FOLDER = '../shared/data/football-data';
const SECONDS_MAX = 20;

const files = readdirSync(FOLDER).filter((file) => /^[A-Z]+\d?\.csv$/.test(file));
const isFastEnough = await withDatabase(async ({ url }) => {
  const db = createDb(createPool(url));
  return importAll(db).finally(() => db.destroy());
});
process.exit(isFastEnough ? 0 : 1);

async function importAll(db: Db): Promise<boolean> {
  await migrate(db);
  const startMs = performance.now();
  const startUsage = process.cpuUsage();
  const reports = await importFootballData({ db, now: () => new Date(), log: { warn: () => {} } }, inputs());
  const seconds = (performance.now() - startMs) / 1000;
  const { user, system } = process.cpuUsage(startUsage);
  const added = reports.reduce((sum, report) => sum + report.added, 0);
  console.log(`${files.length} files, ${added} matches in ${seconds.toFixed(1)} s, ${Math.round(added / seconds)} a second`);
  // The rest is mostly the database's time: if the two do not add up, the machine was busy with other work.
  console.log(`${((user + system) / 1e6).toFixed(1)} s of that are Node's own processor time`);
  console.log(`import-football-data-seconds-vs-20 ${(seconds / SECONDS_MAX).toFixed(2)}`);
  return added > 0 && seconds <= SECONDS_MAX;
}

/** Yields one text at a time, so that only one is in memory. */
function* inputs() {
  for (const file of files) yield { file, text: readFileSync(join(FOLDER, file), 'utf8') };
}
