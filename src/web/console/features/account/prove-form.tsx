import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { CODE_LENGTH, SecondFactorField } from '#web/ui/code-field.tsx';
import { FormAlert, TextLink } from '#web/ui/form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

/** What proves that the owner is here: the password, and a code where there is a second factor. */
export interface Proof {
  password: string;
  totp?: string;
}

interface ProveFormProps {
  /** Whether the account has a second factor, which is then asked for, too. */
  hasTotp: boolean;
  /** What the button says. */
  submit: string;
  look?: 'primary' | 'danger';
  /** Does what the proof is for; throws what it was refused with. */
  onProof: (proof: Proof) => Promise<void>;
}

/** Asks for a proof, and says there what was wrong with it. */
export function ProveForm({ hasTotp, submit, look = 'primary', onProof }: ProveFormProps) {
  const t = useTranslations('admin_account');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<{ password?: string; code?: string; form?: string }>({});

  async function send(event: FormEvent) {
    event.preventDefault();
    const totp = code.trim();
    const isShort = hasTotp && (isRecovery ? totp === '' : totp.length !== CODE_LENGTH);
    setProblems({ ...(password === '' && { password: t('password_required') }), ...(isShort && { code: t('code_required') }) });
    if (password === '' || isShort) return;
    setBusy(true);
    try {
      await onProof({ password, ...(hasTotp && { totp }) });
    } catch (error) {
      const refused = error instanceof ApiError ? error.code : null;
      const field = refused === 'invalid_credentials' ? 'password' : refused === 'invalid_totp' ? 'code' : 'form';
      setProblems({ [field]: errorText(error) });
    } finally {
      setBusy(false);
    }
  }
  function turn() {
    setCode('');
    setRecovery(!isRecovery);
  }

  return (
    <form noValidate onSubmit={send} className="grid gap-3.5">
      <FormAlert message={problems.form ?? null} />
      <PasswordField
        label={t('current_password')}
        autoComplete="current-password"
        value={password}
        error={problems.password ?? null}
        onChange={({ target }) => setPassword(target.value)}
      />
      {hasTotp && (
        <>
          <SecondFactorField isRecovery={isRecovery} value={code} error={problems.code ?? null} onChange={setCode} />
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
