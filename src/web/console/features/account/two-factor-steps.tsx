import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { confirmAdminTwoFactor, type SessionAdmin } from '#contract/admin-auth.ts';
import { showAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { type GeneratedSecret, RecoveryCodes, ScanForm, useCodesSaved } from '#web/ui/two-factor-setup.tsx';

interface TwoFactorStepsProps {
  admin: SessionAdmin;
  drawn: GeneratedSecret;
  /** Called when the first code was right: from now on something is shown only once. */
  onTurnedOn?: () => void;
  /** Called when the recovery codes are saved. */
  onDone: () => void;
}

/** From the QR code to the recovery codes. Leaving before the first valid code changes nothing. */
export function TwoFactorSteps({ admin, drawn, onTurnedOn, onDone }: TwoFactorStepsProps) {
  const t = useTranslations('two_factor');
  const confirm = useAdminCall(confirmAdminTwoFactor);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const saved = useCodesSaved(onDone);

  async function tryCode(totp: string) {
    const reply = await confirm.mutateAsync({ totp });
    setCodes(reply.recovery_codes);
    onTurnedOn?.();
    showAdmin(reply.admin);
  }

  if (!codes) return <ScanForm drawn={drawn} onCode={tryCode} />;
  return (
    <div className="grid gap-3.5">
      <p className="text-[13px] text-muted">{t('codes_lead')}</p>
      <RecoveryCodes codes={codes} account={admin.email} saved={saved} />
    </div>
  );
}
