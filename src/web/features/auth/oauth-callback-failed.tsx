import { LockKeyhole } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Provider } from '#contract/oauth.ts';
import { PROVIDER_NAMES, startAddress } from '#web/data/oauth.ts';
import { useUser } from '#web/data/session.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { ProviderButton } from '#web/ui/provider-button.tsx';

interface OAuthCallbackFailedProps {
  /** As the address says it: one of ours, or whatever somebody wrote there. */
  code: string;
  provider: Provider | null;
  next: string;
}

/** It came to nothing: why, and the ways on. Who is signed in goes back to where they began. */
export function OAuthCallbackFailed({ code, provider, next }: OAuthCallbackFailedProps) {
  const t = useTranslations('oauth');
  const isSignedIn = useUser() !== null;
  const { title, hint } = useWords(code, provider);
  return (
    <div role="alert">
      <EmptyState
        icon={<LockKeyhole size={28} />}
        title={title}
        hint={hint}
        action={
          isSignedIn ? (
            <Button look="quiet" asChild>
              <Link to={next}>{t('go_back')}</Link>
            </Button>
          ) : (
            <div className="grid w-[280px] max-w-full gap-2.5">
              {provider && <ProviderButton provider={provider} action={startAddress(provider, next)} isRetry />}
              <AnotherWay next={next} />
            </div>
          )
        }
      />
    </div>
  );
}

/** The form for who signs in otherwise. The page that they stand on has nothing more to say then: they go on. */
export function AnotherWay({ next }: { next: string }) {
  const t = useTranslations('oauth');
  return (
    <Button look="plain" wide onClick={() => openLogin(next === '/' ? '/matches' : next)}>
      {t('another_way')}
    </Button>
  );
}

const OF_LINKING = ['oauth_already_linked', 'telegram_already_bound'];

function useWords(code: string, provider: Provider | null): { title: string; hint: string } {
  const t = useTranslations();
  const name = PROVIDER_NAMES[provider ?? 'google'];
  const title = OF_LINKING.includes(code) ? t('oauth.link_failed_title', { provider: name }) : t('oauth.failed_title');
  return { title, hint: hint() };

  function hint(): string {
    switch (code) {
      case 'oauth_incomplete':
        return t('errors.oauth_incomplete');
      case 'oauth_failed':
        return t(provider === null ? 'errors.login_failed' : `errors.${provider}_failed`);
      case 'account_disabled':
      case 'session_expired':
      case 'telegram_already_bound':
        return t(`oauth.refusals.${code}`);
      case 'oauth_already_linked':
        return t('oauth.refusals.oauth_already_linked', { provider: name });
      default:
        return t('errors.login_failed');
    }
  }
}
