import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Member } from './member.ts';
import type { Probe } from './probe.ts';

/** What can happen to a database, and how long stakes may stop for it. */
export interface Fault {
  name: string;
  what: string;
  /** The longest time without a confirmed stake, in seconds: the median of all rounds, and the worst. */
  medianSeconds: number;
  worstSeconds: number;
  /** Whether another member must lead before the fault is repaired. */
  movesPrimary: boolean;
  /** How long the fault lasts at least, in milliseconds. */
  holdMs: number;
  strike: (on: Struck) => Promise<void>;
  /** Repairs what an operator would have to: a dead machine comes back, a cable is plugged in, a disk has room again. */
  repair: (on: Struck) => Promise<void>;
}

export interface Struck {
  cluster: Cluster;
  probe: Probe;
  primary: Member;
  /** The standby whose word each commit waits for. */
  standby: Member;
}

const nothing = async () => {};
const PROBE_MS = 6_000;
const whole = { medianSeconds: 22, worstSeconds: 30, movesPrimary: true, holdMs: 0 };
const short = { medianSeconds: 5, worstSeconds: 5, movesPrimary: false, holdMs: 6_000 };

/** Writers inside a member that is cut off, until it is joined again. */
const inside = new WeakMap<Member, () => Promise<void>>();

export const FAULTS: readonly Fault[] = [
  {
    ...{ name: 'postgres-killed', what: "kill -9 of the primary's PostgreSQL alone", ...short },
    strike: ({ primary }) => primary.killPostgres(),
    repair: nothing,
  },
  {
    ...{ name: 'member-killed', what: 'kill -9 of everything on the primary, which comes back', ...whole },
    strike: ({ primary }) => primary.kill(),
    repair: ({ primary }) => primary.start(),
  },
  {
    ...{ name: 'member-frozen', what: 'SIGSTOP of everything on the primary, which wakes as a false primary', ...whole },
    // An etcd that wakes as a former leader ends the leases of others.
    strike: async ({ cluster, primary }) => {
      await cluster.leadEtcd(primary);
      await primary.place.signal('SIGSTOP');
    },
    repair: async ({ primary, probe }) => {
      const stop = probe.writeTo(primary);
      await primary.place.signal('SIGCONT');
      await sleep(PROBE_MS);
      await stop();
    },
  },
  {
    ...{ name: 'postgres-frozen', what: "SIGSTOP of the primary's PostgreSQL alone, which wakes later", ...whole },
    strike: ({ primary }) => primary.freezePostgres('SIGSTOP'),
    repair: async ({ primary, probe }) => {
      const stop = probe.writeTo(primary);
      await primary.freezePostgres('SIGCONT');
      await sleep(PROBE_MS);
      await stop();
    },
  },
  {
    ...{ name: 'cut-off', what: 'the primary is cut off from everybody, with clients beside it', ...whole },
    strike: async ({ primary, probe }) => {
      inside.set(primary, probe.writeTo(primary));
      await primary.place.cutOff();
    },
    repair: async ({ primary }) => {
      await inside.get(primary)?.();
      await primary.place.joinAgain();
    },
  },
  {
    ...{ name: 'disk-full', what: "the primary's disk is full", ...whole },
    strike: ({ primary }) => primary.fillDisk(),
    repair: ({ primary }) => primary.emptyDisk(),
  },
  {
    ...{ name: 'standby-killed', what: 'kill -9 of everything on the synchronous standby, which comes back', ...short },
    strike: ({ standby }) => standby.kill(),
    repair: ({ standby }) => standby.start(),
  },
  {
    ...{
      name: 'standby-frozen',
      what: 'SIGSTOP of everything on the synchronous standby',
      ...short,
      medianSeconds: 9,
      worstSeconds: 12,
      holdMs: 15_000,
    },
    strike: ({ standby }) => standby.place.signal('SIGSTOP'),
    repair: ({ standby }) => standby.place.signal('SIGCONT'),
  },
  {
    ...{ name: 'switch-over', what: 'a planned switch-over by hand', ...short, movesPrimary: true, holdMs: 0 },
    strike: ({ cluster }) => cluster.switchOver(),
    repair: nothing,
  },
  {
    ...{ name: 'etcd-killed', what: 'kill -9 of etcd on all members, for half a minute', ...short, holdMs: 30_000 },
    strike: async ({ cluster }) => {
      for (const member of cluster.members) member.killEtcd();
    },
    repair: async ({ cluster }) => {
      for (const member of cluster.members) member.startEtcd();
    },
  },
  {
    ...{ name: 'promoted-twice', what: 'a standby is promoted past Patroni, twice', ...short, holdMs: 10_000 },
    // A writer that seeks this member out could write to it. The site cannot, as HAProxy goes by the lock.
    strike: async ({ cluster, standby }) => {
      await cluster.promote(standby);
      await sleep(1_000);
      await cluster.promote(standby).catch(() => {});
    },
    // If Patroni does not see the other history, the member runs and does not follow.
    repair: ({ cluster, standby }) => cluster.whenWhole(30_000).catch(() => cluster.copyAnew(standby)),
  },
];
