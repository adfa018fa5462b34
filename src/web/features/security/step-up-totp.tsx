import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { CODE_LENGTH, SecondFactorField } from '#web/ui/code-field.tsx';
import { FormAlert } from '#web/ui/form.tsx';

/** A code of the authenticator app or, where that is lost, a recovery code. `onCode` tries it, and throws what it was refused with. */
export function StepUpTotp({ onCode }: { onCode: (totp: string) => Promise<void> }) {
  const t = useTranslations('auth');
  const tSecurity = useTranslations('security');
  const field = useRef<HTMLInputElement>(null);
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => field.current?.focus(), [isRecovery]);

  function refuse(words: string) {
    setCodeProblem(words);
    field.current?.focus();
    field.current?.select();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    const typed = code.trim();
    if (isRecovery && typed === '') return refuse(t('recovery_required'));
    if (!isRecovery && typed.length !== CODE_LENGTH) return refuse(t('code_required'));
    setBusy(true);
    try {
      await onCode(typed);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'invalid_totp') refuse(errorText(error));
      else setProblem(errorText(error));
    }
  }

  function change(typed: string) {
    setCode(typed);
    setCodeProblem(null);
  }

  function turn() {
    change('');
    setRecovery(!isRecovery);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problem} />
      <SecondFactorField isRecovery={isRecovery} value={code} error={codeProblem} onChange={change} ref={field} />
      <Button type="submit" wide busy={isBusy}>
        {tSecurity('confirm')}
      </Button>
      <Button look="plain" size="s" className="justify-self-center" onClick={turn}>
        {t(isRecovery ? 'use_totp' : 'use_recovery_code')}
      </Button>
    </form>
  );
}
