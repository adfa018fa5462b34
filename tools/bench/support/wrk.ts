import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Reached } from './bets.ts';

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));
const run = promisify(execFile);

/** Runs a round of this many clients, each betting again as soon as the last bet was answered. */
export type WrkBets = (clients: number) => Promise<Reached>;

/**
 * Sends bets over HTTP in rounds of `seconds`, each with a random one of the tokens and matches. Uses wrk, which like pgbench is written in
 * C and needs hardly any processor time of the servers.
 */
export async function prepareWrk(
  { url, dataDir }: { url: string; dataDir: string },
  { tokens, matchIds }: { tokens: readonly string[]; matchIds: readonly number[] },
  seconds: number,
): Promise<WrkBets> {
  const bettors = join(dataDir, `wrk-${matchIds.length}`);
  await writeFile(bettors, [...tokens, '', ...matchIds].join('\n'));
  return async (clients) => {
    const seed = String(Math.floor(Math.random() * 2 ** 31));
    const options = ['-t', '1', '-c', String(clients), '-d', `${seconds}s`, '--timeout', '30s', '-s', SCRIPT];
    return reachedIn(await wrk([...options, url, '--', bettors, seed]));
  };
}

async function wrk(words: readonly string[]): Promise<string> {
  try {
    return (await run('wrk', words, { maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error("wrk is needed: install Debian's package wrk");
    throw error;
  }
}

/** Parses wrk's output. Throws if a bet failed or the output is incomplete. */
function reachedIn(said: string): Reached {
  const [, failed, requests, microseconds] = (/^failed (\d+) of (\d+) in (\d+)$/m.exec(said) ?? []).map(Number);
  if (failed !== 0 || !requests || !microseconds) throw new Error(`not every bet was accepted:\n${said.slice(-2_000)}`);
  const took = [...said.matchAll(/^took (\d+) (\d+)$/gm)].flatMap(([, each, count]) =>
    Array<number>(Number(count)).fill(Number(each) / 1_000),
  );
  return { perSecond: (1_000_000 * requests) / microseconds, took };
}
