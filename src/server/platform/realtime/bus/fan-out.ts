import type { LiveChange } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import type { EndedSessions } from '#server/platform/http/ended-sessions.ts';
import type { LimitStore } from '#server/platform/http/limit-counts.ts';
import type { CachedReplies } from '#server/platform/http/response-cache.ts';
import { bytesOf, type LiveHub, presentable } from '#server/platform/realtime/hub.ts';
import { type Bus, type Ears, type Envelope, joinBus } from './bus.ts';
import { createPresence, type Presence } from './presence.ts';
import type { Redis } from './redis.ts';

/** The parts of a process that receive changes. */
interface Here {
  replies: CachedReplies;
  endedSessions: EndedSessions;
  hub: LiveHub;
  /** Other receivers of changes, by this process and all others. */
  ears?: readonly Ear[];
  /** Reloads the settings of the site, as another process may have changed them. */
  renewSite: () => void;
}

export interface Ear {
  /** Which topics it receives; changes of other topics by other processes are not even parsed. */
  wants: (topic: string) => boolean;
  hear: (topic: string, change: LiveChange) => void;
  /** Called when changes by other processes may have been missed. */
  missed?: () => void;
}

interface FanOutDeps extends Pick<Deps, 'log' | 'randomBytes'> {
  /** Null without Redis. */
  redis: Redis | null;
  /** Whether other processes may change what this one shows. */
  hasOthers: boolean;
}

export interface FanOut {
  publish: Deps['publish'];
  /** Like `publish`, for changes that every process detects by itself. */
  publishHere: Deps['publish'];
  /** The same replies, except that a topic touched here is touched in all processes. */
  replies: CachedReplies;
  /** The same sessions, except that those that end here end in all processes. */
  endedSessions: EndedSessions;
  limitStore: LimitStore | null;
  close: () => void;
}

/** The topic of the site's settings. They are not sent to other processes: each reads them for itself. */
const SITE = 'site';
/** The maximum age of replies while changes by other processes are not received. */
const UNREPORTED_AGE_MS_MAX = 2_000;
/**
 * How often missed changes are handled at most: when Redis comes back, all processes reconnect at once, and each reports missed changes.
 */
const MISSED_MS = 1_000;

/** Connects what a process shows with the changes made in it, and with Redis also with those made in all others (docs/decisions/038). */
export function createFanOut({ redis, hasOthers, ...deps }: FanOutDeps, here: Here): FanOut {
  const { replies, endedSessions, hub } = here;
  const presence = createPresence(hub);
  let isClosed = false;
  const bus =
    redis &&
    joinBus(
      redis,
      deps,
      earsOf(here, presence, deps.log, () => isClosed),
    );
  if (hasOthers && !bus)
    deps.log.warn({}, 'there is no REDIS_URL: what other processes change is seen seconds later, and pages are told to ask');
  if (hasOthers || bus) hub.degrade(true);
  if (bus) replies.ageAtMost(UNREPORTED_AGE_MS_MAX);

  const publishHere: Deps['publish'] = (topic, change) => {
    replies.touch(topic);
    hub.publish(topic, change);
    notifySubscribers(here, topic, () => change);
  };

  const publishToAll = (topic: string, change: LiveChange, bus: Bus): void => {
    const told = presentable(change, deps.log);
    const body = bytesOf(told);
    replies.touch(topic);
    if (told.t === 'chat') hub.say(topic, told.messages);
    else hub.tell(topic, body);
    notifySubscribers(here, topic, () => told);
    bus.tell(told.t === 'chat' ? 'chat' : 'change', topic, body);
  };

  return {
    publish: bus ? (topic, change) => publishToAll(topic, change, bus) : publishHere,
    publishHere,
    replies: bus ? shareTouches(replies, bus) : replies,
    endedSessions: bus ? shareEndings(endedSessions, bus) : endedSessions,
    limitStore: redis && bus && storeOf(redis, bus),
    close: () => {
      isClosed = true;
      presence.stop();
      bus?.close();
    },
  };
}

const storeOf = (redis: Redis, bus: Bus): LimitStore => ({
  get isReady() {
    return bus.isUp();
  },
  prefix: redis.prefix,
  eval: redis.eval,
});

const shareTouches = (replies: CachedReplies, bus: Bus): CachedReplies => ({
  ...replies,
  touch: (topic) => {
    replies.touch(topic);
    bus.tell('touch', topic, NOTHING);
  },
});

const shareEndings = (endedSessions: EndedSessions, bus: Bus): EndedSessions => ({
  ...endedSessions,
  add: (ids) => {
    const news = ids.filter((id) => !endedSessions.has(id));
    endedSessions.add(ids);
    if (news.length > 0) bus.tell('ended', '', Buffer.from(JSON.stringify(news)));
  },
});

const NOTHING = Buffer.alloc(0);

function earsOf(here: Here, presence: Presence, log: Deps['log'], isClosed: () => boolean): Ears {
  const { replies, hub } = here;
  const missed = atMostEvery(MISSED_MS, () => {
    // Requested before `close` but due after it: what it would read is gone.
    if (isClosed()) return;
    replies.dropAll();
    hub.missed();
    here.renewSite();
    for (const ear of here.ears ?? []) ear.missed?.();
  });
  return {
    hear: (told) => {
      try {
        take(told, here, log);
      } catch (error) {
        log.warn({ err: error, kind: told.kind }, 'what another process told could not be read');
      }
    },
    onMissed: missed,
    onState: (isUp) => {
      replies.ageAtMost(isUp ? null : UNREPORTED_AGE_MS_MAX);
      hub.degrade(!isUp);
    },
    beat: { body: presence.own, heard: presence.hear },
  };
}

/** Applies a message from another process as if the change had happened here. */
function take({ kind, topic, body }: Envelope, here: Here, log: Deps['log']): void {
  const { replies, endedSessions, hub, renewSite } = here;
  if (kind === 'ended') endedSessions.add(JSON.parse(body.toString()) as string[]);
  else replies.touch(topic);
  if (kind === 'ended' || kind === 'touch') return;
  const change = once(() => presentable(JSON.parse(body.toString()) as LiveChange, log));
  if (topic === SITE) renewSite();
  else if (kind === 'change') hub.tell(topic, body);
  else if (hub.isHeard(topic)) hub.publish(topic, change());
  notifySubscribers(here, topic, change);
}

function notifySubscribers({ ears = [] }: Here, topic: string, change: () => LiveChange): void {
  for (const ear of ears) if (ear.wants(topic)) ear.hear(topic, change());
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Calls `act` at once; further calls within the interval result in one more call at its end. */
function atMostEvery(ms: number, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isAsked = false;
  const again = () => {
    timer = undefined;
    if (isAsked) run();
  };
  const run = () => {
    isAsked = false;
    timer = setTimeout(again, ms).unref();
    act();
  };
  return () => {
    if (timer) isAsked = true;
    else run();
  };
}
