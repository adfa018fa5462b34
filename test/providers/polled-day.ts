import { expect } from 'vitest';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import { runFeed } from '#server/modules/match-data/import/runner.ts';
import type { Allowance } from '#server/modules/match-data/providers/polled/allowance.ts';
import type { PolledSettings } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Fault as ServerFault } from '#test/support/api-sports-server.ts';
import { END, type Fault } from './provider.ts';
import type { Site } from './site.ts';
import { isWithin } from './told-wrongly.ts';
import { at, minutesAt, TEAM_NAMES, type Told, truthAt } from './truth.ts';

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
  asked: unknown[];
  faults: (ServerFault | null)[];
  close: () => Promise<void>;
}

/** A service that is asked again and again, replaced by a local server. */
export interface PolledDay<S extends Server> {
  start: () => Promise<S>;
  /** Makes the server answer with what `tell` returns now, or with the fault returned by `wayOf`. */
  answerAs: (server: S, tell: () => Told[], wayOf: () => Fault['way']) => void;
  create: (settings: PolledSettings, options: ServiceOptions) => Feed;
  followed: readonly string[];
  allowance: Allowance;
  /** The most requests of the day of the match and the day after. */
  askedMax: number;
  /** What the server does for a fault that its answers do not show. */
  serverFaults?: Partial<Record<NonNullable<Fault['way']>, ServerFault>>;
}

/** The day of the match and the day after. */
const DAYS = 2;
/**
 * The night between them, in minutes from kick-off, after the last check of the result on the day itself: nothing changes, and no fault
 * begins or ends. Only the day without a fault is followed through it; on others the clock goes on to the morning.
 */
const NIGHT: [from: number, until: number] = [420, 1_425];
const TIMEOUT_MS = 100;
const SERVER_FAULTS: NonNullable<PolledDay<Server>['serverFaults']> = {
  'answered late': { kind: 'slow', ms: 2 * TIMEOUT_MS },
  '429': { kind: 'status', status: 429, headers: { 'Retry-After': '90' } },
  '500': { kind: 'status', status: 500 },
  'half a body': { kind: 'cut' },
  '401': { kind: 'status', status: 401 },
  '403': { kind: 'status', status: 403 },
  '404': { kind: 'status', status: 404 },
  'wrong types': { kind: 'wrong types' },
  'names that are too long': { kind: 'long names', names: Object.values(TEAM_NAMES) },
  'an answer of 50 MB': { kind: 'long', bytes: 50 * 1024 * 1024 },
  'silent for an hour': { kind: 'status', status: 500 },
};
/** These faults are few, because each one takes long. */
const ONCE: readonly Fault['way'][] = ['an answer of 50 MB'];
/** After these faults, providers with few requests a day tell the result in the night only. */
const TOLD_LATE: readonly Fault['way'][] = ['silent for an hour'];
/** When the site restarts, in minutes from kick-off: in both halves, and right after the final whistle. */
const RESTARTED = [30, 75, 113];
/** So few requests a day that most of the match is missed. */
const SCARCE_PER_DAY = 16;

/** Follows a service with its real feed and the importer through the day of the match. */
export async function playPolledDay<S extends Server>(day: PolledDay<S>, site: Site, fault: Fault): Promise<void> {
  const server = await day.start();
  await follow(day, site, server, fault).finally(server.close);
  const askedMax = fault.way === 'the allowance used up' ? DAYS * SCARCE_PER_DAY : day.askedMax;
  expect(server.asked.length).toBeLessThanOrEqual(askedMax);
}

async function follow<S extends Server>(day: PolledDay<S>, { app, log, tick, onChanges }: Site, server: S, fault: Fault): Promise<void> {
  const { deps, clock } = app;
  let run = new AbortController();
  /** Offset of our clock in milliseconds; the match itself runs on true time. */
  let aheadMs = 0;
  const now = () => new Date(clock.now().getTime() + aheadMs);
  const minutes = () => minutesAt(clock.now());
  const isWrong = () => isWithin(fault.windows, minutes());
  const wayNow = () => (isWrong() ? fault.way : undefined);
  const tell = () => (isWrong() && fault.bend ? fault.bend(truthAt(minutes())) : [truthAt(minutes())]);
  day.answerAs(server, tell, wayNow);
  const breaks = [...RESTARTED];
  let [wasBroken, isOver] = [false, false];
  const isWholeDay = fault.windows.length === 0 || TOLD_LATE.includes(fault.way);
  const sleep = async (ms: number) => {
    clock.advance(ms);
    if (!isWholeDay && isWithin([NIGHT], minutes())) clock.set(at(NIGHT[1]));
    const way = wayNow();
    aheadMs = way === 'our own clock an hour ahead' ? 3_600_000 : 0;
    const broken = way && (day.serverFaults?.[way] ?? SERVER_FAULTS[way]);
    isOver ||= ONCE.includes(fault.way) && wasBroken && server.faults.length === 0;
    wasBroken = broken !== undefined && !isOver;
    server.faults.length = 0;
    if (wasBroken) server.faults.push(...Array(ONCE.includes(way) ? 1 : 50).fill(broken));
    await tick();
    const isRestarted = fault.way === 'restarted in the middle' && minutes() >= (breaks[0] ?? END);
    if (isRestarted) breaks.shift();
    if (isRestarted || minutes() >= END) run.abort();
  };
  const allowance = fault.way === 'the allowance used up' ? { ...day.allowance, perDay: SCARCE_PER_DAY } : day.allowance;
  const settings = { key: 'a-test-key', baseUrl: server.url, followed: day.followed, ...allowance };
  // Other faults get a longer timeout, so that a busy machine does not cause one.
  const timeoutMs = fault.way === 'answered late' ? TIMEOUT_MS : 20_000;
  while (minutes() < END) {
    run = new AbortController();
    const feed = day.create(settings, { db: deps.db, log, now, sleep, timeoutMs });
    await runFeed({ db: deps.db, now, log, sleep }, feed, run.signal, onChanges).done;
  }
}
