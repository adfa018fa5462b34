import MailExclamationPoint from 'lucide-react/icons/mail-exclamation-point';
import { useTranslations } from 'use-intl';
import { useOverview } from '#web/data/queries.tsx';
import { openChangeEmail, openConfirmEmail } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Says what is not possible with an unconfirmed address; renders nothing once it is confirmed. */
export function ConfirmEmailCard() {
  const t = useTranslations('security');
  const { data } = useOverview();
  if (!data || data.profile.email_verified) return null;
  const hasNone = data.profile.email === null;
  return (
    <Card>
      <div className="flex items-start gap-3">
        <MailExclamationPoint size={20} aria-hidden className="mt-px flex-none text-warn" />
        <div className="min-w-0">
          <h2 className="text-[14px] font-[650]">{t(hasNone ? 'add_card' : 'confirm_card')}</h2>
          <p className="mt-0.5 text-[13px] text-muted">{t(hasNone ? 'email_none' : 'email_unconfirmed_hint')}</p>
          <Button size="s" look="quiet" className="mt-3" onClick={hasNone ? openChangeEmail : openConfirmEmail}>
            {t(hasNone ? 'email_add' : 'email_confirm')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
