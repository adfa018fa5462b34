import { MailWarning } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/profile.ts';
import { openConfirmEmail } from '#web/data/ui-state.ts';
import { Button } from './button.tsx';

/** Whether an account has an address that is not confirmed yet: nothing can be set up before. */
export const isUnconfirmed = ({ email, email_verified }: Pick<Profile, 'email' | 'email_verified'>): boolean =>
  email !== null && !email_verified;

/** In place of a form that would be refused: says that the address has to be confirmed first, and opens the way to do it. */
export function ConfirmFirst() {
  const t = useTranslations('security');
  return (
    <div className="grid justify-items-start gap-3">
      <p className="flex max-w-[60ch] items-start gap-2 text-[13px] text-muted">
        <MailWarning size={16} aria-hidden className="mt-0.5 flex-none text-warn" />
        <span className="min-w-0">{t('confirm_first')}</span>
      </p>
      <Button size="s" look="quiet" onClick={openConfirmEmail}>
        {t('email_confirm')}
      </Button>
    </div>
  );
}
