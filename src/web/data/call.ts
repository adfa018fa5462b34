import { refresh } from '#contract/auth.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { FILE_MS_MAX, type SendOptions } from './send.ts';
import { storeToken, useSession } from './session.ts';
import { askStepUp } from './step-up.ts';
import { createRenewing } from './tokens.ts';

type IdempotentEndpoint = Endpoint & { idempotent?: 'required' | 'optional' };

const users = createRenewing({ read: () => useSession.getState().token, store: storeToken, refresh });

/** Exchanges the refresh cookie for a new token, and subscribes to the next success after a failure; see `createRenewing`. */
export const { renewSession, onRecovered } = users;

/** Calls an endpoint of the contract. Pass on the signal of a query, so that leaving the page cancels it. */
export const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, signal?: AbortSignal): Promise<ReplyOf<E>> =>
  callWith(endpoint, input, signal ? { signal } : {});

/** Calls an endpoint that moves points. Make the key (`v4()` of uuid) when the user decides, and keep it for every retry. */
export const callOnce = <E extends IdempotentEndpoint>(endpoint: E, input: InputOf<E>, idempotencyKey: string): Promise<ReplyOf<E>> =>
  callWith(endpoint, input, { idempotencyKey });

/** Calls an endpoint that answers with a file. */
export const callForFile = <E extends Endpoint & { produces?: string }>(endpoint: E, input: InputOf<E>): Promise<Blob> =>
  // The server's stream arrives as one blob.
  callWith(endpoint, input, { answerMsMax: FILE_MS_MAX }) as Promise<unknown> as Promise<Blob>;

/** Calls reserved for the owner are repeated after a successful step-up; otherwise the refusal stands. */
async function callWith<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: SendOptions): Promise<ReplyOf<E>> {
  try {
    return await users.sendRenewing(endpoint, input, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'step_up_required' || !(await askStepUp())) throw error;
    return users.sendRenewing(endpoint, input, options);
  }
}
