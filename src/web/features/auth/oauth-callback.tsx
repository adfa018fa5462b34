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

/** A browser is back from a provider: finishes signing in, linking or stepping up, or says why not. */
export function OAuthCallback() {
  const { provider, next, error } = useReturn();
  const telegram = useTelegramResult();
  // Who was here before is found out first: they would come in between.
  const isBooted = useSession(({ booted }) => booted);
  if (!isBooted || telegram === 'leaving') return <Arriving />;
  const code = telegram === 'given_up' ? 'oauth_incomplete' : error;
  return code === null ? <Arrived provider={provider} next={next} /> : <OAuthCallbackFailed code={code} provider={provider} next={next} />;
}

/** What the address says: where one was, where one goes, and what went wrong. */
function useReturn(): { provider: Provider | null; next: string; error: string | null } {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const next = safeNext(params.get('next'));
  return {
    provider: PROVIDERS.find((provider) => provider === params.get('provider')) ?? null,
    // Here one would arrive for ever.
    next: /^\/sign-in(?:[/?#]|$)/.test(next) ? '/' : next,
    error: params.get('error'),
  };
}

/** Takes Telegram's answer out of the address bar and the history, and to the server. */
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

/** Says what was done, and goes on. */
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

/** Where the server judges what Telegram says. */
const CALLBACK = '/api/auth/telegram/callback';

const LENGTH_MAX = 8_192;

/**
 * Telegram leads back with its answer behind the #, which no server sees. Gives the address at which the server judges it, every field
 * as it was signed; 'given_up' where the user did (`false`) or the answer cannot be read; null where there is none.
 */
export function readTelegramResult(hash: string, state: string): string | 'given_up' | null {
  // Read as a query a plus would be a space.
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

/** How things stand with a browser that came back from a provider. */
export type Standing = ReplyOf<typeof getOAuthFlow>;

interface CallbackProgress {
  /** Null while it is asked for, and while a session is taken over. */
  standing: Standing | null;
  error: Error | null;
  retry: () => void;
}

/** Asks the server how things stand, and takes over the session where it says that there is one. `onDone` hears of the end, once. */
function useOAuthCallback(onDone: (standing: Standing) => void): CallbackProgress {
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
