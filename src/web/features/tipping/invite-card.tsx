import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { canShare, copyText, shareLink } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { useGroupChanges } from './api.ts';

const QrCode = lazyPart<{ text: string; label: string }>(async () => (await import('#web/ui/qr-code.tsx')).QrCode, {
  fallback: () => <Skeleton className="aspect-square rounded-control" />,
  failed: () => <PartFailed />,
});

/** The link and the code to a group: to copy, to share, or to scan. */
export function InviteCard({ group, code }: { group: TippingGroup; code: string }) {
  const t = useTranslations('tipping');
  const { renewCode } = useGroupChanges();
  const [hasQr, setQr] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const url = `${window.location.origin}/groups/join/${code}`;
  const renew = async () => {
    setBusy(true);
    try {
      await renewCode(group.id);
      toast('success', t('code_renewed'));
    } catch (error) {
      toast('error', errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={t('invite')} className="print:hidden">
      <p className="num text-[20px] font-bold tracking-[0.04em] select-all">{code}</p>
      <p className="mt-1 mb-3 text-[13px] text-muted">{t('invite_lead')}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="s"
          onClick={() =>
            void (canShare() ? shareLink({ title: group.name, text: t('invite_text', { name: group.name }), url }) : copyText(url))
          }
        >
          {t(canShare() ? 'share' : 'copy_link')}
        </Button>
        {canShare() && (
          <Button size="s" look="quiet" onClick={() => void copyText(url)}>
            {t('copy_link')}
          </Button>
        )}
        <Button size="s" look="quiet" aria-expanded={hasQr} onClick={() => setQr(!hasQr)}>
          {t('qr')}
        </Button>
        {(group.role === 'owner' || group.role === 'helper') && (
          <Button size="s" look="plain" busy={isBusy} onClick={() => void renew()}>
            {t('renew_code')}
          </Button>
        )}
      </div>
      {hasQr && (
        <div className="mt-3 max-w-[220px] overflow-hidden rounded-control">
          <QrCode text={url} label={t('qr_label', { name: group.name })} />
        </div>
      )}
    </Card>
  );
}
