import { hashKey, notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { create } from 'zustand';
import type { ClientMessage, LiveChange, ServerMessage } from '#contract/live.ts';
import { renewSession } from './call.ts';
import { createLiveClient, type LiveStatus } from './live-client.ts';
import { metaQuery } from './queries.tsx';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';
import { useHidesResults } from './shield.ts';
import { tokenExpiry } from './tokens.ts';

const RENEW_BEFORE_EXPIRY_MS = 60_000;
const HIDDEN_MS_MAX = 60_000;
/** A match and what follows it: the title counts the user's events meanwhile. */
const USERS_HIDDEN_MS_MAX = 3 * 3_600_000;
const POLLING_SECONDS = 15;
const REFUSALS_APART_MS = 30_000;

/** The state of the connection; `isDegraded`: it is open but misses changes. */
export const useLiveStatus = create<{ status: LiveStatus; isDegraded: boolean }>(() => ({ status: 'connecting', isDegraded: false }));

/** The address of the connection; null on a page without an HTTP origin, such as a file. */
export const LIVE_URL = /^http/.test(window.location.origin) ? `${window.location.origin.replace(/^http/, 'ws')}/api/live` : null;

const client = createLiveClient({
  url: LIVE_URL ?? '',
  token: () => useSession.getState().token,
  onStatus: (status) => useLiveStatus.setState({ status }),
  onTokenRefused: renewRefused,
  onDegraded: (isDegraded) => useLiveStatus.setState({ isDegraded }),
});

/** Sends a message as the signed-in user; false if that is not possible now. */
export const sendLive = (message: ClientMessage): boolean => client.sayAsUser(message);

/** Subscribes to all messages of the server until the returned function is called: those that are not changes of a topic are answers. */
export const subscribeLive = (listener: (message: ServerMessage) => void): (() => void) => client.hear(listener);

let lastRefusalAt = Number.NEGATIVE_INFINITY;

/** Limits renewals: if new tokens are refused too, it would renew forever. */
function renewRefused(token: string): void {
  if (Date.now() - lastRefusalAt < REFUSALS_APART_MS) return;
  lastRefusalAt = Date.now();
  void renewSession(token).catch(() => undefined);
}

/**
 * Subscribes to a topic while the component is mounted: `matches:<UTC date>`, `match:<id>`, `chat:<match id>:<language>`, `chat:group:<id>` or `me`; null
 * subscribes to nothing. `onChange` receives the change; `onGap` is called if some were missed, and should fetch again.
 */
export function useLiveTopic(topic: string | null, onChange: (change: LiveChange) => void, onGap: () => void): void {
  const change = useEffectEvent(onChange);
  const gap = useEffectEvent(onGap);
  useEffect(() => {
    if (topic === null) return;
    let isOnShow = true;
    const stop = client.listen(topic, {
      onChange: (told) => inNextFrame(() => isOnShow && change(told)),
      onGap: () => gap(),
    });
    return () => {
      isOnShow = false;
      stop();
    };
  }, [topic]);
}

/**
 * Returns a function that runs an act now, or after the query's first reply while that is under way. The reply may be older than a push that
 * arrives before it, and no later push repeats that one. Acts still waiting are dropped when the query is another one or is no longer shown.
 */
export function useWhenLoaded(queryKey: readonly unknown[]): (act: () => void) => void {
  const client = useQueryClient();
  const waiting = useRef<(() => void)[]>([]);
  const hash = hashKey(queryKey);
  useEffect(() => {
    const stop = client.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash === hash && query.state.data !== undefined) for (const act of waiting.current.splice(0)) act();
    });
    return () => {
      stop();
      waiting.current.splice(0);
    };
  }, [client, hash]);
  return (act) => {
    if (client.getQueryData(queryKey) === undefined) waiting.current.push(act);
    else act();
  };
}

let waiting: (() => void)[] = [];
/** A page in the background draws no frames, but still receives changes. */
const FRAME_MS_MAX = 250;

/** Changes come in bursts: those of one frame are delivered together, and rendered once. */
function inNextFrame(tell: () => void): void {
  waiting.push(tell);
  if (waiting.length > 1) return;
  const notifyAll = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const all = waiting;
    waiting = [];
    notifyManager.batch(() => {
      for (const each of all) each();
    });
  };
  const frame = requestAnimationFrame(notifyAll);
  const timer = setTimeout(notifyAll, FRAME_MS_MAX);
}

/** Reconnects, as the permitted messages may have changed. */
export function reconnectLive(): void {
  if (LIVE_URL !== null) client.restart();
}

/**
 * For `refetchInterval`: false while the socket delivers changes, 15 s if it is unavailable or leaves some out, such as those of hidden
 * results.
 */
export function usePollingInterval(): number | false {
  const isPolling = useLiveStatus(({ status, isDegraded }) => status === 'polling' || isDegraded);
  const hidesResults = useHidesResults();
  if (!isPolling && !hidesResults) return false;
  return (queryClient.getQueryData(metaQuery.queryKey)?.odds_refresh_seconds ?? POLLING_SECONDS) * 1_000;
}

/** Keeps the connection while the page lives; returns a function that ends it. */
export function startLive(): () => void {
  if (LIVE_URL === null) {
    useLiveStatus.setState({ status: 'polling' });
    return () => undefined;
  }
  const stops = [followSession(), followVisibility()];
  client.open();
  return () => {
    for (const stop of stops) stop();
    client.close();
  };
}

/** A renewed token is sent to the server; another user gets a new connection. */
function followSession(): () => void {
  let renewTimer: ReturnType<typeof setTimeout> | undefined;
  const planRenewal = (token: string) => {
    clearTimeout(renewTimer);
    const expiresAt = tokenExpiry(token);
    if (expiresAt === null) return;
    const wait = Math.max(0, expiresAt.getTime() - Date.now() - RENEW_BEFORE_EXPIRY_MS);
    renewTimer = setTimeout(() => void renewSession().catch(() => undefined), wait);
  };
  planRenewal(useSession.getState().token);
  const unsubscribe = useSession.subscribe((now, before) => {
    if (now.token === before.token) return;
    planRenewal(now.token);
    if (now.token !== '' && before.token !== '') client.authenticate();
    else client.restart();
  });
  return () => {
    clearTimeout(renewTimer);
    unsubscribe();
  };
}

/** A hidden page disconnects, a guest's after a minute; when visible again it connects and fetches what it missed. */
function followVisibility(): () => void {
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(hiddenTimer);
    const hiddenMsMax = useSession.getState().user ? USERS_HIDDEN_MS_MAX : HIDDEN_MS_MAX;
    if (document.hidden) hiddenTimer = setTimeout(() => client.close(), hiddenMsMax);
    else client.open();
  };
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('online', follow);
  return () => {
    clearTimeout(hiddenTimer);
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('online', follow);
  };
}
