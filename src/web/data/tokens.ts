import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { ApiError, clientError } from './api-error.ts';
import { type SendOptions, send } from './send.ts';

/** Where a token is stored, and the endpoint that exchanges the session's cookie for a new one. */
interface TokenStore<E extends Endpoint> {
  /** Returns the current token; '' if signed out. */
  read: () => string;
  /** Stores another token; '' signs out. */
  store: (token: string) => void;
  refresh: E;
  /** Called with the reply of a renewal before its token is stored. */
  onRenewed?: (reply: ReplyOf<E>) => void;
}

/** The input is wrong or incomplete, whatever the session: a retry would only use up a captcha. */
const ABOUT_WHAT_WAS_GIVEN = ['invalid_credentials', 'totp_required', 'invalid_totp', 'oauth_incomplete'];

/** The pause after a failed renewal, doubled after each further failure up to the maximum. */
const [PAUSE_MS_MIN, PAUSE_MS_MAX] = [1_000, 16_000];

/**
 * Sends authenticated requests, and renews the session when its token has expired: for users of the site and admins of the console. Only a
 * 401 of the renewal signs out. Other failures (no network, a timeout, an unavailable server) leave token and user unchanged; the renewal
 * is retried after a pause or when the network is back.
 */
export function createRenewing<E extends Endpoint>({ read, store, refresh, onRenewed }: TokenStore<E>) {
  let renewal: Promise<string> | null = null;
  /** The last renewal's failure; null if it succeeded or ended the session. */
  let failure: { token: string; error: unknown; pauseMs: number; timer: ReturnType<typeof setTimeout> } | null = null;
  const recoveries = new Set<() => void>();

  /**
   * A 401 triggers one renewal of the session, shared by all affected calls, and one retry of each. If the renewal fails, the calls fail
   * with its error, without signing out. Between retries of a failing renewal, calls fail with its last error.
   */
  async function sendRenewing<Asked extends Endpoint>(
    endpoint: Asked,
    input: InputOf<Asked>,
    options: SendOptions,
  ): Promise<ReplyOf<Asked>> {
    const sent = read();
    try {
      return await send(endpoint, input, { ...options, token: sent });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || ABOUT_WHAT_WAS_GIVEN.includes(error.code ?? '')) throw error;
      if (failure?.token === read() && renewal === null) throw failure.error;
      const token = await renewSession(sent);
      if (token === '') throw error;
      return send(endpoint, input, { ...options, token });
    }
  }

  /**
   * Exchanges the refresh cookie for a new token and stores it. No session, or an ended one, gives ''; other failures change nothing and are thrown.
   * Concurrent callers share the attempt. A caller whose token was `refused` gets the present one if that is another: it was replaced while
   * the refusal was on its way.
   */
  async function renewSession(refused = read()): Promise<string> {
    if (renewal === null && read() !== refused) return read();
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
      // Replies are trusted to match their type (docs/decisions/011), but a proxy may have sent this one.
      if (typeof access !== 'string') throw clientError('token_missing');
      // A sign-in or sign-out in the meantime takes precedence.
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

  /** Schedules a retry if there is a session to renew. */
  function fail(error: unknown): never {
    const pauseMs = failure === null ? PAUSE_MS_MIN : Math.min(PAUSE_MS_MAX, failure.pauseMs * 2);
    clearFailure();
    const token = read();
    if (token !== '') {
      // With jitter, so that a recovered server does not receive all pages at once.
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
    // Not needed after signing out, here or in another tab.
    if (read() === '') clearFailure();
    else void renewSession().catch(() => undefined);
  }

  /** Calls a listener whenever renewing succeeds after a failure; returns a function that stops it. */
  function onRecovered(hear: () => void): () => void {
    recoveries.add(hear);
    return () => void recoveries.delete(hear);
  }

  return { sendRenewing, renewSession, onRecovered };
}

/** An object encoded as base64 (or base64url) of JSON. Throws on anything else. */
export function base64Object(text: string): Record<string, unknown> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  const object: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (typeof object !== 'object' || object === null) throw new TypeError('an object is expected');
  return object as Record<string, unknown>;
}

/** The claims of a token, unverified: only the server can check the signature. Throws if it is unreadable. */
export const tokenClaims = (token: string): Record<string, unknown> => base64Object(token.split('.')[1] ?? '');

/** When a token expires; null if it does not say or is unreadable. */
export function tokenExpiry(token: string): Date | null {
  try {
    const { exp } = tokenClaims(token);
    return typeof exp === 'number' ? new Date(exp * 1_000) : null;
  } catch {
    return null;
  }
}
