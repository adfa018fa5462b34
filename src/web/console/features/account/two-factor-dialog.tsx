import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { beginAdminTwoFactor, endAdminTwoFactor, renewAdminRecoveryCodes, type SessionAdmin } from '#contract/admin-auth.ts';
import { showAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { toast } from '#web/data/toasts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { type GeneratedSecret, RecoveryCodes, useKeeping } from '#web/ui/two-factor-setup.tsx';
import { type Proof, ProveForm } from './prove-form.tsx';
import { TwoFactorSteps } from './two-factor-steps.tsx';

export type TwoFactorChange = 'set_up' | 'renew' | 'turn_off';

interface TwoFactorDialogProps {
  admin: SessionAdmin;
  change: TwoFactorChange;
  onClose: () => void;
}

/** A change of one's own second factor: first the proof, then what it was given for. */
export function TwoFactorDialog({ admin, change, onClose }: TwoFactorDialogProps) {
  const t = useTranslations();
  const begin = useAdminCall(beginAdminTwoFactor);
  const renew = useAdminCall(renewAdminRecoveryCodes);
  const end = useAdminCall(endAdminTwoFactor);
  const [drawn, setDrawn] = useState<GeneratedSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // What is shown once is not closed by a slip of the hand.
  const [isOn, setOn] = useState(false);
  const keeping = useKeeping(onClose);

  async function prove(proof: Proof) {
    if (change === 'set_up') setDrawn(await begin.mutateAsync(proof));
    else if (change === 'renew') setCodes((await renew.mutateAsync(proof)).recovery_codes);
    else {
      showAdmin((await end.mutateAsync(proof)).admin);
      toast('success', t('two_factor.turned_off'));
      onClose();
    }
  }

  if (codes) {
    return (
      <Dialog open isCalm onClose={keeping.close} title={t('two_factor.codes_title')} lead={t('two_factor.renewed_lead')}>
        <RecoveryCodes codes={codes} account={admin.email} keeping={keeping} />
      </Dialog>
    );
  }
  if (drawn) {
    const title = t(isOn ? 'two_factor.codes_title' : 'two_factor.set_up_title');
    return (
      <Dialog open isCalm onClose={isOn ? () => undefined : onClose} title={title} lead={isOn ? undefined : t('two_factor.set_up_lead')}>
        <TwoFactorSteps admin={admin} drawn={drawn} onTurnedOn={() => setOn(true)} onDone={onClose} />
      </Dialog>
    );
  }
  const isEnd = change === 'turn_off';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isEnd ? 'two_factor.turn_off_title' : change === 'renew' ? 'two_factor.renew' : 'two_factor.set_up_title')}
      lead={isEnd ? t('two_factor.turn_off_lead') : t('admin_account.prove_lead')}
    >
      <ProveForm
        hasTotp={admin.totp_enabled}
        look={isEnd ? 'danger' : 'primary'}
        submit={t(isEnd ? 'two_factor.turn_off' : 'admin_account.go_on')}
        onProof={prove}
      />
    </Dialog>
  );
}
