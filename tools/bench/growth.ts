// What each action costs while the site grows tenfold: stakes, settlement, own pages, receipts, the console, evidence, and the proofs of the
// ledger. Each size is a database of its own on an installed PostgreSQL with few buffers. BETS=100000,1000000 sets the sizes, PG_BIN the
// folder of PostgreSQL's programs. A size that would need more than DISK_GB_MAX is left out.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { writeBackup } from '#server/commands/backup/write-backup.ts';
import { proveWholeLedger, sealLedger } from '#server/modules/ledger/ledger-proof.ts';
import { walkLedger } from '#server/modules/ledger/ledger-walk.ts';
import { proveNewBlocks } from '#server/modules/ledger/prove-new.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { timed } from '#test/support/measuring.ts';
import { type BenchDatabase, withAppOn } from '#tools/bench/support/app.ts';
import { serviceDeps, UNLIMITED } from '#tools/bench/support/bets.ts';
import { fillConsole } from '#tools/bench/support/console-fill.ts';
import { fillOperations } from '#tools/bench/support/console-operations.ts';
import { withDebianPostgres } from '#tools/bench/support/debian-postgres.ts';
import {
  type Measure,
  measureAnswers,
  measureEvidence,
  measureSettlement,
  measureStakes,
  untilJobsRest,
} from '#tools/bench/support/growth-measures.ts';

const SIZES = (process.env.BETS ?? '100000,1000000').split(',').map(Number);
const POSTGRES = { binaries: process.env.PG_BIN ?? '/usr/lib/postgresql/15/bin', buffersMb: Number(process.env.BUFFERS_MB ?? 256) };
const DISK_GB_MAX = Number(process.env.DISK_GB_MAX ?? 25);
/** The generated ledger has about so many transfers a bet, and so many bets a user. */
const TRANSFERS_PER_BET = 4.45;
const BETS_PER_USER = 5;
/** With room for the log and for building indexes. */
const BYTES_PER_BET = 4_500;
const LAST_BLOCKS = 40;
const RATIO_MAX = 1.3;
const SAMPLES = Number(process.env.SAMPLES ?? 300);

interface Grown {
  bets: number;
  measures: Measure[];
}

const grown: Grown[] = [];
for (const bets of SIZES) {
  const gb = (bets * BYTES_PER_BET) / 1e9;
  if (gb > DISK_GB_MAX) console.log(`${bets} bets would need about ${gb.toFixed(0)} GB of disk: left out`);
  else grown.push({ bets, measures: await withDebianPostgres(POSTGRES, (database) => measure(database, bets)) });
}
process.exit(report() ? 0 : 1);

async function measure(place: BenchDatabase, bets: number): Promise<Measure[]> {
  const deps = serviceDeps(place.url, 4);
  const database = new pg.Client({ connectionString: place.url });
  await database.connect();
  try {
    await migrate(deps.db);
    const sizes = {
      users: Math.round(bets / BETS_PER_USER),
      transfers: Math.round(bets * TRANSFERS_PER_BET),
      days: 365,
      until: new Date(),
    };
    const fillMs = await timed(async () => {
      await fillConsole(place.url, sizes);
      await fillOperations(place.url, sizes);
      await database.query('vacuum analyze');
    });
    console.log(`\n${bets} bets wanted, filled in ${(fillMs / 1_000).toFixed(0)} s; load ${loadavg()[0]!.toFixed(0)}`);
    await describeSize(database);
    const last = await measureLastBlocks(deps, database);
    const whole = await timed(() => proveWholeLedger(deps).then(mustHold));
    console.log(`  the whole proof ${(whole / 1_000).toFixed(1)} s`);
    const measures = [
      last,
      await measureStakes(deps, database, SAMPLES),
      await measureSettlement(deps, database, 1_000, 3),
      await measureEvidence(deps, database, Math.min(100, SAMPLES)),
      await measureProofs(deps),
    ];
    await withAppOn(place, UNLIMITED, (app) => untilJobsRest(app.database));
    const answers = await withAppOn(place, UNLIMITED, (app) => measureAnswers(app, SAMPLES), ['--role', 'web']);
    const path = join(place.dataDir, 'growth.backup');
    const backupMs = await timed(() =>
      writeBackup({ client: database, path, isDemo: false, serverKeys: deps.serverKeys as never, now: deps.now }),
    );
    console.log(`  backup ${(backupMs / 1_000).toFixed(0)} s`);
    await describeHits(database);
    return [...measures, ...answers];
  } finally {
    await database.end();
    await deps.close();
  }
}

function mustHold(proof: { proven: boolean; faults: object } | null): void {
  if (!proof?.proven) throw new Error(`the ledger is not proven: ${JSON.stringify(proof?.faults)}`);
}

/** The last blocks of the generated ledger, each of 10,000 transfers, are proven as new ones. */
async function measureLastBlocks(deps: ReturnType<typeof serviceDeps>, database: pg.Client): Promise<Measure> {
  const { rowCount } = await database.query(
    `update ledger_progress set block = b.number, last_id = b.last_id, hash = b.hash
     from ledger_blocks b where b.number = (select max(number) from ledger_blocks) - $1`,
    [LAST_BLOCKS],
  );
  if (rowCount !== 1) throw new Error(`the ledger has fewer than ${LAST_BLOCKS} blocks`);
  const took = (await timed(() => proveNewBlocks(deps, { blocksAtOnce: 3 }).then(mustHold))) / LAST_BLOCKS;
  return { name: 'proof, per 10,000', isOfUsers: false, p50: took, p99: took, work: null };
}

/** The stakes and payouts measured before are sealed, and proven as new blocks; then one slice of each walk. */
async function measureProofs(deps: ReturnType<typeof serviceDeps>): Promise<Measure> {
  await sealLedger(deps);
  await sealLedger(deps);
  const news = await timed(() => proveNewBlocks(deps).then(mustHold));
  const walk = await timed(() => walkLedger(deps, { slice: { blocks: 3, accounts: 5_000 } }));
  console.log(`  proof of the new blocks ${news.toFixed(0)} ms, a slice of both walks ${walk.toFixed(0)} ms`);
  return { name: 'proof of new blocks', isOfUsers: false, p50: news, p99: news, work: null };
}

async function describeSize(database: pg.Client): Promise<void> {
  const { rows } = await database.query(`
    select (select count(*) from bets) as bets, (select count(*) from transfers) as transfers, (select count(*) from users) as users,
      pg_database_size(current_database()) / 1e6 as mb,
      (select sum(pg_indexes_size(oid)) / 1e6 from pg_class where relkind = 'r') as index_mb`);
  const { bets, transfers, users, mb, index_mb } = rows[0];
  const perBet = (Number(mb) * 1e6) / Number(bets);
  console.log(
    `  ${bets} bets, ${transfers} transfers, ${users} users: ${Number(mb).toFixed(0)} MB, of which indexes ${Number(index_mb).toFixed(0)} MB; ${perBet.toFixed(0)} bytes a bet`,
  );
}

async function describeHits(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ share: number }>(
    'select (100.0 * blks_hit / (blks_hit + blks_read))::float8 as share from pg_stat_database where datname = current_database()',
  );
  console.log(`  ${rows[0]!.share.toFixed(1)} % of all pages were in the buffers`);
}

/** Prints the table, and the worst growth of what users do; returns whether it stays below the limit. */
function report(): boolean {
  const factor = (now: number, before: number | undefined) => (before ? `x${(now / before).toFixed(2)}` : '');
  let worst = 0;
  for (const [n, { bets, measures }] of grown.entries()) {
    console.log(
      `\n${bets} bets${' '.repeat(16)}p50 ms           p99 ms           processor ms     pages            of them read     KB of log`,
    );
    for (const { name, isOfUsers, p50, p99, work } of measures) {
      const before = grown[n - 1]?.measures.find((one) => one.name === name);
      const cell = (now: number, then: number | undefined) => `${now.toFixed(2).padStart(8)} ${factor(now, then).padEnd(8)}`;
      const counted = work ? (['cpuMs', 'pages', 'read', 'logKb'] as const).map((of) => cell(work[of], before?.work?.[of])).join('') : '';
      console.log(`${name.padEnd(24)}${cell(p50, before?.p50)}${cell(p99, before?.p99)}${counted}`);
      if (isOfUsers && before) worst = Math.max(worst, p50 / before.p50);
    }
  }
  console.log(`\ngrowth-per-decade-vs-${RATIO_MAX} ${(worst / RATIO_MAX).toFixed(2)}`);
  return worst <= RATIO_MAX;
}
