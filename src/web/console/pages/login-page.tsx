import { Navigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { LoginForm } from '#web/console/features/account/login-form.tsx';
import { IDLE_MINUTES } from '#web/console/lib/idle.ts';
import { useAdminSession } from '#web/console/lib/session.ts';
import { consoleNext } from '#web/console/lib/sign-in.ts';
import { EntryFrame } from '#web/console/ui/entry-frame.tsx';

/** Where admins sign in; those already signed in are redirected to the requested page. */
export function LoginPage() {
  const t = useTranslations();
  const { admin, hasIdled } = useAdminSession();
  const [params] = useSearchParams();
  if (admin) return <Navigate to={consoleNext(params.get('next'))} replace />;
  return (
    <EntryFrame
      title={t('admin.pages.login')}
      lead={
        hasIdled
          ? t('admin.idle_ended', { minutes: IDLE_MINUTES })
          : params.has('next')
            ? t('admin.unauthorized')
            : t('admin_account.login_lead')
      }
    >
      <LoginForm onSignedIn={() => undefined} />
    </EntryFrame>
  );
}
