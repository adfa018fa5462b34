import { expect } from 'vitest';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import { runFeed } from '#server/modules/match-data/import/runner.ts';
import type { Allowance } from '#server/modules/match-data/providers/polled/allowance.ts';
import type { PolledSettings } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Asked, Fault as ServerFault } from '#test/support/api-sports-server.ts';
import { END, type Fault, type OnTheWay } from './provider.ts';
import type { Site } from './site.ts';
import { isWithin } from './told-wrongly.ts';
import { minutesAt, type Told, truthAt } from './truth.ts';

/** Options of a service's feed, besides its settings. */
export interface ServiceOptions {
  db: Db;
  log: Site['log'];
  now: () => Date;
  sleep: (ms: number) => Promise<void>;
  timeoutMs: number;
}

/** A local server that replaces a service. */
interface Server {
  url: string;
  asked: Asked[];
  faults: (ServerFault | null)[];
  close: () => Promise<void>;
}

/** A service that is asked again and again, replaced by a local server. */
export interface PolledDay<S extends Server> {
  start: () => Promise<S>;
  /** Makes the server answer with what `tell` returns now, or with the fault returned by `wayOf`. */
  answerAs: (server: S, tell: () => Told[], wayOf: () => OnTheWay | undefined) => void;
  create: (settings: PolledSettings, options: ServiceOptions) => Feed;
  followed: readonly string[];
  allowance: Allowance;
  /** The most requests of the day of the match and the day after. */
  askedMax: number;
}

const TIMEOUT_MS = 100;
const SERVER_FAULTS: Partial<Record<OnTheWay, ServerFault>> = {
  'answered late': { kind: 'slow', ms: 2 * TIMEOUT_MS },
  '429': { kind: 'status', status: 429, headers: { 'Retry-After': '90' } },
  '500': { kind: 'status', status: 500 },
  'half a body': { kind: 'cut' },
};

/** Follows a service with its real feed and the importer through the day of the match. */
export async function playPolledDay<S extends Server>(day: PolledDay<S>, site: Site, fault: Fault): Promise<void> {
  const server = await day.start();
  await follow(day, site, server, fault).finally(server.close);
  expect(server.asked.length).toBeLessThanOrEqual(day.askedMax);
}

async function follow<S extends Server>(day: PolledDay<S>, { app, log, tick, onChanges }: Site, server: S, fault: Fault): Promise<void> {
  const { deps, clock } = app;
  const abort = new AbortController();
  /** Offset of our clock in milliseconds; the match itself runs on true time. */
  let aheadMs = 0;
  const now = () => new Date(clock.now().getTime() + aheadMs);
  const minutes = () => minutesAt(clock.now());
  const isWrong = () => isWithin(fault.windows, minutes());
  const tell = () => (isWrong() && fault.bend ? fault.bend(truthAt(minutes())) : [truthAt(minutes())]);
  day.answerAs(server, tell, () => (isWrong() ? fault.way : undefined));
  const sleep = async (ms: number) => {
    clock.advance(ms);
    aheadMs = isWrong() && fault.way === 'our own clock an hour ahead' ? 3_600_000 : 0;
    const isBroken = fault.way !== undefined && fault.way in SERVER_FAULTS && isWrong();
    server.faults.length = 0;
    if (isBroken) server.faults.push(...Array(50).fill(SERVER_FAULTS[fault.way!]));
    await tick();
    if (minutes() >= END) abort.abort();
  };
  const settings = { key: 'a-test-key', baseUrl: server.url, followed: day.followed, ...day.allowance };
  // Other faults get a longer timeout, so that a busy machine does not cause one.
  const timeoutMs = fault.way === 'answered late' ? TIMEOUT_MS : 20_000;
  const feed = day.create(settings, { db: deps.db, log, now, sleep, timeoutMs });
  await runFeed({ db: deps.db, now, log, sleep }, feed, abort.signal, onChanges).done;
}
