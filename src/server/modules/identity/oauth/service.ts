import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { beginOAuth, getOAuthFlow, Provider } from '#contract/oauth.ts';
import { safeNext } from '#domain/identity/next-path.ts';
import type { Deps } from '#server/deps.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { siteAddress } from '#server/platform/http/site-address.ts';
import { type Away, dropFlow, endOf, keepFlow, readFlow } from './flow.ts';
import type { Google } from './google.ts';
import type { Identity } from './identity.ts';
import { checkBeginning, linkOAuth, stepUpWithOAuth } from './link.ts';
import { takeProof } from './proofs.ts';
import { signInWithIdentity } from './sign-in.ts';
import { identifyTelegram, telegramAddress } from './telegram.ts';

/** It has to fit into a cookie, with all else. */
const NEXT_BYTES_MAX = 1024;

/** Leads a browser to a provider to sign in; where that cannot be, to the page that says so. */
export async function start(deps: Deps, google: Google, provider: Provider, next: string | null, request: RequestContext): Promise<string> {
  try {
    return await leave(deps, google, { provider, purpose: 'sign_in', next, caller: null }, request);
  } catch (error) {
    return arrival(provider, shortNext(next), codeOf(deps, provider, error));
  }
}

/** The same for somebody who is signed in, and is to come back with an account to be linked, or as the one that is. */
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
 * Takes a browser back from a provider, and answers where it goes: to the page that asks how things stand, always. What is wrong is said
 * there; what came of it is in the cookie.
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
  // Begun in another browser, or too long ago, or not at all.
  if (flow?.step !== 'away' || flow.provider !== provider || state !== flow.state || others.length > 0)
    return arrival(provider, '/', 'oauth_incomplete');
  try {
    // The same address opened twice at once: the other one goes on.
    if (!(await takeProof(deps, `state ${state}`, endOf(deps, 'away')))) return arrival(provider, flow.next, 'oauth_incomplete');
    const asked = provider === 'google' ? google.identify(answer, flow) : identifyTelegram(deps, answer);
    const identity = await asked.catch(refuse(deps, provider));
    await goOn(deps, flow, identity, request);
    return arrival(provider, flow.next);
  } catch (error) {
    dropFlow(deps, request);
    return arrival(provider, flow.next, codeOf(deps, provider, error));
  }
}

/** How far this browser has come. Of somebody who has an account nothing is told before they are signed in. */
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
  // Who follows a link says no origin. Where the demo is, its visitor's browser knows; anywhere else nobody is believed.
  const site = siteAddress(deps, { origin: request.origin ?? `http://${host}`, host });
  const away: Away = { step: 'away', ...leaving, next: shortNext(next), site, state: draw(), nonce: draw(), verifier: draw() };
  const address = away.provider === 'google' ? await google.address(away).catch(refuse(deps, away.provider)) : telegramAddress(deps, away);
  keepFlow(deps, request, away);
  return address;
}

async function goOn(deps: Deps, { provider, purpose, caller }: Away, identity: Identity, request: RequestContext): Promise<void> {
  if (purpose === 'sign_in') return signInWithIdentity(deps, identity, request);
  if (caller === null) throw new AppError('oauth_incomplete');
  await (purpose === 'link' ? linkOAuth(deps, caller, identity, request) : stepUpWithOAuth(deps, caller, identity));
  keepFlow(deps, request, { step: 'done', provider, purpose });
}

function shortNext(next: string | null): string {
  const path = safeNext(next);
  return Buffer.byteLength(path) > NEXT_BYTES_MAX ? '/' : path;
}

const arrival = (provider: Provider, next: string, error?: AppError['code']): string =>
  `/sign-in?${new URLSearchParams({ provider, next, ...(error && { error }) })}`;

/** Refuses what is wrong at the provider's. What it or the library says of it stays here, but for its kind: it may hold what was sent. */
const refuse =
  (deps: Deps, provider: Provider) =>
  (error: unknown): never => {
    if (error instanceof AppError) throw error;
    const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
    const reason = [name, code, cause?.code].filter((part) => typeof part === 'string').join(' ');
    deps.log.warn({ provider, reason }, 'a provider signed nobody in');
    throw new AppError('oauth_failed');
  };

/** What the page says of a failure; one of ours is for us to read. */
function codeOf(deps: Deps, provider: Provider, error: unknown): AppError['code'] {
  if (error instanceof AppError) return error.code;
  deps.log.error({ err: error, provider }, 'signing in elsewhere failed');
  return 'oauth_failed';
}
