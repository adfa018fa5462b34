import bowser from 'bowser';
import type { endSession as endSessionEndpoint, listSessions as listSessionsEndpoint, SessionRow } from '#contract/account.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { endSessionOf, endSessions } from '#server/modules/identity/auth/sessions.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as security from './queries.ts';

/** Lists the caller's sessions: this device first, then by when they were last seen. */
export async function listSessions(deps: Deps, { id, sessionId }: SignedIn): Promise<ReplyOf<typeof listSessionsEndpoint>> {
  const sessions = await security.findSessions(deps.db, id, sessionId, deps.now());
  return {
    items: sessions.map((session) => ({
      id: session.id,
      current: session.id === sessionId,
      device: describeDevice(session.user_agent),
      country: session.country,
      remember: session.remember,
      created_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
      expires_at: session.expires_at.toISOString(),
    })),
  };
}

/** Ends one of the caller's sessions; succeeds if it has already ended. Another user's session is `not_found`, like a missing one. */
export async function endSession(
  deps: Deps,
  caller: SignedIn,
  { id }: ParsedInputOf<typeof endSessionEndpoint>,
): Promise<ReplyOf<typeof endSessionEndpoint>> {
  if (await endSessionOf(deps, caller.id, id)) return {};
  if (!(await security.hasSession(deps.db, caller.id, id))) throw new AppError('not_found');
  return {};
}

/** Ends every other session of the caller. */
export const endOtherSessions = async (deps: Deps, { id, sessionId }: SignedIn): Promise<{ ended: number }> => ({
  ended: await endSessions(deps, id, { except: sessionId, because: 'revoked' }),
});

export type Device = SessionRow['device'];

/**
 * Describes the browser's platform from its user agent. The header can be forged: use it only to help users recognise their own devices.
 */
export function describeDevice(userAgent: string | null): Device {
  if (!userAgent) return { kind: 'other', browser: null, system: null };
  const { browser, os, platform } = bowser.parse(userAgent);
  return { kind: KINDS[platform.type ?? ''] ?? 'other', browser: browser.name || null, system: os.name || null };
}

const KINDS: Record<string, Device['kind']> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' };

/** Returns a short name, "Chrome, Windows"; null if the user agent says nothing. */
export function deviceName(userAgent: string | null): string | null {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter(Boolean).join(', ') || null;
}
