import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface AppProcess {
  /** Without a trailing slash; '' if the process serves no HTTP. */
  url: string;
  child: ChildProcess;
  /** Errors that the app has logged so far, one line each. */
  errors: readonly string[];
  /** Stops it as Ctrl-C does (SIGINT); resolves with the exit code. */
  stop: () => Promise<number | null>;
  /** Stops it as a process manager does (SIGTERM); resolves with the exit code. */
  end: () => Promise<number | null>;
  /** Kills it with SIGKILL; resolves when it has exited. */
  kill: () => Promise<void>;
}

const READY_MS_MAX = 150_000;

/** The build: it starts in a fraction of the time of the sources, includes the site, and runs as with `npm start`. */
const PROGRAM = ['--enable-source-maps', '--max-semi-space-size=64', 'dist/server/main.js'];

/**
 * Starts the built app as a separate process on a free port; resolves when it reports that it is ready. `env` is its environment besides PATH,
 * HOME and defaults, `words` are its command-line arguments, as after `npm start --`.
 */
export async function startAppProcess(env: Record<string, string>, words: readonly string[] = []): Promise<AppProcess> {
  const child = spawn(process.execPath, [...PROGRAM, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const errors: string[] = [];
  createInterface(child.stderr!).on('line', (line) => {
    if (isError(line)) errors.push(line);
  });
  const url = await whenReady(child);
  return {
    url,
    child,
    errors,
    stop: async () => {
      child.kill('SIGINT');
      return (await exited)[0];
    },
    end: async () => {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Whether a log line has Pino's level 50 (error) or 60 (fatal). */
const isError = (line: string): boolean => /^\{"level":[56]0,/.test(line);

function whenReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const giveUp = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`the app ${why}:\n${said}`));
    };
    const timer = setTimeout(() => giveUp('was not ready in time'), READY_MS_MAX);
    const onExit = (code: number | null) => giveUp(`ended with code ${code} before it was ready`);
    child.once('exit', onExit);
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk).slice(-10_000);
        const [, place] = /^Matchpoint.*?: (\S+?)\/?\s[\s\S]*^ready in/m.exec(said) ?? [];
        if (place === undefined) return;
        clearTimeout(timer);
        child.off('exit', onExit);
        resolve(place.startsWith('http') ? place : '');
      });
    }
  });
}
