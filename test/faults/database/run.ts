import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createChecker } from './check.ts';
import { startCluster } from './cluster.ts';
import { FAULTS, type Fault } from './faults.ts';
import { startLoad } from './load.ts';
import { createProbe } from './probe.ts';
import { playRound, type Round } from './round.ts';
import { startClusterSite } from './site.ts';
import { isTooLong, tableOf } from './table.ts';

// `npm run faults -- database`: a database of three members under a site with visitors, and what happens to both when members fail.
// --rounds 20 (each fault that often), --only cut-off,disk-full, --short (one kill and one switch-over).

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, only: { type: 'string' }, short: { type: 'boolean', default: false } },
});
const SHORT = ['postgres-killed', 'switch-over'];
const names = values.short ? SHORT : (values.only?.split(',') ?? FAULTS.map(({ name }) => name));
const faults = names.map((name) => {
  const found = FAULTS.find((fault) => fault.name === name);
  if (!found) throw new Error(`unknown fault ${name}: choose from ${FAULTS.map((fault) => fault.name).join(', ')}`);
  return found;
});
const rounds = values.short ? 1 : Number(values.rounds);

const cluster = await startCluster();
console.log(`three members, clocks apart by ${cluster.clocks.join(', ')} s; logs in ${cluster.folder}`);
// The first signal ends the run after the round that is being played. Networks, disks and processes would outlive this process otherwise.
let isOver = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isOver) void cluster.stop().finally(() => process.exit(1));
    isOver = true;
  });
const site = await startClusterSite(cluster);
const load = await startLoad(site);
const probe = await createProbe(cluster, site);
const checker = createChecker(cluster, site, load);
const played = new Map<Fault, Round[]>(faults.map((fault) => [fault, []]));
let failure: unknown;
try {
  // Each fault in turn, so that an aborted run has some rounds of all.
  for (let n = 1; n <= rounds; n++)
    for (const fault of faults) {
      if (isOver) break;
      const round = await playRound({ cluster, site, load, probe, checker }, fault);
      played.get(fault)!.push(round);
      const { lost, doubled, wrong } = round.findings;
      console.log(
        `${n}/${rounds} ${fault.name}: ${round.gapSeconds.toFixed(1)} s without stakes, whole after ${round.wholeSeconds.toFixed(0)} s, ` +
          `${lost} lost, ${doubled} doubled${wrong.map((one) => `; WRONG: ${one}`).join('')}`,
      );
      await sleep(500);
    }
} catch (error) {
  failure = error;
}
console.log(`\n${tableOf(played)}`);
console.log(
  `confirmed: ${load.bets.length} stakes, ${load.withdrawals.length} withdrawals, ${load.messages.length} messages, ${load.sessions.length} sign-ins`,
);
console.log(`answers: ${[...load.client.told].map(([answer, count]) => `${count} × ${answer}`).join(', ')}`);
console.log(
  `the slowest answer: ${(load.client.slowestMs() / 1_000).toFixed(1)} s; writes tried on false primaries: ${probe.tried()}, confirmed: ${probe.confirmed.length}`,
);
console.log(
  `load of the machine at the end: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')}`,
);
console.log(`errors in the site's log: ${[...site.errors()].map(([error, count]) => `${count} × ${error}`).join('; ')}`);
const all = [...played.values()].flat();
const isWrong = failure !== undefined || all.some(({ findings: { lost, doubled, wrong } }) => lost + doubled + wrong.length > 0);
if (isWrong) console.error(failure ?? '', `\nlogs are kept in ${cluster.folder}`);
await site.stop();
await cluster.stop({ keepsLogs: isWrong });
// A machine that is busy with other tests is slow, not wrong.
const slow = values.short ? [] : [...played].filter(([fault, of]) => isTooLong(fault, of)).map(([{ name }]) => name);
if (slow.length > 0) console.error(`too long without stakes: ${slow.join(', ')}`);
process.exit(isWrong || slow.length > 0 ? 1 : 0);
