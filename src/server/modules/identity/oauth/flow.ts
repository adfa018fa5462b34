import { z } from 'zod';
import { provider } from '#contract/oauth.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { cookieOptions } from '#server/modules/identity/auth/cookie.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { identity } from './identity.ts';

const COOKIE = 'elsewhere';

const away = z.object({
  step: z.literal('away'),
  provider,
  purpose: z.enum(['sign_in', 'link', 'step_up']),
  /** Where the browser goes in the end: a path of ours. */
  next: z.string(),
  /** Where this site is, as the provider was told: it asks for the same when the code is exchanged. */
  site: z.string(),
  /** Comes back with the browser: an answer that was begun in another one is refused. */
  state: z.string(),
  /** Google: comes back within what it signs. */
  nonce: z.string(),
  /** Google: proves that who began also exchanges the code (PKCE). */
  verifier: z.string(),
  /** Whose account it is to be linked to, and whose session is to be stepped up; null for signing in. */
  caller: z.object({ id: z.string(), sessionId: z.string() }).nullable(),
});
/** A browser that is at a provider's. */
export type Away = z.infer<typeof away>;

const flow = z.discriminatedUnion('step', [
  away,
  /** It came back, and nobody here is known by that account. */
  z.object({ step: z.literal('register'), identity }),
  /** It came back, and the second factor is asked for. */
  z.object({ step: z.literal('totp'), identity }),
  z.object({ step: z.literal('done'), provider, purpose: away.shape.purpose }),
]);
export type Flow = z.infer<typeof flow>;

const kept = z.object({ for: z.literal(COOKIE), expiresAt: z.number(), flow });

/** How long each step may take, in minutes. */
const LIFE_MINUTES: Record<Flow['step'], number> = { away: 10, register: 15, totp: 10, done: 5 };

/** When a step that begins now is over. */
export const endOf = ({ now }: Pick<Deps, 'now'>, step: Flow['step']): Date => new Date(now().getTime() + LIFE_MINUTES[step] * MINUTE_MS);

/**
 * Has the browser keep how far it has come, encrypted: nothing of it is kept here, and nobody else's browser can go on with it. Lax, as the
 * browser comes back with it from another site.
 */
export function keepFlow(deps: Deps, request: RequestContext, flow: Flow): void {
  const text = JSON.stringify({ for: COOKIE, expiresAt: endOf(deps, flow.step).getTime(), flow } satisfies z.input<typeof kept>);
  const maxAge = LIFE_MINUTES[flow.step] * 60;
  request.setCookie(COOKIE, seal(deps, text).toString('base64url'), { ...cookieOptions(deps, request), sameSite: 'Lax', maxAge });
}

/** How far the browser has come; null where nothing is under way, or it took too long. */
export function readFlow(deps: Deps, request: RequestContext): Flow | null {
  const text = unseal(deps, Buffer.from(request.cookie(COOKIE) ?? '', 'base64url'));
  const read = kept.safeParse(text === null ? null : JSON.parse(text));
  return read.success && read.data.expiresAt > deps.now().getTime() ? read.data.flow : null;
}

/** Has the browser forget it. */
export const dropFlow = (deps: Deps, request: RequestContext): void =>
  request.setCookie(COOKIE, '', { ...cookieOptions(deps, request), sameSite: 'Lax', maxAge: 0 });
