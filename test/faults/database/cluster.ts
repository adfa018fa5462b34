import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { canFakeTime, createMember, type Member } from './member.ts';
import { createNetwork, runProgram } from './network.ts';

/** Three members and HAProxy, as docs/operations.md describes them. */
export interface Cluster {
  folder: string;
  members: readonly Member[];
  /** The database as the app knows it: through HAProxy. */
  url: string;
  /** The database of one member, without HAProxy. */
  urlOf: (member: Member) => string;
  /** How far the members' clocks are from this machine's, in seconds. */
  clocks: readonly number[];
  /** Returns who leads by the word of Patroni; undefined if nobody does. */
  primary: () => Promise<Member | undefined>;
  /** Returns the roles of all members as `patronictl list` does. */
  states: () => Promise<MemberState[]>;
  /** Resolves when a primary has two standbys that replicate, one of them synchronously. Throws after a generous maximum. */
  whenWhole: (msMax?: number) => Promise<void>;
  /** Hands over to a standby, as docs/operations.md describes planned work. */
  switchOver: () => Promise<void>;
  /** Promotes a member past Patroni, as somebody in a panic might. */
  promote: (member: Member) => Promise<void>;
  /** Makes a member's etcd the leader of all three. */
  leadEtcd: (member: Member) => Promise<void>;
  /** Copies a member anew from the primary, as `patronictl reinit` does. */
  copyAnew: (member: Member) => Promise<void>;
  stop: (options?: { keepsLogs?: boolean }) => Promise<void>;
}

export interface MemberState {
  name: string;
  role: string;
  state: string;
  timeline?: number;
  lag?: number | string;
}

interface PrimaryStatus {
  replication?: { application_name: string; state: string }[];
}

const REST_PORT = 8008;
const WHOLE_MS_MAX = 240_000;
const TOLD_MS_MAX = 120_000;
/** None is behind the right time: in a signal's handler the library shows that, and PostgreSQL would take its timers for over. */
const CLOCKS = [0, 180, 360];

/** Starts everything in a new folder; resolves when the cluster is whole. Needs root and Debian's packages. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'matchpoint-database-'));
  await chmod(folder, 0o755);
  const network = await createNetwork();
  const places = [await network.join(1), await network.join(2), await network.join(3)];
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number(await runProgram('id', flag, 'postgres'))));
  const password = () => randomBytes(12).toString('hex');
  const passwords = { REST_PASSWORD: password(), SUPERUSER_PASSWORD: password(), REPLICATION_PASSWORD: password() };
  const appPassword = password();
  const shared = {
    ...passwords,
    NETWORK: network.range,
    ETCD_HOSTS: places.map(({ address }) => `${address}:2379`).join(','),
    ETCD_CLUSTER: places.map(({ address }, n) => `member-${n + 1}=http://${address}:2380`).join(','),
  };
  const clocks = canFakeTime() ? CLOCKS : [0, 0, 0];
  const members: Member[] = [];
  for (const [n, place] of places.entries())
    members.push(
      await createMember({
        ...{ name: `member-${n + 1}`, place, folder: join(folder, `member-${n + 1}`), user: { uid: uid!, gid: gid! } },
        ...{ binaries: await findBinaries(), clockSeconds: clocks[n]!, shared },
      }),
    );
  const haproxy = await startHaproxy(folder, network.address, members);

  const ask = async (member: Member, path: string, init: RequestInit = {}) =>
    fetch(`http://${member.place.address}:${REST_PORT}${path}`, { signal: AbortSignal.timeout(1_500), ...init });
  const tell = async (member: Member, command: string, body: object) => {
    const headers = { Authorization: `Basic ${btoa(`patroni:${passwords.REST_PASSWORD}`)}` };
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(TOLD_MS_MAX) };
    const response = await ask(member, `/${command}`, init);
    if (!response.ok) throw new Error(`no ${command}: ${response.status} ${await response.text()}`);
  };
  const states = async (): Promise<MemberState[]> => {
    const answers = members.map(async (member) => ((await (await ask(member, '/cluster')).json()) as { members: MemberState[] }).members);
    return await Promise.any(answers).catch(() => []);
  };
  const primary = async () => {
    const isPrimary = await Promise.all(
      members.map((member) =>
        ask(member, '/primary').then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    return members.find((_, n) => isPrimary[n]);
  };
  const urlFor = (host: string, port: number, user: string, secret: string, database: string) =>
    `postgres://${user}:${secret}@${host}:${port}/${database}`;
  const asSuperuser = (member: Member, statement: string) =>
    runStatement(urlFor(member.place.address, 5432, 'postgres', passwords.SUPERUSER_PASSWORD, 'postgres'), statement);
  /** Returns how many standbys receive the primary's log: a member that runs need not follow. */
  const followers = async (): Promise<number> => {
    const leader = await primary();
    const status =
      leader &&
      (await ask(leader, '/patroni')
        .then((response) => response.json() as Promise<PrimaryStatus>)
        .catch(() => null));
    return status?.replication?.filter(({ state }) => state === 'streaming').length ?? 0;
  };
  const whenWhole = async (msMax = WHOLE_MS_MAX) => {
    const until = performance.now() + msMax;
    while (!(isWhole(await states()) && (await followers()) === members.length - 1)) {
      if (performance.now() > until) throw new Error(`the cluster is not whole: ${JSON.stringify(await states())} (${folder})`);
      await sleep(250);
    }
  };
  const end = async () => {
    haproxy.kill('SIGKILL');
    for (const member of members) await member.stop();
    await network.stop();
  };
  const cluster: Cluster = {
    ...{ folder, members, clocks, states, primary, whenWhole },
    url: urlFor(network.address, 5000, 'matchpoint', appPassword, 'matchpoint'),
    urlOf: ({ place }) => urlFor(place.address, 5432, 'matchpoint', appPassword, 'matchpoint'),
    switchOver: async () => {
      const leader = await primary();
      if (!leader) throw new Error('no member leads');
      // Else the former primary writes everything to disk after it has sent its clients away.
      await asSuperuser(leader, 'checkpoint');
      await tell(leader, 'switchover', { leader: leader.name });
    },
    leadEtcd: async (member) => {
      const statuses = await Promise.all(members.map((one) => askEtcd<EtcdStatus>(one, 'status', {})));
      const leader = members[statuses.findIndex(({ header, leader }) => header.member_id === leader)];
      const targetID = statuses[members.indexOf(member)]!.header.member_id;
      if (leader !== member) await askEtcd(leader!, 'transfer-leadership', { targetID });
    },
    copyAnew: (member) => tell(member, 'reinitialize', { force: true }),
    promote: (member) => asSuperuser(member, 'select pg_promote()'),
    stop: async ({ keepsLogs = false } = {}) => {
      await end();
      if (!keepsLogs) await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    for (const member of members) await member.start();
    await whenWhole();
    const leader = (await primary())!;
    await asSuperuser(leader, `create role matchpoint login password '${appPassword}'`);
    await asSuperuser(leader, 'grant pg_read_all_stats to matchpoint');
    await asSuperuser(leader, 'create database matchpoint owner matchpoint');
  } catch (error) {
    await end();
    throw error;
  }
  return cluster;
}

/** Ids are decimal numbers of 64 bits. */
interface EtcdStatus {
  header: { member_id: string };
  leader: string;
}

async function askEtcd<T>({ place }: Member, question: string, body: object): Promise<T> {
  const init = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) };
  const response = await fetch(`http://${place.address}:2379/v3/maintenance/${question}`, init);
  if (!response.ok) throw new Error(`etcd has no ${question}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const isWhole = (states: MemberState[]): boolean =>
  states.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
  states.filter(({ role, state }) => role !== 'leader' && (state === 'running' || state === 'streaming')).length === 2 &&
  states.some(({ role }) => role === 'sync_standby') &&
  new Set(states.map(({ timeline }) => timeline)).size === 1;

async function findBinaries(): Promise<string> {
  const found = (await runProgram('sh', '-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1')).trim();
  if (!found) throw new Error('Debian has no PostgreSQL here');
  return found;
}

async function startHaproxy(folder: string, address: string, members: readonly Member[]) {
  const log = openSync(join(folder, 'haproxy.log'), 'a');
  const addresses = Object.fromEntries(members.map(({ place }, n) => [`MEMBER_${n + 1}`, place.address]));
  const child = spawn('haproxy', ['-db', '-f', 'ops/database/haproxy.cfg'], {
    env: { PATH: process.env.PATH, BIND: address, ...addresses },
    stdio: ['ignore', log, log],
  });
  await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error))]);
  return child;
}

async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
