import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import {
  beginAdminTwoFactor,
  endAdminTwoFactor,
  getAdminTwoFactor,
  renewAdminRecoveryCodes,
  type SessionAdmin,
} from '#contract/admin-auth.ts';
import { call } from '#web/console/lib/call.ts';
import { showAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { Panel } from '#web/console/ui/panel.tsx';
import { toast } from '#web/data/toasts.ts';
import { byField, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/card.tsx';
import { CODE_LENGTH, SecondFactorField } from '#web/ui/code-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert, TextLink } from '#web/ui/form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { type GeneratedSecret, RecoveryCodes, useCodesSaved } from '#web/ui/two-factor-setup.tsx';
import { TwoFactorSteps } from './two-factor-steps.tsx';

/** With fewer recovery codes than this, new ones are recommended. */
const FEW_CODES = 3;

/** The admin's second factor: turning it on and off, and recovery codes. Every change asks for a proof. */
export function TwoFactorCard({ admin }: { admin: SessionAdmin }) {
  const t = useTranslations('two_factor');
  const format = useFormatter();
  const query = useQuery(twoFactorQuery);
  const [change, setChange] = useState<TwoFactorChange | null>(null);
  const isOn = admin.totp_enabled;
  return (
    <Panel
      title={t('heading')}
      aside={<Tag tone={isOn ? 'good' : 'quiet'}>{t(isOn ? 'on' : 'off')}</Tag>}
      query={query}
      failed={t('failed')}
      skeleton={<Skeleton className="h-[88px]" />}
    >
      {({ enabled_at, recovery_codes_left }) => (
        <>
          {enabled_at === null ? (
            <p className="max-w-[60ch] text-[13px] text-muted">{t('off_hint')}</p>
          ) : (
            <div className="grid max-w-[60ch] gap-1.5 text-[13px] text-muted">
              <p>{t('on_since', { date: format.dateTime(new Date(enabled_at), 'date') })}</p>
              <p className={recovery_codes_left <= FEW_CODES ? 'text-warn' : undefined}>
                {t('codes_left', { count: recovery_codes_left })} {recovery_codes_left <= FEW_CODES && t('few_codes')}
              </p>
            </div>
          )}
          <div className="mt-3.5 flex flex-wrap gap-2">
            <Button size="s" look="quiet" onClick={() => setChange('set_up')}>
              {t(isOn ? 'another_app' : 'set_up')}
            </Button>
            {isOn && (
              <>
                <Button size="s" look="quiet" onClick={() => setChange('renew')}>
                  {t('renew')}
                </Button>
                <Button size="s" look="danger" onClick={() => setChange('turn_off')}>
                  {t('turn_off')}
                </Button>
              </>
            )}
          </div>
          {change && <TwoFactorDialog admin={admin} change={change} onClose={() => setChange(null)} />}
        </>
      )}
    </Panel>
  );
}

/** Whether signing in takes a code of an authenticator app. */
export const twoFactorQuery = queryOptions({
  queryKey: ['own-two-factor'],
  queryFn: ({ signal }) => call(getAdminTwoFactor, {}, signal),
});

type TwoFactorChange = 'set_up' | 'renew' | 'turn_off';

interface TwoFactorDialogProps {
  admin: SessionAdmin;
  change: TwoFactorChange;
  onClose: () => void;
}

/** A change of the admin's second factor: first the proof, then the change itself. */
function TwoFactorDialog({ admin, change, onClose }: TwoFactorDialogProps) {
  const t = useTranslations();
  const begin = useAdminCall(beginAdminTwoFactor);
  const renew = useAdminCall(renewAdminRecoveryCodes);
  const end = useAdminCall(endAdminTwoFactor);
  const [drawn, setDrawn] = useState<GeneratedSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // What is shown only once cannot be closed by accident.
  const [isOn, setOn] = useState(false);
  const saved = useCodesSaved(onClose);

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
      <Dialog open isCalm onClose={saved.close} title={t('two_factor.codes_title')} lead={t('two_factor.renewed_lead')}>
        <RecoveryCodes codes={codes} account={admin.email} saved={saved} />
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

/** Proves that the owner is present: the password, and a code if there is a second factor. */
export interface Proof {
  password: string;
  totp?: string;
}

interface ProveFormProps {
  /** Whether the account has a second factor, and so needs a code. */
  hasTotp: boolean;
  /** The button's label. */
  submit: string;
  look?: 'primary' | 'danger';
  /** The action after the proof; throws the server's refusal. */
  onProof: (proof: Proof) => Promise<void>;
}

const proofRefused = byField({ invalid_credentials: 'password', invalid_totp: 'code' });

/** Asks for a proof, and shows errors in place. */
function ProveForm({ hasTotp, submit, look = 'primary', onProof }: ProveFormProps) {
  const t = useTranslations('admin_account');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const totp = code.trim();
  const isShort = hasTotp && (isRecovery ? totp === '' : totp.length !== CODE_LENGTH);
  const { form, problems, isBusy, forgive } = useSubmit<'password' | 'code'>({
    check: () => ({ ...(password === '' && { password: t('password_required') }), ...(isShort && { code: t('code_required') }) }),
    send: () => onProof({ password, ...(hasTotp && { totp }) }),
    refused: proofRefused,
  });

  function change(typed: string) {
    setCode(typed);
    forgive('code');
  }
  function turn() {
    change('');
    setRecovery(!isRecovery);
  }

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <PasswordField
        label={t('current_password')}
        autoComplete="current-password"
        value={password}
        error={problems.password}
        onChange={({ target }) => {
          setPassword(target.value);
          forgive('password');
        }}
      />
      {hasTotp && (
        <>
          <SecondFactorField isRecovery={isRecovery} value={code} error={problems.code} onChange={change} />
          <div className="text-[13.5px]">
            <TextLink onPress={turn}>{t(isRecovery ? 'use_app' : 'use_recovery')}</TextLink>
          </div>
        </>
      )}
      <Button type="submit" wide look={look} busy={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
