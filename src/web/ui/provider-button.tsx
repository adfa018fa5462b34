import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Provider } from '#contract/oauth.ts';
import { PROVIDER_NAMES } from '#web/data/oauth.ts';
import { isInAppBrowser } from '#web/lib/in-app-browser.ts';
import { BrowserOnly } from './browser-only.tsx';
import { Button } from './button.tsx';
import { ProviderMark } from './provider-mark.tsx';

interface ProviderButtonProps {
  provider: Provider;
  /** An address to go to, or what else a press does. */
  action: string | (() => void);
  busy?: boolean;
  /** Once more, after it failed. */
  isRetry?: boolean;
}

/** "Continue with Google", Google's mark before it. Where Google would refuse to show its page, it says so and what to do. */
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
