import { ACCESS_TOKEN_LIFE_MS, CLOCKS_APART_MS_MAX } from './access-token.ts';

/**
 * Sessions that ended while their access tokens may still be valid: a signature does not tell that a user was signed out. Held in memory,
 * so that checks cost nothing; those that end in other processes are read from the database every two seconds
 * (modules/identity/auth/sessions.ts).
 */
export interface EndedSessions {
  /** Refuses these sessions from now on, and notifies their watchers; call it only after the commit. */
  add: (sessionIds: readonly string[]) => void;
  has: (sessionId: string) => boolean;
  /** Calls back once when the session ends; returns a function that stops watching. */
  watch: (sessionId: string, onEnd: () => void) => () => void;
}

/** Sessions are kept for as long as the clock of any process may accept one of their tokens. */
export const REMEMBERED_MS = ACCESS_TOKEN_LIFE_MS + CLOCKS_APART_MS_MAX;

export function createEndedSessions(now: () => Date): EndedSessions {
  /** When each was reported, in order, as a Map keeps the order of insertion. */
  const heardAt = new Map<string, number>();
  const watchers = new Map<string, Set<() => void>>();

  const forgetOld = (at: number): void => {
    for (const [id, heard] of heardAt) {
      if (at - heard <= REMEMBERED_MS) return;
      heardAt.delete(id);
    }
  };

  const add = (sessionIds: readonly string[]): void => {
    const at = now().getTime();
    forgetOld(at);
    for (const id of sessionIds) {
      if (heardAt.has(id)) continue;
      heardAt.set(id, at);
      const told = watchers.get(id);
      watchers.delete(id);
      for (const onEnd of told ?? []) onEnd();
    }
  };

  const watch = (sessionId: string, onEnd: () => void): (() => void) => {
    const watching = watchers.get(sessionId) ?? new Set();
    watchers.set(sessionId, watching.add(onEnd));
    return () => {
      watching.delete(onEnd);
      if (watching.size === 0 && watchers.get(sessionId) === watching) watchers.delete(sessionId);
    };
  };

  return { add, has: (sessionId) => heardAt.has(sessionId), watch };
}
