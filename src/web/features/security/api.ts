import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { changePassword, endOtherSessions, endSession, listSessions } from '#contract/account.ts';
import { sendEmailCode, sendStepUpCode, stepUp, verifyEmail } from '#contract/auth.ts';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { MessageChannel } from '#contract/outbox.ts';
import { call } from '#web/data/call.ts';
import { overviewQuery } from '#web/data/queries.tsx';
import { useSession } from '#web/data/session.ts';
import { nowMs } from '#web/lib/clock.ts';

/** Queries the caller's sessions, this device first. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, {}, signal),
});

/** A contact that receives codes. */
export interface CodeContact {
  channel: MessageChannel;
  /** An address or a number; null for a chat, which has no name. */
  to: string | null;
}

/** A code that was sent. */
export interface SentCode extends CodeContact {
  /** Milliseconds by the server's clock. */
  sentAt: number;
  waitSeconds: number;
  /** Validity of the code. */
  minutes: number;
  /** The new address; undefined if the present one is confirmed. */
  email?: string;
}

const sentNow = ({ channel, sent_to, resend_seconds, expires_seconds }: ReplyOf<typeof sendStepUpCode>): SentCode => ({
  channel,
  to: sent_to,
  sentAt: nowMs(),
  waitSeconds: resend_seconds,
  minutes: Math.floor(expires_seconds / 60),
});

/** Sends a code to the caller's address, or to a new one. */
export async function sendConfirmation(email: string | undefined): Promise<SentCode> {
  const sent = sentNow({ channel: 'email', ...(await call(sendEmailCode, email === undefined ? {} : { email })) });
  return email === undefined ? sent : { ...sent, email };
}

export const sendProof = async (): Promise<SentCode> => sentNow(await call(sendStepUpCode, {}));
export const prove = (input: InputOf<typeof stepUp>) => call(stepUp, input);

/** Confirms an address with its code. */
export function useVerifyEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof verifyEmail>) => call(verifyEmail, input),
    onSuccess: ({ user }) => {
      useSession.setState(({ token }) => (token === '' ? {} : { user }));
      return client.invalidateQueries({ queryKey: overviewQuery.queryKey });
    },
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof changePassword>) => call(changePassword, input),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
}

/** Signs a device out. Refetches the list in any case, because it may be signed out already. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endSession, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
