import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Provider } from '#contract/oauth.ts';
import { errorText } from '#web/data/api-error.ts';
import { isInAppBrowser, leaveFor, PROVIDER_NAMES, useProviders } from '#web/data/oauth.ts';
import { useOverview } from '#web/data/queries.tsx';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from './button.tsx';
import { FormAlert } from './form.tsx';

interface ProviderButtonProps {
  provider: Provider;
  /** An address to go to, or another action. */
  action: string | (() => void);
  busy?: boolean;
  /** A retry after a failure. */
  isRetry?: boolean;
}

/** "Continue with Google", with Google's mark. If Google would refuse to show its page, it says so and what to do. */
export function ProviderButton({ provider, action, busy = false, isRetry = false }: ProviderButtonProps) {
  const t = useTranslations();
  const [isRefused, setRefused] = useState(false);
  const words = (
    <>
      <ProviderMark provider={provider} />
      {isRetry ? t('common.retry') : t('oauth.continue_with', { provider: PROVIDER_NAMES[provider] })}
    </>
  );
  if (provider === 'google' && isInAppBrowser()) {
    return (
      <>
        <Button look="quiet" wide aria-expanded={isRefused} onClick={() => setRefused(true)}>
          {words}
        </Button>
        {isRefused && <BrowserOnly />}
      </>
    );
  }
  if (typeof action === 'string') {
    return (
      <Button look="quiet" wide asChild>
        <a href={action}>{words}</a>
      </Button>
    );
  }
  return (
    <Button look="quiet" wide busy={busy} onClick={action}>
      {words}
    </Button>
  );
}

/** The marks of Google and Telegram, in their own colours. */
export const ProviderMark = ({ provider, size = 18 }: { provider: Provider; size?: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className="flex-none">
    {MARKS[provider]}
  </svg>
);

const MARKS = {
  google: (
    <>
      <path
        fill="#4285f4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.21 3.31v2.77h3.57c2.08-1.92 3.28-4.74 3.28-8.09z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path fill="#fbbc05" d="M5.84 14.1a6.6 6.6 0 0 1 0-4.2V7.06H2.18a11 11 0 0 0 0 9.88z" />
      <path
        fill="#ea4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A10.6 10.6 0 0 0 12 1a11 11 0 0 0-9.82 6.06L5.84 9.9C6.71 7.3 9.14 5.38 12 5.38z"
      />
    </>
  ),
  telegram: (
    <>
      <circle cx="12" cy="12" r="11" fill="#229ed9" />
      <path
        fill="#fff"
        d="M5.6 11.7 16.9 7.3c.6-.2 1.1.1.9.9l-1.9 9.1c-.1.6-.5.8-1 .5l-2.9-2.2-1.4 1.4c-.2.2-.3.3-.6.3l.2-3 5.4-4.9c.2-.2 0-.3-.3-.1l-6.7 4.2-2.9-.9c-.6-.2-.6-.6.1-.9z"
      />
    </>
  ),
};

/** Google refuses to show its page inside other apps: explains that, and offers the address for another browser. */
export function BrowserOnly() {
  const t = useTranslations();
  return (
    <div role="status" className="rounded-control bg-raised px-3 py-2.5 text-[13.5px]">
      <p>{t('errors.browser_only')}</p>
      <Button look="quiet" size="s" className="mt-2" onClick={() => void copyText(window.location.href)}>
        {t('oauth.copy_address')}
      </Button>
    </div>
  );
}

/**
 * The linked providers with which the user can step up: signing in there leads back to this page, where the action has to be started again.
 * Empty if none is linked.
 */
export function OAuthStepUp() {
  const ways = useLinkedProviders();
  const { pathname, search } = useLocation();
  const begin = useMutation({ mutationFn: (provider: Provider) => leaveFor(provider, 'step_up', pathname + search) });
  if (ways.length === 0) return null;
  return (
    <div className="grid gap-2.5">
      <FormAlert message={begin.error && errorText(begin.error)} />
      {ways.map((provider) => (
        <ProviderButton
          key={provider}
          provider={provider}
          busy={begin.isPending && begin.variables === provider}
          action={() => begin.mutate(provider)}
        />
      ))}
    </div>
  );
}

/** The providers that the user has linked. */
export function useLinkedProviders(): Provider[] {
  const linked = useOverview().data?.linked_accounts ?? [];
  return useProviders().filter((provider) => linked.some(({ type }) => type === provider));
}
