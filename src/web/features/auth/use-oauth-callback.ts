import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getOAuthFlow } from '#contract/oauth.ts';
import { ApiError, clientError, errorText } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { translator } from '#web/i18n/locale-store.ts';
import { signInWithOAuth } from './sign-in.ts';

/** How things stand with a browser that came back from a provider. */
export type Standing = ReplyOf<typeof getOAuthFlow>;

interface OAuthCallback {
  /** Null while it is asked for, and while a session is taken over. */
  standing: Standing | null;
  error: Error | null;
  retry: () => void;
}

/** Asks the server how things stand, and takes over the session where it says that there is one. `onDone` hears of the end, once. */
export function useOAuthCallback(onDone: (standing: Standing) => void): OAuthCallback {
  /** What the server said is not asked twice: only what came after it is tried again. */
  const [told, setTold] = useState<Standing | null>(null);
  const { mutate, data, error } = useMutation({
    mutationFn: async () => {
      try {
        const standing = told ?? (await call(getOAuthFlow, {}));
        setTold(standing);
        if (standing.step === 'done' && standing.purpose === 'sign_in') await signInWithOAuth();
        return standing;
      } catch (failure) {
        throw oauthCallbackError(failure);
      }
    },
    onSuccess: (standing) => {
      if (standing.step === 'done') onDone(standing);
    },
  });
  useEffect(() => mutate(), [mutate]);
  return { standing: data ?? null, error, retry: () => mutate() };
}

/** What came between, said as what it is for somebody who has signed in elsewhere: no connection, or what the server refuses with. */
function oauthCallbackError(error: unknown): ApiError {
  if (!(error instanceof ApiError)) return clientError('oauth_sync_failed', 0, error);
  if (error.code === 'token_missing' || error.code === 'oauth_sync_failed') return error;
  if (error.status === 0) return clientError('oauth_sync_error', 0, error);
  const words = `${translator('errors')('oauth_sync_failed')} ${errorText(error)}`;
  return new ApiError(error.status, 'oauth_sync_failed', words, error.params, { cause: error });
}
