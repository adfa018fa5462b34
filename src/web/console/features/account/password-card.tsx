import { useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { toast } from '#web/data/toasts.ts';
import { Card } from '#web/ui/card.tsx';
import { PasswordForm } from './password-form.tsx';

export function PasswordCard({ admin }: { admin: SessionAdmin }) {
  const t = useTranslations('admin_account');
  return (
    <Card title={t('password_heading')}>
      <p className="mb-3.5 max-w-[60ch] text-[13px] text-muted">{t('password_hint')}</p>
      <PasswordForm admin={admin} onChanged={() => toast('success', t('password_changed'))} />
    </Card>
  );
}
