import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Checker, Findings } from './check.ts';
import type { Cluster } from './cluster.ts';
import type { Fault } from './faults.ts';
import type { Load } from './load.ts';
import type { Probe } from './probe.ts';
import { type ClusterSite, untilDone } from './site.ts';

/** How one fault went. */
export interface Round {
  /** The longest time between two confirmed stakes, from the fault until the cluster was whole. */
  gapSeconds: number;
  wholeSeconds: number;
  /** For each kind of page, the failed reads and the longest time without an answer. */
  reads: { name: string; answered: number; failed: number; longestSeconds: number }[];
  findings: Findings;
}

interface Parts {
  cluster: Cluster;
  site: ClusterSite;
  load: Load;
  probe: Probe;
  checker: Checker;
}

const MOVED_MS_MAX = 120_000;
const STAKES = 20;

/** Ends a match some time ago, so that the worker settles it now. */
const endMatch = ({ db }: ClusterSite, matchId: number) =>
  untilDone(() =>
    sql`
      update matches set status = 'ft', home_score = 2, away_score = 1, fulltime = array[2, 1]::smallint[],
        fulltime_since = now() - interval '10 minutes', status_since = now() - interval '10 minutes', confirmed_at = now()
      where id = ${matchId}`.execute(db),
  );

/** Plays one fault under load: strikes, waits until stakes are confirmed again, repairs, and checks everything. */
export async function playRound({ cluster, site, load, probe, checker }: Parts, fault: Fault): Promise<Round> {
  await cluster.whenWhole();
  const primary = (await cluster.primary())!;
  const standbyName = (await cluster.states()).find(({ role }) => role === 'sync_standby')!.name;
  const standby = cluster.members.find(({ name }) => name === standbyName)!;
  for (const one of load.readers) Object.assign(one, { answered: 0, failed: 0, longestMs: 0 });
  load.goOn();
  await stakesAfter(load, performance.now());
  const ended = await load.nextMatch();
  await stakesAfter(load, performance.now());
  // Settles while the fault strikes.
  await endMatch(site, ended);

  const struckAt = performance.now();
  const struck = { cluster, probe, primary, standby };
  await fault.strike(struck);
  await sleep(fault.holdMs);
  if (fault.movesPrimary) await whenMoved(cluster, primary.name);
  await stakesAfter(load, performance.now());
  await fault.repair(struck);
  await cluster.whenWhole();
  const wholeSeconds = (performance.now() - struckAt) / 1_000;
  await stakesAfter(load, performance.now());
  await load.pause();
  const gapSeconds = longestGap(load, struckAt) / 1_000;
  const reads = load.readers.map(({ name, answered, failed, longestMs }) => ({
    name,
    answered,
    failed,
    longestSeconds: longestMs / 1_000,
  }));
  return { gapSeconds, wholeSeconds, reads, findings: await checker.check(ended, probe) };
}

/** Resolves when enough stakes were confirmed after a moment. */
async function stakesAfter({ bets }: Load, at: number): Promise<void> {
  const until = performance.now() + MOVED_MS_MAX;
  while ((bets.at(-STAKES)?.at ?? 0) < at) {
    if (performance.now() > until) throw new Error('no stakes were confirmed any more');
    await sleep(50);
  }
}

async function whenMoved(cluster: Cluster, from: string): Promise<void> {
  const until = performance.now() + MOVED_MS_MAX;
  for (;;) {
    const now = await cluster.primary();
    if (now && now.name !== from) return;
    if (performance.now() > until) throw new Error(`no other member has taken over: ${JSON.stringify(await cluster.states())}`);
    await sleep(200);
  }
}

/** Returns the longest time between two confirmed stakes since a moment, in milliseconds. */
function longestGap({ bets }: Load, since: number): number {
  let [longest, last] = [0, since];
  for (const { at } of bets) {
    if (at < since) continue;
    longest = Math.max(longest, at - last);
    last = at;
  }
  return longest;
}
