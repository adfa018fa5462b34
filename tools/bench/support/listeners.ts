import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Orders to a process of listeners (listeners-process.ts), each answered by one word. */
export type ListenersOrder =
  | { do: 'enter'; ports: number[]; from: number; count: number; topic: string; path: string }
  /** Counts anew from now on. */
  | { do: 'mark'; ports?: number[] }
  | { do: 'report'; withTimes: boolean };

export type ListenersWord = { entered: number } | { marked: true } | { heardAtMs: number[] } | ListenersReport;

/** Counts of listeners since the last `mark`, besides `joined`, which is now. */
export interface ListenersReport {
  joined: number;
  /** Lost connections. */
  lost: number;
  /** Requests for what a page shows that were answered, and that were not. */
  asked: number;
  failed: number;
  /** Connections that ended before they were open, by the reason. */
  refused: Record<string, number>;
  /** When listeners joined, in milliseconds since 1970. Empty if not asked for. */
  backAtMs: number[];
}

/** Listeners in processes of their own. */
export interface Listeners {
  mark: (ports?: number[]) => Promise<void>;
  /** Resolves when all have heard one score after `mark`, with the times in milliseconds since 1970. */
  hearing: () => Promise<number[]>;
  report: (withTimes?: boolean) => Promise<ListenersReport>;
  leave: () => void;
}

/** Opens `count` pages that join the topic, at most `perProcess` in a process; resolves when all have joined. */
export async function gatherListeners(
  count: number,
  perProcess: number,
  site: { ports: number[]; topic: string; path: string },
): Promise<Listeners> {
  const children: ChildProcess[] = [];
  const program = fileURLToPath(new URL('./listeners-process.ts', import.meta.url));
  const processes = Math.ceil(count / perProcess);
  const share = Math.ceil(count / processes);
  await Promise.all(
    Array.from({ length: processes }, async (_, i) => {
      const child = fork(program, [], { execArgv: ['--import', 'tsx'] });
      children.push(child);
      const from = i * share;
      await tell<{ entered: number }>(child, 'entered', { do: 'enter', from, count: Math.min(share, count - from), ...site });
    }),
  );
  const report = async (withTimes = false): Promise<ListenersReport> => {
    const words = await Promise.all(children.map((child) => tell<ListenersReport>(child, 'backAtMs', { do: 'report', withTimes })));
    const sum = (key: 'joined' | 'lost' | 'asked' | 'failed') => words.reduce((total, word) => total + word[key], 0);
    const refused: Record<string, number> = {};
    for (const word of words) for (const [why, times] of Object.entries(word.refused)) refused[why] = (refused[why] ?? 0) + times;
    return {
      ...{ joined: sum('joined'), lost: sum('lost'), asked: sum('asked'), failed: sum('failed') },
      ...{ refused, backAtMs: words.flatMap(({ backAtMs }) => backAtMs) },
    };
  };
  return {
    mark: async (ports) => {
      await Promise.all(children.map((child) => tell(child, 'marked', { do: 'mark', ...(ports && { ports }) })));
    },
    hearing: async () => {
      const words = await Promise.all(children.map((child) => wordOf<{ heardAtMs: number[] }>(child, 'heardAtMs')));
      return words.flatMap(({ heardAtMs }) => heardAtMs);
    },
    report,
    leave: () => {
      for (const child of children) child.kill();
    },
  };
}

function tell<T>(child: ChildProcess, key: string, order: ListenersOrder): Promise<T> {
  const word = wordOf<T>(child, key);
  child.send(order);
  return word;
}

async function wordOf<T>(child: ChildProcess, key: string): Promise<T> {
  for (;;) {
    const [word] = (await once(child, 'message')) as [Record<string, unknown>];
    if (key in word) return word as T;
  }
}
