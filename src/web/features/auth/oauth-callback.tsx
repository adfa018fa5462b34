import { useMutation } from '@tanstack/react-query';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getOAuthFlow, PROVIDERS, type Provider } from '#contract/oauth.ts';
import { safeNext } from '#domain/identity/next-path.ts';
import { ApiError, clientError, errorText } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { PROVIDER_NAMES } from '#web/data/oauth.ts';
import { useSession } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { base64Object } from '#web/data/tokens.ts';
import { translator } from '#web/i18n/locale-store.ts';
import { EmptyState, ErrorState } from '#web/ui/placeholders.tsx';
import { OAuthCallbackCode, OAuthCallbackFailed, OAuthCallbackRegister } from './oauth-callback-steps.tsx';
import { signInWithOAuth } from './sign-in.ts';

/** Handles the return from a provider: finishes signing in, linking or step-up, or says why it failed. */
export function OAuthCallback() {
  const { provider, next, error } = useReturn();
  const telegram = useTelegramResult();
  // Waits for the existing session to be restored, which would otherwise interfere.
  const isBooted = useSession(({ booted }) => booted);
  if (!isBooted || telegram === 'leaving') return <Arriving />;
  const code = telegram === 'given_up' ? 'oauth_incomplete' : error;
  return code === null ? <Arrived provider={provider} next={next} /> : <OAuthCallbackFailed code={code} provider={provider} next={next} />;
}

/** Parses the address: the provider, where to go next, and the error. */
function useReturn(): { provider: Provider | null; next: string; error: string | null } {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const next = safeNext(params.get('next'));
  return {
    provider: PROVIDERS.find((provider) => provider === params.get('provider')) ?? null,
    // A return to this page would loop.
    next: /^\/sign-in(?:[/?#]|$)/.test(next) ? '/' : next,
    error: params.get('error'),
  };
}

/** Moves Telegram's result from the address bar and the history to the server. */
function useTelegramResult(): 'leaving' | 'given_up' | null {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [result] = useState(() => readTelegramResult(hash, new URLSearchParams(search).get('state') ?? ''));
  useEffect(() => {
    if (hash !== '') void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  const isLeaving = result !== null && result !== 'given_up';
  useEffect(() => {
    if (isLeaving) window.location.replace(result);
  }, [isLeaving, result]);
  return isLeaving ? 'leaving' : result;
}

function Arrived({ provider, next }: { provider: Provider | null; next: string }) {
  const t = useTranslations('oauth');
  const finish = useFinish(next);
  const { standing, error, retry } = useOAuthCallback(finish);
  const [isOver, setOver] = useState(false);
  if (error) return <ErrorState title={t('failed_title')} error={error} onRetry={retry} />;
  if (isOver || standing?.step === 'none') return <OAuthCallbackFailed code="oauth_incomplete" provider={provider} next={next} />;
  if (standing === null || standing.step === 'done') return <Arriving />;
  const Step = standing.step === 'register' ? OAuthCallbackRegister : OAuthCallbackCode;
  return <Step standing={standing} next={next} onDone={() => finish(standing)} onOver={() => setOver(true)} />;
}

/** Returns a function that announces the result and opens the next page. */
function useFinish(next: string) {
  const t = useTranslations();
  const navigate = useNavigate();
  return ({ provider, purpose }: Standing) => {
    const { user } = useSession.getState();
    if (purpose === 'link') toast('success', t('oauth.linked', { provider: PROVIDER_NAMES[provider ?? 'google'] }));
    else if (purpose === 'step_up') toast('success', t('oauth.proved'));
    else toast('success', t('auth.welcome', { name: user?.display_name ?? '' }));
    void navigate(next, { replace: true });
  };
}

function Arriving() {
  const t = useTranslations('oauth');
  return (
    <div role="status">
      <EmptyState icon={<LoaderCircle size={28} className="animate-spin motion-reduce:animate-none" />} title={t('arriving')} />
    </div>
  );
}

/** Where the server verifies Telegram's result. */
const CALLBACK = '/api/auth/telegram/callback';

const LENGTH_MAX = 8_192;

/**
 * Telegram returns its result in the fragment, which servers do not receive. Returns the address at which the server verifies it, with
 * every field as signed; 'given_up' if the user cancelled (`false`) or the result is unreadable; null if there is none.
 */
export function readTelegramResult(hash: string, state: string): string | 'given_up' | null {
  // URLSearchParams would decode a plus as a space.
  const result = new URLSearchParams(hash.slice(1).replaceAll('+', '%2B')).get('tgAuthResult');
  if (result === null) return null;
  try {
    if (result === 'false' || result.length > LENGTH_MAX) return 'given_up';
    const fields = Object.entries(base64Object(result)).map(([name, value]) => [name, String(value)]);
    return `${CALLBACK}?${new URLSearchParams({ ...(Object.fromEntries(fields) as Record<string, string>), state })}`;
  } catch {
    return 'given_up';
  }
}

/** The state of a flow that returned from a provider. */
export type Standing = ReplyOf<typeof getOAuthFlow>;

interface CallbackProgress {
  /** Null while loading, and while the session is taken over. */
  standing: Standing | null;
  error: Error | null;
  retry: () => void;
}

/** Fetches the state of the flow, and takes over its session if there is one. `onDone` is called once at the end. */
function useOAuthCallback(onDone: (standing: Standing) => void): CallbackProgress {
  /** The state is not fetched twice: a retry repeats only the steps after it. */
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

/** Converts an error to one for users who signed in with a provider: no connection, or the server's error. */
function oauthCallbackError(error: unknown): ApiError {
  if (!(error instanceof ApiError)) return clientError('oauth_sync_failed', 0, error);
  if (error.code === 'token_missing' || error.code === 'oauth_sync_failed') return error;
  if (error.status === 0) return clientError('oauth_sync_error', 0, error);
  const words = `${translator('errors')('oauth_sync_failed')} ${errorText(error)}`;
  return new ApiError(error.status, 'oauth_sync_failed', words, error.params, { cause: error });
}
