import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { useOverview } from '#web/data/queries.tsx';
import { useSession } from '#web/data/session.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { AccountFrame } from '#web/ui/account-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

/** A settings page: the navigation, and the user's overview or its loading or error state. */
export function SettingsLayout({ heading, children }: { heading: string; children: (overview: Overview) => ReactNode }) {
  const t = useTranslations('settings');
  const { user, booted } = useSession();
  const { data, error, refetch } = useOverview();

  if (booted && user === null) return <SignedOut />;
  return (
    <AccountFrame>
      <h1 className="sr-only">{heading}</h1>
      <div className="grid max-w-[760px] gap-4">
        {data && children(data)}
        {!data && error && <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-[320px] rounded-card" />}
      </div>
    </AccountFrame>
  );
}

function SignedOut() {
  const t = useTranslations();
  const { pathname } = useLocation();
  return (
    <div className="page-width">
      <EmptyState
        icon={<LockKeyhole size={28} />}
        title={t('settings.sign_in_title')}
        hint={t('settings.sign_in_hint')}
        action={<Button onClick={() => openLogin(pathname)}>{t('shell.sign_in')}</Button>}
      />
    </div>
  );
}
