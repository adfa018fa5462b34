import { useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { openChangeEmail, openConfirmEmail } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';

/** Shows the address, whether it is confirmed, and the forms to confirm or change it. */
export function EmailCard({ profile }: { profile: Overview['profile'] }) {
  const t = useTranslations('security');
  const { email, email_verified } = profile;
  if (email === null) {
    return (
      <Card title={t('email_heading')}>
        <p className="max-w-[60ch] text-[13px] text-muted">{t('email_none')}</p>
        <Button size="s" className="mt-3.5" onClick={openChangeEmail}>
          {t('email_add')}
        </Button>
      </Card>
    );
  }
  return (
    <Card title={t('email_heading')}>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 font-[530] wrap-anywhere">{email}</span>
        <Tag tone={email_verified ? 'good' : 'warn'}>{t(email_verified ? 'verified' : 'unverified')}</Tag>
      </p>
      {!email_verified && <p className="mt-1.5 max-w-[60ch] text-[13px] text-muted">{t('email_unconfirmed_hint')}</p>}
      <div className="mt-3.5 flex flex-wrap gap-2">
        {!email_verified && (
          <Button size="s" onClick={openConfirmEmail}>
            {t('email_confirm')}
          </Button>
        )}
        <Button size="s" look="quiet" onClick={openChangeEmail}>
          {t('email_change')}
        </Button>
      </div>
    </Card>
  );
}
