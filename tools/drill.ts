// `npm run drill`: what operators do when data is lost, played on a site of its own (docs/operations.md). `npm run drill -- pitr` restores to
// a point in time, and needs Debian's PostgreSQL and pgBackRest.
import { drillBackup } from './drills/backup.ts';
import { drillPointInTime } from './drills/point-in-time.ts';

const DRILLS: Record<string, () => Promise<void>> = { backup: drillBackup, pitr: drillPointInTime };

const [name = 'backup'] = process.argv.slice(2);
const drill = DRILLS[name];
if (drill === undefined) {
  console.error(`unknown drill ${name}: choose from ${Object.keys(DRILLS).join(', ')}`);
  process.exit(1);
}
const startedMs = Date.now();
const failure = await drill().then(
  () => null,
  (error: Error) => error,
);
if (failure) console.error(failure);
console.log(`drill ${failure ? 'failed' : 'passed'} after ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
process.exit(failure ? 1 : 0);
