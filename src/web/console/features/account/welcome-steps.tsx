import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { beginAdminTwoFactor, type SessionAdmin } from '#contract/admin-auth.ts';
import { needsSecondFactor } from '#domain/identity/admin-role.ts';
import { call } from '#web/console/lib/call.ts';
import { EntryFrame } from '#web/console/ui/entry-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { PasswordForm } from './password-form.tsx';
import { TwoFactorSteps } from './two-factor-steps.tsx';

interface WelcomeStepsProps {
  admin: SessionAdmin;
  onDone: () => void;
}

/** What somebody does who came with a one-time password: a password of their own, then a second factor. */
export function WelcomeSteps({ admin, onDone }: WelcomeStepsProps) {
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
  // A secret that is drawn here and not kept: asked for once, and forgotten with the page.
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
