import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { beginOAuth, getOAuthFlow, Provider } from '#contract/oauth.ts';
import { safeNext } from '#domain/identity/next-path.ts';
import type { Deps } from '#server/deps.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestContext, siteAddress } from '#server/platform/http/request-context.ts';
import { type Away, dropFlow, endOf, readFlow, storeFlow, takeProof } from './flow.ts';
import type { Google } from './google.ts';
import { checkBeginning, linkOAuth, stepUpWithOAuth } from './link.ts';
import type { Identity } from './linked-accounts.ts';
import { signInWithIdentity } from './sign-in.ts';
import { identifyTelegram, telegramAddress } from './telegram.ts';

/** The path is stored in the cookie with the rest of the flow. */
const NEXT_BYTES_MAX = 1024;

/** Starts a sign-in: returns the provider's URL, or the sign-in page with an error if the provider cannot be used. */
export async function start(deps: Deps, google: Google, provider: Provider, next: string | null, request: RequestContext): Promise<string> {
  try {
    return await leave(deps, google, { provider, purpose: 'sign_in', next, caller: null }, request);
  } catch (error) {
    return arrival(provider, shortNext(next), codeOf(deps, provider, error));
  }
}

/** Starts linking or a step-up for a signed-in user; returns the provider's URL. */
export async function begin(
  deps: Deps,
  google: Google,
  caller: SignedIn,
  { provider, purpose, next }: ParsedInputOf<typeof beginOAuth>,
  request: RequestContext,
): Promise<ReplyOf<typeof beginOAuth>> {
  if (!deps.config[provider]) throw new AppError('not_found');
  await checkBeginning(deps, caller, { provider, purpose });
  const { id, sessionId } = caller;
  return { url: await leave(deps, google, { provider, purpose, next: next ?? null, caller: { id, sessionId } }, request) };
}

/**
 * Handles a browser that comes back from a provider; always returns the URL of the sign-in page, with an error code if something failed.
 * The result is stored in the cookie.
 */
export async function comeBack(
  deps: Deps,
  google: Google,
  provider: Provider,
  answer: URLSearchParams,
  request: RequestContext,
): Promise<string> {
  const flow = readFlow(deps, request);
  const [state, ...others] = answer.getAll('state');
  // Started in another browser, expired, or never started.
  if (flow?.step !== 'away' || flow.provider !== provider || state !== flow.state || others.length > 0)
    return arrival(provider, '/', 'oauth_incomplete');
  try {
    // The same address was opened twice at once; the other request continues.
    if (!(await takeProof(deps, `state ${state}`, endOf(deps, 'away')))) return arrival(provider, flow.next, 'oauth_incomplete');
    const asked = provider === 'google' ? google.identify(answer, flow) : identifyTelegram(deps, answer);
    const identity = await asked.catch(throwProviderError(deps, provider));
    await goOn(deps, flow, identity, request);
    return arrival(provider, flow.next);
  } catch (error) {
    dropFlow(deps, request);
    return arrival(provider, flow.next, codeOf(deps, provider, error));
  }
}

/** Returns the progress of this browser. Reveals nothing about an existing account before its owner is signed in. */
export function standing(deps: Deps, request: RequestContext): ReplyOf<typeof getOAuthFlow> {
  const flow = readFlow(deps, request);
  const nobody = { email: null, display_name: null };
  switch (flow?.step) {
    case 'done':
      return { step: 'done', provider: flow.provider, purpose: flow.purpose, ...nobody };
    case 'totp':
      return { step: 'totp', provider: flow.identity.type, purpose: 'sign_in', ...nobody };
    case 'register': {
      const { type, email, displayName } = flow.identity;
      return { step: 'register', provider: type, purpose: 'sign_in', email, display_name: displayName };
    }
    default:
      return { step: 'none', provider: null, purpose: null, ...nobody };
  }
}

type Leaving = Pick<Away, 'provider' | 'purpose' | 'caller'> & { next: string | null };

async function leave(deps: Deps, google: Google, { next, ...leaving }: Leaving, request: RequestContext): Promise<string> {
  const draw = () => Buffer.from(deps.randomBytes(32)).toString('base64url');
  const { host } = request;
  // Following a link sends no Origin header. In the demo the request's host is used; elsewhere the request is not trusted.
  const site = siteAddress(deps, { origin: request.origin ?? `http://${host}`, host });
  const away: Away = { step: 'away', ...leaving, next: shortNext(next), site, state: draw(), nonce: draw(), verifier: draw() };
  const address =
    away.provider === 'google' ? await google.address(away).catch(throwProviderError(deps, away.provider)) : telegramAddress(deps, away);
  storeFlow(deps, request, away);
  return address;
}

async function goOn(deps: Deps, { provider, purpose, caller }: Away, identity: Identity, request: RequestContext): Promise<void> {
  if (purpose === 'sign_in') return signInWithIdentity(deps, identity, request);
  if (caller === null) throw new AppError('oauth_incomplete');
  await (purpose === 'link' ? linkOAuth(deps, caller, identity, request) : stepUpWithOAuth(deps, caller, identity));
  storeFlow(deps, request, { step: 'done', provider, purpose });
}

function shortNext(next: string | null): string {
  const path = safeNext(next);
  return Buffer.byteLength(path) > NEXT_BYTES_MAX ? '/' : path;
}

const arrival = (provider: Provider, next: string, error?: AppError['code']): string =>
  `/sign-in?${new URLSearchParams({ provider, next, ...(error && { error }) })}`;

/** Turns errors of the provider into `oauth_failed`. Logs only the kind of error, as its text may contain what was sent. */
const throwProviderError =
  (deps: Deps, provider: Provider) =>
  (error: unknown): never => {
    if (error instanceof AppError) throw error;
    const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
    const reason = [name, code, cause?.code].filter((part) => typeof part === 'string').join(' ');
    deps.log.warn({ provider, reason }, 'linked sign-in failed at the provider');
    throw new AppError('oauth_failed');
  };

/** Returns the error code that the page shows; logs unexpected errors. */
function codeOf(deps: Deps, provider: Provider, error: unknown): AppError['code'] {
  if (error instanceof AppError) return error.code;
  deps.log.error({ err: error, provider }, 'linked sign-in failed with an unexpected error');
  return 'oauth_failed';
}
