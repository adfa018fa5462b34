import { refresh } from '#contract/auth.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { ApiError, clientError } from './api-error.ts';
import { type SendOptions, send } from './send.ts';
import { storeToken, useSession } from './session.ts';
import { askStepUp } from './step-up.ts';

type IdempotentEndpoint = Endpoint & { idempotent?: 'required' | 'optional' };

/** Calls an endpoint of the contract. Hand on the signal of a query, so that a page that was left stops asking. */
export const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, signal?: AbortSignal): Promise<ReplyOf<E>> =>
  callWith(endpoint, input, signal ? { signal } : {});

/** Calls an endpoint that moves points. Make the key (`v4()` of uuid) when the user decides, and keep it for every retry. */
export const callOnce = <E extends IdempotentEndpoint>(endpoint: E, input: InputOf<E>, idempotencyKey: string): Promise<ReplyOf<E>> =>
  callWith(endpoint, input, { idempotencyKey });

/** Building a file takes the server as long as there is much to tell. */
const FILE_MS_MAX = 120_000;

/** Calls an endpoint whose answer is a file. */
export const callForFile = <E extends Endpoint & { produces?: string }>(endpoint: E, input: InputOf<E>): Promise<Blob> =>
  // What the server yields in pieces has become one here.
  callWith(endpoint, input, { answerMsMax: FILE_MS_MAX }) as Promise<unknown> as Promise<Blob>;

/** What only the owner may do is sent once more when they have proved to be here; otherwise the refusal stands. */
async function callWith<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: SendOptions): Promise<ReplyOf<E>> {
  try {
    return await sendRenewing(endpoint, input, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'step_up_required' || !(await askStepUp())) throw error;
    return sendRenewing(endpoint, input, options);
  }
}

/** These say that what was given is wrong or too little, whatever the session: another try would only use a captcha up. */
const ABOUT_WHAT_WAS_GIVEN = ['invalid_credentials', 'totp_required', 'invalid_totp', 'oauth_incomplete'];

/** A 401 is answered by one renewal of the session, shared by all calls that met it, and one more try. */
async function sendRenewing<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: SendOptions): Promise<ReplyOf<E>> {
  try {
    return await send(endpoint, input, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || ABOUT_WHAT_WAS_GIVEN.includes(error.code ?? '')) throw error;
    const token = await renewSession().catch(() => '');
    if (token === '') throw error;
    return send(endpoint, input, options);
  }
}

let renewal: Promise<string> | null = null;

/**
 * Exchanges the refresh cookie for a new token and stores it. A session that has ended gives ''; when the attempt fails
 * the token is cleared all the same, and the failure thrown. Whoever asks while an attempt is under way shares it.
 */
export function renewSession(): Promise<string> {
  renewal ??= exchange().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function exchange(): Promise<string> {
  const before = useSession.getState().token;
  const isUnchanged = () => useSession.getState().token === before;
  try {
    const { access } = await send(refresh, {}, {});
    // Replies are trusted to be of their type (docs/decisions/011), but this one may come from a proxy in between.
    if (typeof access !== 'string' || access === '') throw clientError('token_missing');
    // Whoever signed in or out in the meantime has decided otherwise.
    if (isUnchanged()) storeToken(access);
  } catch (error) {
    if (isUnchanged()) storeToken('');
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) throw error.code === 'request_failed' ? clientError('refresh_failed', error.status) : error;
  }
  return useSession.getState().token;
}
