import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

const SLOTS = 16_384;

/** A node of a cluster, as another node sees it. */
export interface ClusterNode {
  id: string;
  port: number;
  isMaster: boolean;
  /** Whether the others count it as failed, or the connection to it is lost. */
  isAway: boolean;
  /** The id of its master; null if it is one. */
  masterId: string | null;
  hasSlots: boolean;
}

/** Servers that form a cluster: masters that share all slots, and replicas. */
export interface RedisCluster {
  nodes: RedisServer[];
  urls: string[];
  /** Returns the nodes as the first one that answers sees them. */
  look: () => Promise<ClusterNode[]>;
  /** Returns the servers that own slots now. */
  owners: () => Promise<RedisServer[]>;
  /** Resolves when all nodes answer, and agree that all slots are served. */
  whenWhole: () => Promise<void>;
  /** Gives the slot of a key to the next of the owners. */
  moveSlotOf: (key: string) => Promise<void>;
  remove: () => Promise<void>;
}

/** Sends one command, and returns the beginning of the answer. Rejects if the server is away. */
export async function tellRedis(port: number, ...words: (string | number)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write(`${words.join(' ')}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString();
  } finally {
    socket.destroy();
  }
}

/** Starts `masters` nodes that share all slots, and as many replicas if asked for. `timeoutMs`: until a silent node counts as failed. */
export async function startRedisCluster(masters: number, { hasReplicas = false, timeoutMs = 1_000 } = {}): Promise<RedisCluster> {
  const nodes: RedisServer[] = [];
  const busPorts: number[] = [];
  for (let n = 0; n < masters * (hasReplicas ? 2 : 1); n++) {
    // The default is the port plus 10,000, which may be too high.
    busPorts.push(await findFreePort());
    const settings = { 'cluster-enabled': 'yes', 'cluster-port': busPorts[n], 'cluster-node-timeout': timeoutMs };
    const more = { 'cluster-replica-validity-factor': 0, 'repl-diskless-sync-delay': 0 };
    nodes.push(await startRedis(...Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [`--${name}`, String(value)])));
  }
  const look = async (): Promise<ClusterNode[]> => {
    for (const { port } of nodes) {
      const answer = await tellRedis(port, 'cluster', 'nodes').catch(() => '');
      const seen = answer.split('\n').flatMap(nodeOf);
      if (seen.length > 0) return seen;
    }
    return [];
  };
  const owners = async () => {
    const ports = (await look()).filter(({ hasSlots, isAway }) => hasSlots && !isAway).map(({ port }) => port);
    return nodes.filter(({ port }) => ports.includes(port));
  };
  const isWhole = async ({ port }: RedisServer): Promise<boolean> => {
    const [state, seen] = await Promise.all([tellRedis(port, 'cluster', 'info'), tellRedis(port, 'cluster', 'nodes')]).catch(() => [
      '',
      '',
    ]);
    const others = seen!.split('\n').flatMap(nodeOf);
    const replicas = others.filter(({ isMaster }) => !isMaster).length;
    return (
      state!.includes('cluster_state:ok') &&
      others.length === nodes.length &&
      others.every(({ isAway }) => !isAway) &&
      replicas === (hasReplicas ? masters : 0)
    );
  };
  const whenWhole = async () => {
    for (const node of nodes) while (!(await isWhole(node))) await sleep(20);
  };
  const idOf = async (port: number) => /[0-9a-f]{40}/.exec(await tellRedis(port, 'cluster', 'myid'))![0];

  const [first, ...others] = nodes as [RedisServer, ...RedisServer[]];
  for (let n = 0; n < masters; n++) {
    const from = Math.floor((SLOTS * n) / masters);
    await tellRedis(nodes[n]!.port, 'cluster', 'addslotsrange', from, Math.floor((SLOTS * (n + 1)) / masters) - 1);
    await tellRedis(nodes[n]!.port, 'cluster', 'set-config-epoch', n + 1);
  }
  for (const [n, { port }] of others.entries()) await tellRedis(first.port, 'cluster', 'meet', '127.0.0.1', port, busPorts[n + 1]!);
  for (let n = masters; n < nodes.length; n++) {
    const masterId = await idOf(nodes[n - masters]!.port);
    while (!(await tellRedis(nodes[n]!.port, 'cluster', 'replicate', masterId)).startsWith('+OK')) await sleep(20);
  }
  const cluster: RedisCluster = {
    ...{ nodes, urls: nodes.map(({ url }) => url), look, owners, whenWhole },
    moveSlotOf: async (key) => {
      const slot = Number((await tellRedis(first.port, 'cluster', 'keyslot', key)).slice(1));
      // A failover may be in progress on a busy machine. A slot that is given to the demoted master has no owner.
      await whenWhole();
      const all = await owners();
      const owning = await Promise.all(all.map(({ port }) => owns(port, slot)));
      const owner = owning.indexOf(true);
      const next = all[(owner + 1) % all.length]!;
      const id = await idOf(next.port);
      for (const { port } of [next, all[owner]!]) {
        const answer = await tellRedis(port, 'cluster', 'setslot', slot, 'node', id);
        if (!answer.startsWith('+OK')) throw new Error(`slot ${slot} was not moved: ${answer}`);
      }
    },
    remove: async () => {
      for (const node of nodes) await node.remove();
    },
  };
  await whenWhole();
  return cluster;
}

/** Parses a line of `CLUSTER NODES`. */
function nodeOf(line: string): ClusterNode[] {
  const [id, address, flags, masterId, , , , link, ...slots] = line.trim().split(' ');
  const port = Number(/:(\d+)@/.exec(address ?? '')?.[1]);
  if (!id || !flags || !port) return [];
  const isAway = flags.includes('fail') || flags.includes('handshake') || link !== 'connected';
  return [
    { id, port, isMaster: flags.includes('master'), isAway, masterId: masterId === '-' ? null : masterId!, hasSlots: slots.length > 0 },
  ];
}

/** Whether a node says that a slot is its own. */
async function owns(port: number, slot: number): Promise<boolean> {
  const mine = (await tellRedis(port, 'cluster', 'nodes')).split('\n').find((line) => line.includes('myself'));
  return (mine?.trim().split(' ').slice(8) ?? []).some((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return from! <= slot && slot <= to!;
  });
}
