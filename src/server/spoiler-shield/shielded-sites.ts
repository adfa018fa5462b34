import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type pg from 'pg';
import type { LiveChange } from '#contract/live.ts';
import type { Shield } from '#domain/notifications/shield.ts';
import type { Deps } from '#server/deps.ts';
import { type CachedReplies, createCachedReplies } from '#server/platform/http/response-cache.ts';
import { createLiveHub, type LiveHub } from '#server/platform/realtime/hub.ts';
import { shieldedDb } from './shielded-db.ts';

/** Publishes a change to a topic of the socket. */
interface Told {
  topic: string;
  change: LiveChange;
}

/** The site for users with a shield. */
export interface ShieldedSites {
  /** Answers a GET with the view of the shield. */
  listenerOf: (shield: Shield) => RequestListener;
  /** The rooms that a shield's socket may join: they get changes later, or not those that are hidden. */
  hubOf: (shield: Shield) => LiveHub;
  /** Whether a shield was used yet: until then changes need not be passed in. */
  isSpoilerMode: () => boolean;
  /** Takes all published changes, for delayed publication. */
  hear: (topic: string, change: LiveChange) => void;
  /** Reports that some published changes may have been missed. */
  missed: () => void;
  close: () => void;
}

interface Needs {
  deps: Deps;
  /** Connections to the shielded views; see shielded-db.ts. */
  pool: pg.Pool;
  /** The unshielded rooms. */
  hub: LiveHub;
  /** Builds the site's app on other deps. */
  build: (deps: Deps) => Hono;
}

/**
 * A shielded site is the same app on another view of the database, with its own replies and rooms: one for each delay in use, created on
 * first use, and one for all users who have results hidden.
 */
export function createShieldedSites({ deps, pool, hub, build }: Needs): ShieldedSites {
  const delayed = new Map<number, DelayedSite>();
  let hiding: HidingSite | null = null;
  const siteOf = (delaySeconds: number): DelayedSite => {
    const site = delayed.get(delaySeconds) ?? createDelayedSite({ deps, pool, hub, build }, delaySeconds);
    delayed.set(delaySeconds, site);
    return site;
  };
  const hidingSite = (): HidingSite => {
    hiding ??= createHidingSite({ deps, pool, hub, build });
    return hiding;
  };
  return {
    listenerOf: (shield) => ('delaySeconds' in shield ? siteOf(shield.delaySeconds).listener : hidingSite().listenerOf(shield)),
    hubOf: (shield) => ('delaySeconds' in shield ? siteOf(shield.delaySeconds).hub : hidingSite().hubOf(shield)),
    isSpoilerMode: () => delayed.size > 0 || hiding !== null,
    hear: (topic, change) => {
      for (const { line } of delayed.values()) line.put({ topic, change });
      hiding?.hear(topic, change);
    },
    missed: () => {
      for (const site of delayed.values()) site.missed();
      hiding?.missed();
    },
    close: () => {
      for (const { line } of delayed.values()) line.close();
    },
  };
}

interface DelayedSite {
  listener: RequestListener;
  hub: LiveHub;
  line: DelayLine<Told>;
  missed: () => void;
}

function createDelayedSite({ deps, pool, hub, build }: Needs, delaySeconds: number): DelayedSite {
  const rooms = createLiveHub(deps);
  const replies = createCachedReplies();
  const app = build({ ...withoutReplicas(deps), db: shieldedDb(pool, () => ({ delaySeconds })), replies });
  const line = createDelayLine<Told>(delaySeconds * 1_000, deps.now, ({ topic, change }) => {
    replies.touch(topic);
    rooms.publish(topic, change);
  });
  const missed = () => {
    replies.dropAll();
    rooms.missed();
  };
  return { listener: getRequestListener(app.fetch), hub: { ...rooms, isDegraded: hub.isDegraded }, line, missed };
}

interface HidingSite {
  listenerOf: (shield: Hiding) => RequestListener;
  hubOf: (shield: Hiding) => LiveHub;
  hear: (topic: string, change: LiveChange) => void;
  missed: () => void;
}

type Hiding = Extract<Shield, { revealed: readonly number[] }>;

/** One app for all of them: the request carries which matches were revealed. */
function createHidingSite({ deps, pool, hub, build }: Needs): HidingSite {
  const worn = new AsyncLocalStorage<Hiding>();
  const current = (): Hiding => worn.getStore() ?? { revealed: [] };
  const rooms = createLiveHub(deps);
  const replies = createCachedReplies();
  const app = build({
    ...withoutReplicas(deps),
    db: shieldedDb(pool, current),
    replies: cachedByGroup(replies, () => current().revealed.join('.')),
  });
  const listener = getRequestListener(app.fetch);
  return {
    listenerOf: (shield) => (incoming, outgoing) => worn.run(shield, () => void listener(incoming, outgoing)),
    hubOf: ({ revealed }) => ({
      ...rooms,
      isDegraded: hub.isDegraded,
      join: (topic, ear) => (mayHear(topic, revealed) ? rooms.join(topic, ear) : deps.now().getTime()),
    }),
    hear: (topic, change) => {
      replies.touch(topic);
      // A won bet reveals how the match ended, and a day's topic covers all its matches.
      if (change.t !== 'bet' && !topic.startsWith('matches:')) rooms.publish(topic, change);
    },
    missed: () => {
      replies.dropAll();
      rooms.missed();
    },
  };
}

/** Few requests have a shield, and their connections are to the primary. */
const withoutReplicas = ({ reads: _, ...deps }: Deps): Deps => deps;

/** Publishes changes of a match to users who revealed it. Nobody gets those of a day, as some matches are hidden: their pages poll. */
function mayHear(topic: string, revealed: readonly number[]): boolean {
  const [kind, id] = topic.split(':');
  return kind === 'match' || kind === 'chat' ? revealed.includes(Number(id)) : kind !== 'matches';
}

/** Caches replies by group: users who revealed the same matches share them. */
const cachedByGroup = (replies: CachedReplies, group: () => string): CachedReplies => ({
  ...replies,
  find: (alias, nowMs) => replies.find(`${group()} ${alias}`, nowMs),
  get: (plan, alias, nowMs, write, policy) =>
    replies.get({ ...plan, key: `${group()} ${plan.key}` }, `${group()} ${alias}`, nowMs, write, policy),
  share: (plan, nowMs) => replies.share({ ...plan, key: `${group()} ${plan.key}` }, nowMs),
});

/** Items that are passed on a fixed time after they were added, in order. */
interface DelayLine<T> {
  put: (item: T) => void;
  /** Passes on nothing more. */
  close: () => void;
}

const LOOK_MS = 100;

/**
 * Passes on each item no earlier than `delayMs` after it was added, by the given clock, and at most about 100 ms later. A clock that was
 * set back delays nothing by more than the delay again.
 */
function createDelayLine<T>(delayMs: number, now: () => Date, handOn: (item: T) => void): DelayLine<T> {
  let waiting: { dueMs: number; item: T }[] = [];
  const look = () => {
    const nowMs = now().getTime();
    const isDue = ({ dueMs }: { dueMs: number }) => dueMs <= nowMs || dueMs > nowMs + delayMs;
    const firstKept = waiting.findIndex((entry) => !isDue(entry));
    const due = firstKept === -1 ? waiting : waiting.slice(0, firstKept);
    waiting = firstKept === -1 ? [] : waiting.slice(firstKept);
    for (const { item } of due) handOn(item);
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    put: (item) => void waiting.push({ dueMs: now().getTime() + delayMs, item }),
    close: () => {
      clearInterval(timer);
      waiting = [];
    },
  };
}
