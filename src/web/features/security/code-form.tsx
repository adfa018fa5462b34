import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { byField, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { OutboxHint, ResendButton } from '#web/ui/code-delivery.tsx';
import { CODE_LENGTH, CODE_REFUSALS, CodeField } from '#web/ui/code-field.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import type { SentCode } from './api.ts';
import { type SentPurpose, UndeliveredCode, useUndelivered } from './undelivered-code.tsx';

interface CodeFormProps {
  sent: SentCode;
  /** Submits the code; throws the error if it is rejected. */
  onCode: (code: string) => Promise<void>;
  /** Sends another code; throws the error if that fails. */
  onResend: () => Promise<void>;
  /** What the code is for, if it may be sent another way after it did not arrive. */
  purpose?: SentPurpose;
  /** Other options, shown below. */
  children?: ReactNode;
}

/** Field for a code that was sent, with a button to send another. */
export function CodeForm({ sent, onCode, onResend, purpose, children }: CodeFormProps) {
  const t = useTranslations('security');
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const undelivered = useUndelivered(purpose, sent.sentAt);
  const { form, problems, isBusy, isRunning, run, forgive } = useSubmit({
    check: () => (code.length === CODE_LENGTH ? {} : { code: t('code_required') }),
    send: () => onCode(code),
    refused: byField(CODE_REFUSALS),
  });

  async function resend() {
    await onResend();
    // The old code is no longer valid.
    setCode('');
    field.current?.focus();
  }

  function change(typed: string) {
    setCode(typed);
    forgive('code');
  }

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <CodeField label={t('code')} value={code} onChange={change} error={problems.code} hint={<OutboxHint />} ref={field} />
      <Button type="submit" wide busy={isBusy}>
        {t('confirm')}
      </Button>
      <UndeliveredCode undelivered={undelivered} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ResendButton
          sentAt={sent.sentAt}
          waitSeconds={sent.waitSeconds}
          onResend={() => run(resend)}
          busy={isRunning}
          label={undelivered?.other_way ? t('send_other_way') : undefined}
        />
        {children}
      </div>
    </form>
  );
}
