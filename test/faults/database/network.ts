import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a program that must succeed; returns what it printed. Throws with its output. */
export const runProgram = async (program: string, ...words: string[]): Promise<string> => (await run(program, words)).stdout;

/** A network of its own for each member of the database, joined by a bridge of this machine. Needs root. */
export interface Network {
  /** The address of this machine in the network, where HAProxy and the app are. */
  address: string;
  /** The addresses from which connections come, such as 10.77.0.0/24. */
  range: string;
  stop: () => Promise<void>;
  join: (member: number) => Promise<Place>;
}

/** Where a member lives: a network namespace, which also says which processes belong to the member. */
export interface Place {
  address: string;
  /** Returns a command that runs inside. */
  inside: (program: string, ...words: string[]) => [string, string[]];
  /** Pulls the plug: packets are lost without a word, in both directions. */
  cutOff: () => Promise<void>;
  joinAgain: () => Promise<void>;
  /** Sends a signal to all processes of the member, including those that start meanwhile. */
  signal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => Promise<void>;
}

/** Creates a network without members. Throws where namespaces are not allowed. */
export async function createNetwork(): Promise<Network> {
  // One of 250, so that two runs on one machine do not meet.
  const tag = process.pid % 250;
  const bridge = `mpdb${tag}`;
  const prefix = `10.77.${tag}`;
  await runProgram('ip', 'link', 'add', bridge, 'type', 'bridge');
  await runProgram('ip', 'address', 'add', `${prefix}.1/24`, 'dev', bridge);
  await runProgram('ip', 'link', 'set', bridge, 'up');
  const places: string[] = [];
  return {
    address: `${prefix}.1`,
    range: `${prefix}.0/24`,
    join: async (member) => {
      const place = await createPlace(bridge, `mpdb${tag}m${member}`, `${prefix}.${10 + member}`);
      places.push(`mpdb${tag}m${member}`);
      return place;
    },
    stop: async () => {
      for (const name of places) await runProgram('ip', 'netns', 'delete', name);
      await runProgram('ip', 'link', 'delete', bridge);
    },
  };
}

async function createPlace(bridge: string, name: string, address: string): Promise<Place> {
  const ip = (...words: string[]) => runProgram('ip', ...words);
  await ip('netns', 'add', name);
  await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  await ip('link', 'set', name, 'master', bridge, 'up');
  await ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  await ip('-n', name, 'link', 'set', 'eth0', 'up');
  await ip('-n', name, 'link', 'set', 'lo', 'up');
  const pids = async () => (await ip('netns', 'pids', name)).split('\n').filter(Boolean).map(Number);
  return {
    address,
    inside: (program, ...words) => ['ip', ['netns', 'exec', name, program, ...words]],
    cutOff: async () => void (await ip('link', 'set', name, 'nomaster')),
    joinAgain: async () => void (await ip('link', 'set', name, 'master', bridge)),
    signal: async (signal) => {
      const told = new Set<number>();
      for (;;) {
        const fresh = (await pids()).filter((pid) => !told.has(pid));
        if (fresh.length === 0) return;
        for (const pid of fresh) {
          told.add(pid);
          sendSignal(pid, signal);
        }
      }
    },
  };
}

/** Sends a signal to a process, which may have ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
