import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import pg from 'pg';
import type { AppProcess } from '#test/support/app-process.ts';
import { startProcessGroup } from '#test/support/process-group.ts';
import { hasRedis, startRedis } from '#test/support/redis-server.ts';
import { startTcpProxy } from '#test/support/tcp-proxy.ts';
import { test as base } from './base.ts';
import { enterAsNew, expect } from './site.ts';
import { speak } from './speak.ts';
import type { Locale } from './words.ts';

/** Two web processes and a worker, as an operator runs them; `kickOff` starts a feed. */
export interface Installed {
  webs: [AppProcess, AppProcess];
  /** A proxy that sends visitors to the first of these processes that accepts them; initially to the first web process. */
  front: { url: string; lead: (to: readonly AppProcess[]) => void };
  /** Starts a feed that replays a match that kicks off at once. Returns the match's id. */
  kickOff: (recording: Recording) => Promise<number>;
  query: (text: string, values: unknown[]) => Promise<unknown>;
}

/** A competition in openfootball's format (server/modules/match-data/providers/openfootball/parse.ts). */
export interface Recording {
  name: string;
  matches: { date: string; [field: string]: unknown }[];
}

/** Match minutes per real minute. */
const SPEED = 30;

const portOf = ({ url }: AppProcess): number => Number(new URL(url).port);

export const test = base.extend<{ installed: Installed }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  installed: async ({}, use) => {
    base.skip(!hasRedis(), 'there is no Redis: set REDIS_PATH');
    const redis = await startRedis();
    const group = await startProcessGroup({ REDIS_URL: redis.url, LOG_LEVEL: 'warn', CAPTCHA_WORK: '1' });
    const pool = new pg.Pool({ connectionString: group.databaseUrl, max: 2 });
    const [one, two, worker] = await Promise.all((['web', 'web', 'worker'] as const).map((role) => group.start(role)));
    const webs: Installed['webs'] = [one!, two!];
    let ports = [portOf(webs[0])];
    const front = await startTcpProxy(() => ports);
    const processes = [...webs, worker!];
    const dir = await mkdtemp(join(tmpdir(), 'matchpoint-recording-'));

    const kickOff = async (recording: Recording): Promise<number> => {
      const file = join(dir, 'recording.json');
      await writeFile(file, JSON.stringify(recording));
      const replay = { FEED: 'replay', REPLAY_PATH: file, REPLAY_DATE: recording.matches[0]!.date, REPLAY_LEAD_MINUTES: '0' };
      processes.push(await group.start('feed', { settings: { ...replay, REPLAY_SPEED: String(SPEED) } }));
      const find = () => pool.query<{ id: number }>("select id from matches where status = 'h1'");
      await expect.poll(async () => (await find()).rowCount, { timeout: 60_000 }).toBe(1);
      return (await find()).rows[0]!.id;
    };
    try {
      const lead = (to: readonly AppProcess[]) => {
        ports = to.map(portOf);
      };
      const query: Installed['query'] = (text, values) => pool.query(text, values);
      await use({ webs, front: { url: `http://127.0.0.1:${front.port}`, lead }, kickOff, query });
    } finally {
      await Promise.all([pool.end(), front.stop()]);
      await group.stop();
      await Promise.all([redis.remove(), rm(dir, { recursive: true })]);
    }
    const errors = processes.flatMap((app) => app.errors);
    expect(errors, 'what the processes logged as errors').toEqual([]);
  },
});

interface Visit {
  name: string;
  /** The address at which they enter the site. */
  url: string;
  locale: Locale;
  options: BrowserContextOptions;
}

/** Creates a user in a new browser, signed up and with a confirmed address. */
export async function visit(browser: Browser, { query }: Installed, { name, url, locale, options }: Visit): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: url });
  const page = await context.newPage();
  await speak(context, { url }, locale);
  const { email } = await enterAsNew(page);
  await query('update users set email_verified_at = now(), display_name = $2 where email = $1', [email, name]);
  return page;
}
