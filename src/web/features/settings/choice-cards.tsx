import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/profile.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useLooks } from '#web/lib/use-appearance.ts';
import { Card } from '#web/ui/card.tsx';
import { Segmented, Switch } from '#web/ui/switches.tsx';
import { useUpdateProfile } from './api.ts';

/** Sets the language and theme of this device. */
export function LooksCard() {
  const t = useTranslations('settings');
  const { language, theme } = useLooks();
  return (
    <Card title={t('looks_heading')}>
      <div className="grid gap-3">
        <Segmented {...language} className="w-full" />
        <Segmented {...theme} className="w-full" />
      </div>
    </Card>
  );
}

/** Sets whether receipts, which are public, show the user's name. */
export function ReceiptsCard({ profile }: { profile: Profile }) {
  const t = useTranslations('settings');
  const update = useUpdateProfile();
  const wanted = update.isPending ? update.variables.named_in_receipts : undefined;

  function change(named_in_receipts: boolean) {
    if (update.isPending) return;
    update.mutate(
      { named_in_receipts },
      {
        onSuccess: () =>
          toast('success', named_in_receipts ? t('receipts_on', { handle: `@${profile.public_handle}` }) : t('receipts_off')),
        onError: (error) => toast('error', errorText(error)),
      },
    );
  }

  return (
    <Card title={t('receipts_heading')}>
      <p className="mb-3 text-[13px] text-muted">{t('receipts_hint')}</p>
      <Switch label={t('receipts_named')} checked={wanted ?? profile.named_in_receipts} onChange={change} />
    </Card>
  );
}
