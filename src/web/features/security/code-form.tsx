import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { OutboxHint, ResendButton } from '#web/ui/code-delivery.tsx';
import { CODE_LENGTH, CodeField } from '#web/ui/code-field.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import type { SentCode } from './api.ts';

interface CodeFormProps {
  sent: SentCode;
  /** Submits the code; throws the error if it is rejected. */
  onCode: (code: string) => Promise<void>;
  /** Sends another code; throws the error if that fails. */
  onResend: () => Promise<void>;
  /** Other options, shown below. */
  children?: ReactNode;
}

/** Errors about the code itself, shown next to it. */
const ABOUT_CODE = ['invalid_code', 'code_expired', 'too_many_tries', 'code_link_required'];

/** Field for a code that was sent, with a button to send another. */
export function CodeForm({ sent, onCode, onResend, children }: CodeFormProps) {
  const t = useTranslations('security');
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'trying' | 'sending' | null>(null);

  async function attempt(what: 'trying' | 'sending', work: () => Promise<void>) {
    setProblem(null);
    setCodeProblem(null);
    setBusy(what);
    try {
      await work();
    } catch (error) {
      const isAboutCode = error instanceof ApiError && ABOUT_CODE.includes(error.code ?? '');
      (isAboutCode ? setCodeProblem : setProblem)(errorText(error));
      if (isAboutCode) field.current?.select();
    } finally {
      setBusy(null);
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === CODE_LENGTH) return attempt('trying', () => onCode(code));
    setCodeProblem(t('code_required'));
    field.current?.focus();
  }

  const resend = () =>
    attempt('sending', async () => {
      await onResend();
      // The old code is no longer valid.
      setCode('');
      field.current?.focus();
    });

  function change(typed: string) {
    setCode(typed);
    setCodeProblem(null);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problem} />
      <CodeField label={t('code')} value={code} onChange={change} error={codeProblem} hint={<OutboxHint />} ref={field} />
      <Button type="submit" wide busy={busy === 'trying'}>
        {t('confirm')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ResendButton sentAt={sent.sentAt} waitSeconds={sent.waitSeconds} onResend={() => void resend()} busy={busy === 'sending'} />
        {children}
      </div>
    </form>
  );
}
