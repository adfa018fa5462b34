import Copy from 'lucide-react/icons/copy';
import { useFormatter, useTranslations } from 'use-intl';
import type { OneTime } from '#contract/approvals.ts';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Shows a one-time password until the admin confirms that they passed it on; it cannot be closed otherwise, as it is not shown again. */
export function OneTimeDialog({ oneTime: { email, password, password_until }, onClose }: { oneTime: OneTime; onClose: () => void }) {
  const t = useTranslations('admin_admins');
  const format = useFormatter();
  return (
    <Dialog
      open
      isCalm
      onClose={() => undefined}
      title={<span className="wrap-anywhere">{t('one_time_title', { email })}</span>}
      lead={t('one_time_lead', { time: format.dateTime(new Date(password_until), 'day_time') })}
    >
      <div className="grid gap-3">
        <p className="rounded-control border border-line bg-bg px-4 py-3.5 text-center text-[18px] font-[600] wrap-anywhere select-all">
          {password}
        </p>
        <Button look="quiet" wide onClick={() => void copyText(password)}>
          <Copy size={16} aria-hidden />
          {t('copy')}
        </Button>
        <Button wide onClick={onClose}>
          {t('handed_over')}
        </Button>
      </div>
    </Dialog>
  );
}
