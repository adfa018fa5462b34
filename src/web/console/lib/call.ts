import { adminRefresh } from '#contract/admin-auth.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import { FILE_MS_MAX } from '#web/data/send.ts';
import { createRenewing } from '#web/data/tokens.ts';
import { showAdmin, storeToken, useAdminSession } from './session.ts';

/** Endpoints for the console: its own, and the public ones. */
type ConsoleEndpoint = Endpoint & { access: 'public' | readonly AdminRole[] };

const admins = createRenewing({
  read: () => useAdminSession.getState().token,
  store: storeToken,
  refresh: adminRefresh,
  onRenewed: ({ admin }) => showAdmin(admin),
});

/** Subscribes to successful session renewals after a failed one. */
export const { onRecovered } = admins;

/** Calls an endpoint of the contract as the signed-in admin. Pass on the signal of a query, so that leaving the page cancels it. */
export const call = <E extends ConsoleEndpoint>(endpoint: E, input: InputOf<E>, signal?: AbortSignal): Promise<ReplyOf<E>> =>
  admins.sendRenewing(endpoint, input, signal ? { signal } : {});

/** Calls an endpoint that moves points; `useAdminCall` makes the key and keeps it for every retry. */
export const callOnce = <E extends ConsoleEndpoint & { idempotent?: 'required' | 'optional' }>(
  endpoint: E,
  input: InputOf<E>,
  idempotencyKey: string,
): Promise<ReplyOf<E>> => admins.sendRenewing(endpoint, input, { idempotencyKey });

/** Calls an endpoint that answers with a file. */
export const callForFile = <E extends ConsoleEndpoint & { produces?: string }>(endpoint: E, input: InputOf<E>): Promise<Blob> =>
  // The server's stream arrives as one blob.
  admins.sendRenewing(endpoint, input, { answerMsMax: FILE_MS_MAX }) as Promise<unknown> as Promise<Blob>;
