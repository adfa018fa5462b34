import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { INVITE_LINK_DAYS, normaliseInviteCode } from '#domain/ledger/rewards.ts';
import { DAY_MS } from '#domain/time.ts';
import { useSession } from '#web/data/session.ts';
import { openRegister } from '#web/data/ui-state.ts';
import { recall, remember } from '#web/lib/storage.ts';

const KEY = 'invite';

/** Stores the code of an invite link's query for 30 days and returns it; null if there is no valid code. */
export function storeInvite(search: string, now: Date): string | null {
  const code = normaliseInviteCode(new URLSearchParams(search).get('invite') ?? '');
  if (code !== null) remember(KEY, JSON.stringify({ code, until: now.getTime() + INVITE_LINK_DAYS * DAY_MS }));
  return code;
}

/** Returns the code of the last invite link opened within 30 days; null if there is none. */
export function storedInvite(now: Date): string | null {
  try {
    const { code, until } = JSON.parse(recall(KEY) ?? '{}') as { code?: unknown; until?: unknown };
    return typeof code === 'string' && typeof until === 'number' && now.getTime() < until ? normaliseInviteCode(code) : null;
  } catch {
    return null;
  }
}

export const clearInvite = (): void => remember(KEY, null);

/** Stores the code of an invite link (`?invite=CODE`), removes it from the address bar, and opens registration for visitors. */
export function useInviteLink(): void {
  const { search } = useLocation();
  const [, setParams] = useSearchParams();
  const isBooted = useSession(({ booted }) => booted);
  useEffect(() => {
    if (!isBooted || !new URLSearchParams(search).has('invite')) return;
    const code = storeInvite(search, new Date());
    setParams(withoutInvite, { replace: true });
    if (code !== null && useSession.getState().user === null) openRegister();
  }, [isBooted, search, setParams]);
}

function withoutInvite(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete('invite');
  return rest;
}
