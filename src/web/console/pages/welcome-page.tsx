import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { beginAdminTwoFactor, type SessionAdmin } from '#contract/admin-auth.ts';
import { needsSecondFactor } from '#domain/identity/admin-role.ts';
import { PasswordForm } from '#web/console/features/account/password-form.tsx';
import { TwoFactorSteps } from '#web/console/features/account/two-factor-steps.tsx';
import { call } from '#web/console/lib/call.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { consoleNext } from '#web/console/lib/sign-in.ts';
import { EntryFrame } from '#web/console/ui/entry-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

/** The first visit after receiving a one-time password. */
export function WelcomePage() {
  const admin = useAdmin();
  const navigate = useNavigate();
  const next = consoleNext(useSearchParams()[0].get('next'));
  // Kept during all steps: the password is changed in the first one.
  const [isNeeded] = useState(admin?.must_change_password ?? false);
  if (!admin) return null;
  if (!isNeeded) return <Navigate to={next} replace />;
  return <WelcomeSteps admin={admin} onDone={() => navigate(next, { replace: true })} />;
}

interface WelcomeStepsProps {
  admin: SessionAdmin;
  onDone: () => void;
}

/** The steps after a one-time password: setting a new password, then a second factor. */
function WelcomeSteps({ admin, onDone }: WelcomeStepsProps) {
  const t = useTranslations('admin_account');
  const [password, setPassword] = useState<string | null>(null);
  if (password === null) {
    return (
      <EntryFrame title={t('welcome_password')} lead={t('welcome_password_lead')} step={t('step', { step: 1, steps: 2 })}>
        <PasswordForm admin={admin} onChanged={setPassword} />
      </EntryFrame>
    );
  }
  return <SecondFactorStep admin={admin} password={password} onDone={onDone} />;
}

function SecondFactorStep({ admin, password, onDone }: WelcomeStepsProps & { password: string }) {
  const t = useTranslations('admin_account');
  const [isOn, setOn] = useState(false);
  // A generated secret: fetched once, and dropped with the page.
  const { data, error, refetch } = useQuery({
    queryKey: ['welcome-secret'],
    queryFn: () => call(beginAdminTwoFactor, { password }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <EntryFrame title={t('welcome_totp')} lead={isOn ? undefined : t('welcome_totp_lead')} step={t('step', { step: 2, steps: 2 })}>
      {data ? (
        <TwoFactorSteps admin={admin} drawn={data} onTurnedOn={() => setOn(true)} onDone={onDone} />
      ) : error ? (
        <ErrorState title={t('welcome_totp')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-[420px]" />
      )}
      {!isOn && (
        <Button look="plain" className="h-auto min-h-[42px] whitespace-normal" onClick={onDone}>
          {t(needsSecondFactor(admin.role) ? 'later' : 'later_free')}
        </Button>
      )}
    </EntryFrame>
  );
}
