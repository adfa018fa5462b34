import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { ApiError, clientError } from './api-error.ts';
import { type SendOptions, send } from './send.ts';

/** The store of a token, and the endpoint that exchanges the session's cookie for a new one. */
interface TokenStore<E extends Endpoint> {
  /** Returns the current token; '' if signed out. */
  read: () => string;
  /** Stores another token; '' signs out. */
  store: (token: string) => void;
  refresh: E;
  /** Called with the reply of a renewal before its token is stored. */
  onRenewed?: (reply: ReplyOf<E>) => void;
}

/** These say that what was given is wrong or too little, whatever the session: another try would only use a captcha up. */
const ABOUT_WHAT_WAS_GIVEN = ['invalid_credentials', 'totp_required', 'invalid_totp', 'oauth_incomplete'];

/** After a failed renewal the next one waits so long, twice as long after each further failure, and no longer than the second. */
const [PAUSE_MS_MIN, PAUSE_MS_MAX] = [1_000, 16_000];

/**
 * Sends requests in the name of who is signed in, and renews the session where its token has run out: the site's users and the console's admins
 * alike. Only a 401 of the renewal signs out. One that fails otherwise (no network, a timeout, a server that is away) leaves token and
 * user as they are and is tried again by itself, after a pause or when the network is back.
 */
export function createRenewing<E extends Endpoint>({ read, store, refresh, onRenewed }: TokenStore<E>) {
  let renewal: Promise<string> | null = null;
  /** The last renewal's failure; null where it succeeded or ended the session. */
  let failure: { token: string; error: unknown; pauseMs: number; timer: ReturnType<typeof setTimeout> } | null = null;
  const recoveries = new Set<() => void>();

  /**
   * A 401 is answered by one renewal of the session, shared by all calls that met it, and one more try. Where the renewal fails, so does the
   * call, with its error: nobody was signed out. Between the tries of a failing renewal calls fail with the last one's error.
   */
  async function sendRenewing<Asked extends Endpoint>(
    endpoint: Asked,
    input: InputOf<Asked>,
    options: SendOptions,
  ): Promise<ReplyOf<Asked>> {
    try {
      return await send(endpoint, input, { ...options, token: read() });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || ABOUT_WHAT_WAS_GIVEN.includes(error.code ?? '')) throw error;
      if (failure?.token === read() && renewal === null) throw failure.error;
      const token = await renewSession();
      if (token === '') throw error;
      return send(endpoint, input, { ...options, token });
    }
  }

  /**
   * Exchanges the refresh cookie for a new token and stores it. A session that has ended gives ''; any other failure changes nothing and is
   * thrown. Whoever asks while an attempt is under way shares it.
   */
  function renewSession(): Promise<string> {
    renewal ??= exchange()
      .then(recover, fail)
      .finally(() => {
        renewal = null;
      });
    return renewal;
  }

  async function exchange(): Promise<string> {
    const before = read();
    const isUnchanged = () => read() === before;
    try {
      const reply = await send(refresh, {}, { token: before });
      const { access } = reply as { access?: unknown };
      // Replies are trusted to be of their type (docs/decisions/011), but this one may come from a proxy in between.
      if (typeof access !== 'string' || access === '') throw clientError('token_missing');
      // Whoever signed in or out in the meantime has decided otherwise.
      if (isUnchanged()) {
        onRenewed?.(reply);
        store(access);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 401) throw error.code === 'request_failed' ? clientError('refresh_failed', error.status) : error;
      if (isUnchanged()) store('');
    }
    return read();
  }

  function recover(token: string): string {
    if (failure === null) return token;
    clearFailure();
    if (token !== '') for (const hear of recoveries) hear();
    return token;
  }

  /** Plans the next try, where there is a session to renew. */
  function fail(error: unknown): never {
    const pauseMs = failure === null ? PAUSE_MS_MIN : Math.min(PAUSE_MS_MAX, failure.pauseMs * 2);
    clearFailure();
    const token = read();
    if (token !== '') {
      // Not all pages at once, when a server is back.
      const timer = setTimeout(tryAgain, pauseMs * (0.75 + Math.random() / 2));
      failure = { token, error, pauseMs, timer };
      window.addEventListener('online', tryAgain);
    }
    throw error;
  }

  function clearFailure(): void {
    if (failure !== null) clearTimeout(failure.timer);
    window.removeEventListener('online', tryAgain);
    failure = null;
  }

  function tryAgain(): void {
    // Who signed out meanwhile, here or in another tab, needs none.
    if (read() === '') clearFailure();
    else void renewSession().catch(() => undefined);
  }

  /** Has a listener called whenever renewing works again after it failed; returns how to stop. */
  function onRecovered(hear: () => void): () => void {
    recoveries.add(hear);
    return () => void recoveries.delete(hear);
  }

  return { sendRenewing, renewSession, onRecovered };
}

/** An object written as base64 (or base64url) of JSON. Throws when it is none. */
export function base64Object(text: string): Record<string, unknown> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  const object: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (typeof object !== 'object' || object === null) throw new TypeError('an object is expected');
  return object as Record<string, unknown>;
}

/** What a token says of its bearer, unproven: only the server can check the signature. Throws when it cannot be read. */
export const tokenClaims = (token: string): Record<string, unknown> => base64Object(token.split('.')[1] ?? '');

/** When a token ends; null where it does not say or cannot be read. */
export function tokenExpiry(token: string): Date | null {
  try {
    const { exp } = tokenClaims(token);
    return typeof exp === 'number' ? new Date(exp * 1_000) : null;
  } catch {
    return null;
  }
}
