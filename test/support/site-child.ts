import { fork } from 'node:child_process';
import { on, once } from 'node:events';

/** A site in a process of its own, which does what it is asked, one thing after another. */
export interface SiteChild<Ask, Begun> {
  /** What the process said when it was ready. */
  begun: Begun;
  /** Resolves with the answer of the process. */
  ask: (what: Ask) => Promise<unknown>;
  /** Stops the process. Returns the lines that the site logged as errors. */
  stop: () => Promise<string[]>;
}

/** Starts a program of a site, which sends a message when it is ready, and one after each thing that it was asked. */
export async function startSiteChild<Ask extends object, Begun>(program: string, words: string[] = []): Promise<SiteChild<Ask, Begun>> {
  const child = fork(program, words, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
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
  return {
    begun: (await answer()) as Begun,
    ask: (what) => {
      child.send(what);
      last = last.then(answer);
      return last;
    },
    stop: async () => {
      child.disconnect();
      await ended;
      return logged.split('\n').filter((line) => /^\{"level":[56]0,/.test(line));
    },
  };
}

/** The other end: does what the parent asks in its order, and stops the site when the parent asks it to end or has ended itself. */
export function obeyParent<Ask>(begun: object, obey: (ask: Ask) => Promise<unknown>, stop: () => Promise<void>): void {
  let last: Promise<unknown> = Promise.resolve();
  process.on('message', (ask: Ask) => {
    last = last.then(async () => process.send?.((await obey(ask)) ?? 'done'));
  });
  process.once('disconnect', () => void last.catch(() => {}).then(stop));
  process.send?.(begun);
}
