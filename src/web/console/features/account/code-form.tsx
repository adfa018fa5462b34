import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#web/ui/button.tsx';
import { CODE_LENGTH, SecondFactorField } from '#web/ui/code-field.tsx';
import { TextLink } from '#web/ui/form.tsx';

interface CodeFormProps {
  isBusy: boolean;
  /** What the server refused with. */
  problem: string | null;
  /** How far the check is that somebody is human, where the server asked for it. */
  check?: ReactNode;
  /** What the button says. */
  submit: string;
  onCode: (totp: string) => void;
  /** Back to whose account it is. */
  onBack: () => void;
}

/** The second step: the code of the authenticator app, or one of the codes that were kept for the day it is lost. */
export function CodeForm({ isBusy, problem, check, submit, onCode, onBack }: CodeFormProps) {
  const t = useTranslations('admin_account');
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);

  function send(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    const isShort = isRecovery ? typed === '' : typed.length !== CODE_LENGTH;
    setIncomplete(isShort);
    if (!isShort) onCode(typed);
  }
  function turn() {
    setCode('');
    setIncomplete(false);
    setRecovery(!isRecovery);
  }

  return (
    <form noValidate onSubmit={send} className="grid gap-3.5">
      <p className="text-[13.5px] text-muted">{t(isRecovery ? 'recovery_lead' : 'code_lead')}</p>
      <SecondFactorField
        key={String(isRecovery)}
        isRecovery={isRecovery}
        value={code}
        error={isIncomplete ? t('code_required') : problem}
        onChange={setCode}
        ref={focusField}
      />
      {check}
      <Button type="submit" wide busy={isBusy}>
        {submit}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[13.5px]">
        <TextLink onPress={turn}>{t(isRecovery ? 'use_app' : 'use_recovery')}</TextLink>
        <TextLink onPress={onBack}>{t('other_account')}</TextLink>
      </div>
    </form>
  );
}

const focusField = (field: HTMLInputElement | null): void => field?.focus();
