import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What the process of the site can be asked to do. */
export type Ask = { kind: 'goTo'; minute: number } | { kind: 'give'; email: string; points: number };

/** A site that follows all providers of the day, in a process of its own. */
export interface DaySite {
  url: string;
  goTo: (minute: number) => Promise<void>;
  give: (email: string, points: number) => Promise<void>;
  /** Stops the process. Returns the lines that the site logged as errors. */
  stop: () => Promise<string[]>;
}

export async function startDaySite(startMinute: number): Promise<DaySite> {
  const program = fileURLToPath(new URL('./site-process.ts', import.meta.url));
  const child = fork(program, [String(startMinute)], { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let logged = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (logged += chunk));
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`the site ended with ${code}:\n${logged}`)));
  // Only an answer that is waited for reports it.
  failed.catch(() => {});
  const answers = on(child, 'message');
  const answer = async () => {
    const { value } = await Promise.race([answers.next(), failed]);
    return value[0] as unknown;
  };
  // Answers come in the order of what was asked.
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (what: Ask): Promise<void> => {
    child.send(what);
    last = last.then(answer);
    await last;
  };
  const { url } = (await answer()) as { url: string };
  return {
    url,
    goTo: (minute) => ask({ kind: 'goTo', minute }),
    give: (email, points) => ask({ kind: 'give', email, points }),
    stop: async () => {
      child.disconnect();
      await ended;
      return logged.split('\n').filter((line) => /^\{"level":[56]0,/.test(line));
    },
  };
}
