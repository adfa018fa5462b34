import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/profile.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { toast } from '#web/data/toasts.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmFirst, isUnconfirmed } from '#web/ui/obstacles.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { useUpdateProfile } from './api.ts';

/** The validation of addresses is loaded on demand. */
const WalletForm = lazyPart(async () => (await import('./wallet-form.tsx')).WalletForm, {
  fallback: () => <Skeleton className="h-[178px]" />,
  failed: PartFailed,
});

/** Shows the wallet that USDT is paid out to. */
export function WalletCard({ profile }: { profile: Profile }) {
  const { wallet_address: wallet } = profile;
  const t = useTranslations('settings');
  const update = useUpdateProfile();
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);

  async function remove() {
    await update.mutateAsync({ wallet_address: null });
    toast('success', t('wallet_removed'));
  }

  return (
    <Card title={t('wallet_heading')} aside={t('wallet_network')}>
      {isEditing && !isUnconfirmed(profile) ? (
        <WalletForm present={wallet} onDone={() => setEditing(false)} />
      ) : (
        <>
          {wallet === null ? (
            <p className="max-w-[60ch] text-muted">{t('wallet_none')}</p>
          ) : (
            <p className="num text-[17px]" title={wallet}>
              {shortWallet(wallet)}
            </p>
          )}
          <div className="mt-3.5 flex flex-wrap gap-2">
            {isUnconfirmed(profile) ? (
              <ConfirmFirst />
            ) : (
              <Button size="s" look="quiet" onClick={() => setEditing(true)}>
                {t(wallet === null ? 'wallet_add' : 'wallet_change')}
              </Button>
            )}
            {wallet !== null && (
              <>
                <Button size="s" look="plain" onClick={() => void copyText(wallet)}>
                  {t('wallet_copy')}
                </Button>
                <Button size="s" look="plain" onClick={() => setRemoving(true)}>
                  {t('remove')}
                </Button>
              </>
            )}
          </div>
        </>
      )}
      <RemovalDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title={t('wallet_remove_title')}
        lead={t('wallet_remove_lead')}
        submit={t('wallet_remove')}
        onRemove={remove}
      />
    </Card>
  );
}
