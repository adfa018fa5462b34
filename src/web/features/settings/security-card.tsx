import { useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { Card } from '#web/ui/card.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { FactList } from './fact-list.tsx';

/** By what the user can sign in and be reached, and whether each was proved to be theirs. */
export function SecurityCard({ profile, telegram_bound, linked_accounts }: Overview) {
  const t = useTranslations('settings');
  const proved = (isProved: boolean) => <Tag tone={isProved ? 'good' : 'quiet'}>{t(isProved ? 'verified' : 'unverified')}</Tag>;
  const contact = (text: string, isProved: boolean) => (
    <span className="flex flex-wrap items-center justify-end gap-2">
      {text} {proved(isProved)}
    </span>
  );
  return (
    <Card title={t('sign_in_heading')}>
      <FactList
        facts={[
          { label: t('email'), value: contact(profile.email, profile.email_verified) },
          { label: t('password'), value: t('password_set') },
          { label: t('phone'), value: profile.phone === null ? t('none') : contact(profile.phone, profile.phone_verified) },
          {
            label: t('telegram'),
            value: <Tag tone={telegram_bound ? 'good' : 'quiet'}>{t(telegram_bound ? 'bound' : 'unbound')}</Tag>,
          },
          {
            label: t('linked'),
            value:
              linked_accounts.length === 0 ? t('none') : linked_accounts.map(({ type, identifier }) => `${type}: ${identifier}`).join(', '),
          },
        ]}
      />
    </Card>
  );
}
