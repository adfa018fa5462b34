import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The topic all clients join. */
export const TOPIC = 'match:7';

export type ServerOrder = { do: 'broadcast'; bytes: number; times: number } | { do: 'weigh' };
export type ServerWord = { url: string } | Weight;
export type CrowdOrder = { do: 'await'; messages: number } | { do: 'stop reading' } | { do: 'read again' };
export type CrowdWord = { joined: number } | { heard: number } | { closed: number };

export interface Weight {
  /** Reachable memory, including memory outside the heap. */
  heapBytes: number;
  rssBytes: number;
}

/** Our server with sockets or with streams, or a bare server of the library. */
export type ServerKind = 'ours' | 'streams' | 'bare';

/** A server in a process of its own. */
export interface LiveServer {
  kind: ServerKind;
  url: string;
  broadcast: (bytes: number, times: number) => void;
  weigh: () => Promise<Weight>;
  stop: () => void;
}

/** Clients in separate processes, so that receiving does not slow down sending. */
export interface Crowd {
  /** Starts counting; resolves when each client has received this many messages. */
  hearing: (messages: number) => Promise<void>;
  stopReading: () => void;
  /** Resumes reading; returns how many connections were dropped. */
  readAgain: () => Promise<number>;
  leave: () => void;
}

/** With more clients, one process is slower than the server. */
const CROWD_MAX = 5_000;

export async function startServer(kind: ServerKind): Promise<LiveServer> {
  const child = start('server', kind);
  const { url } = await wordOf<{ url: string }>(child, 'url');
  return {
    kind,
    url,
    broadcast: (bytes, times) => void child.send({ do: 'broadcast', bytes, times } satisfies ServerOrder),
    weigh: () => {
      const weight = wordOf<Weight>(child, 'heapBytes');
      child.send({ do: 'weigh' } satisfies ServerOrder);
      return weight;
    },
    stop: () => void child.kill(),
  };
}

/** Connects clients to a server and waits until all have joined. */
export async function gather({ kind, url }: LiveServer, count: number): Promise<Crowd> {
  requireFiles(count);
  const children: ChildProcess[] = [];
  for (let left = count; left > 0; left -= CROWD_MAX) {
    const child = start(kind === 'streams' ? 'readers' : 'crowd', url, String(Math.min(left, CROWD_MAX)));
    await wordOf(child, 'joined');
    children.push(child);
  }
  const tell = (order: CrowdOrder) => {
    for (const child of children) child.send(order);
  };
  const all = <T>(key: string) => Promise.all(children.map((child) => wordOf<T>(child, key)));
  return {
    hearing: async (messages) => {
      const heard = all('heard');
      tell({ do: 'await', messages });
      await heard;
    },
    stopReading: () => tell({ do: 'stop reading' }),
    readAgain: async () => {
      const closed = all<{ closed: number }>('closed');
      tell({ do: 'read again' });
      return (await closed).reduce((sum, word) => sum + word.closed, 0);
    },
    leave: () => {
      for (const child of children) child.kill();
    },
  };
}

function start(...words: string[]): ChildProcess {
  const program = fileURLToPath(new URL('./live-process.ts', import.meta.url));
  return fork(program, words, { execArgv: ['--import', 'tsx', '--expose-gc'] });
}

async function wordOf<T>(child: ChildProcess, key: string): Promise<T> {
  for (;;) {
    const [word] = (await once(child, 'message')) as [Record<string, unknown>];
    if (key in word) return word as T;
  }
}

/** Checks that this shell allows enough open files: each socket needs one. */
export function requireFiles(sockets: number): void {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | 'unlimited' } } };
  const allowed = report.userLimits?.open_files?.soft ?? 'unlimited';
  const needed = sockets + 500;
  if (allowed === 'unlimited' || allowed >= needed) return;
  console.error(
    `${sockets} sockets need ${needed} open files in one process, but this shell allows ${allowed}: run "ulimit -n ${needed}" first.`,
  );
  process.exit(1);
}
