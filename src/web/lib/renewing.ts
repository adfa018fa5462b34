import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { ApiError, clientError } from './api-error.ts';
import { type SendOptions, send } from './send.ts';

/** Where a token is kept, and the endpoint that exchanges the session's cookie for a new one. */
interface Keeping<E extends Endpoint> {
  /** The token as it is now; '' where nobody is signed in. */
  read: () => string;
  /** Takes over another one; '' signs out. */
  store: (token: string) => void;
  refresh: E;
  /** Hears what a renewal answered, before its token is stored. */
  onRenewed?: (reply: ReplyOf<E>) => void;
}

/** These say that what was given is wrong or too little, whatever the session: another try would only use a captcha up. */
const ABOUT_WHAT_WAS_GIVEN = ['invalid_credentials', 'totp_required', 'invalid_totp', 'oauth_incomplete'];

/** Sends requests in the name of who is signed in, and renews the session where it has run out: the site's users and the console's admins alike. */
export function createRenewing<E extends Endpoint>({ read, store, refresh, onRenewed }: Keeping<E>) {
  let renewal: Promise<string> | null = null;

  /** A 401 is answered by one renewal of the session, shared by all calls that met it, and one more try. */
  async function sendRenewing<Asked extends Endpoint>(
    endpoint: Asked,
    input: InputOf<Asked>,
    options: SendOptions,
  ): Promise<ReplyOf<Asked>> {
    try {
      return await send(endpoint, input, { ...options, token: read() });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || ABOUT_WHAT_WAS_GIVEN.includes(error.code ?? '')) throw error;
      const token = await renewSession().catch(() => '');
      if (token === '') throw error;
      return send(endpoint, input, { ...options, token });
    }
  }

  /**
   * Exchanges the refresh cookie for a new token and stores it. A session that has ended gives ''; when the attempt fails
   * the token is cleared all the same, and the failure thrown. Whoever asks while an attempt is under way shares it.
   */
  function renewSession(): Promise<string> {
    renewal ??= exchange().finally(() => {
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
      if (isUnchanged()) store('');
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 401) throw error.code === 'request_failed' ? clientError('refresh_failed', error.status) : error;
    }
    return read();
  }

  return { sendRenewing, renewSession };
}
