import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import type { CodeContact, SentCode } from './api.ts';

/** The button that sends the first code; `onSend` throws the error if that fails. */
export function SendForm({ onSend, children }: { onSend: () => Promise<void>; children?: ReactNode }) {
  const t = useTranslations('security');
  const { form, problems, isBusy } = useSubmit({
    send: async () => {
      await onSend();
      return LEAVING;
    },
  });
  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <Button type="submit" wide busy={isBusy}>
        {t('send_code')}
      </Button>
      {children && <div className="flex flex-wrap items-center justify-between gap-2">{children}</div>}
    </form>
  );
}

/** Says where the code is sent. The address is shown in full, so that mistakes are visible; a long one wraps. */
export function CodeWay({ sent, contact }: { sent: SentCode | null; contact: CodeContact }) {
  const t = useTranslations('security');
  const { channel, to } = sent ?? contact;
  const address = to ?? '';
  return (
    <span className="wrap-anywhere">
      {sent ? t(`code_sent.${channel}`, { address, minutes: sent.minutes }) : t(`code_unsent.${channel}`, { address })}
    </span>
  );
}
