import { useTranslations } from 'use-intl';
import { OAuthCallback } from '#web/features/auth/oauth-callback.tsx';
import { usePage } from '#web/lib/use-page.ts';

/** Where signing in with a provider ends. */
export function SignInPage() {
  const t = useTranslations('titles');
  usePage(t('sign_in'), { back: '/matches' });
  return (
    <div className="page-width">
      <h1 className="sr-only">{t('sign_in')}</h1>
      <OAuthCallback />
    </div>
  );
}
