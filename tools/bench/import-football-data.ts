// Every file of ../shared/data/football-data into an empty embedded database, against the 20 seconds that it may take.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFootballData } from '#server/modules/match-data/providers/football-data/import-files.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';
import { withDatabase } from '#tools/bench/support/app.ts';

// As `npm run import` does (package.json): without room for what is young a quarter of Node's time goes into collecting garbage.
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
  // Of the rest most is the database's: where the two do not add up to the time, the machine had other work.
  console.log(`${((user + system) / 1e6).toFixed(1)} s of them Node's own processor time`);
  console.log(`import-football-data-seconds-vs-20 ${(seconds / SECONDS_MAX).toFixed(2)}`);
  return added > 0 && seconds <= SECONDS_MAX;
}

/** One text in memory at a time. */
function* inputs() {
  for (const file of files) yield { file, text: readFileSync(join(FOLDER, file), 'utf8') };
}
