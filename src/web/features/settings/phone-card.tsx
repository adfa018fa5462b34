import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/profile.ts';
import { useMeta } from '#web/data/queries.tsx';
import { toast } from '#web/data/toasts.ts';
import { nowMs } from '#web/lib/clock.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { ConfirmFirst, isUnconfirmed } from '#web/ui/obstacles.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { sendCodeTo, useRemovePhone, useVerifyPhone } from './api.ts';

/** The data on phone numbers of all countries is loaded on demand. */
const PhoneForm = lazyPart(async () => (await import('./phone-form.tsx')).PhoneForm, {
  fallback: () => <Skeleton className="h-[178px]" />,
  failed: PartFailed,
});

/** A code sent to a number, and its actions. */
export interface PhoneCode {
  sent: { channel: 'sms'; to: string; sentAt: number; waitSeconds: number; minutes: number };
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
  children: ReactNode;
}

interface PhoneCardProps {
  profile: Profile;
  /** Renders the form for the code. */
  renderCode: (code: PhoneCode) => ReactNode;
}

/** Shows the number that codes and warnings are sent to; renders nothing without one if texts cannot be sent. */
export function PhoneCard({ profile, renderCode }: PhoneCardProps) {
  const t = useTranslations('settings');
  const canText = useMeta()?.contacts.phone ?? false;
  const remove = useRemovePhone();
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { phone, phone_verified } = profile;
  if (phone === null && !canText) return null;

  async function removeNumber() {
    await remove.mutateAsync();
    toast('success', t('phone_removed'));
  }

  return (
    <Card title={t('phone_heading')}>
      {isEditing && !isUnconfirmed(profile) ? (
        <NewNumber profile={profile} renderCode={renderCode} onDone={() => setEditing(false)} />
      ) : (
        <>
          {phone === null ? (
            <p className="max-w-[60ch] text-muted">{t('phone_none')}</p>
          ) : (
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="num text-[17px]">{phone}</span>
              <Tag tone={phone_verified ? 'good' : 'warn'}>{t(phone_verified ? 'confirmed' : 'unconfirmed')}</Tag>
            </p>
          )}
          <div className="mt-3.5 flex flex-wrap gap-2">
            {canText && isUnconfirmed(profile) && <ConfirmFirst />}
            {canText && !isUnconfirmed(profile) && (
              <Button size="s" look="quiet" onClick={() => setEditing(true)}>
                {t(phone === null ? 'phone_add' : phone_verified ? 'phone_change' : 'phone_confirm')}
              </Button>
            )}
            {phone !== null && (
              <Button size="s" look="plain" onClick={() => setRemoving(true)}>
                {t('remove')}
              </Button>
            )}
          </div>
        </>
      )}
      <RemovalDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title={t('phone_remove_title')}
        lead={t('phone_remove_lead')}
        submit={t('phone_remove')}
        onRemove={removeNumber}
      />
    </Card>
  );
}

/** Asks for the number, then for the code sent to it. */
function NewNumber({ profile, renderCode, onDone }: PhoneCardProps & { onDone: () => void }) {
  const t = useTranslations('settings');
  const verify = useVerifyPhone();
  const [sent, setSent] = useState<PhoneCode['sent'] | null>(null);

  async function send(phone: string) {
    const { sent_to, resend_seconds, expires_seconds } = await sendCodeTo(phone);
    setSent({ channel: 'sms', to: sent_to, sentAt: nowMs(), waitSeconds: resend_seconds, minutes: Math.floor(expires_seconds / 60) });
  }

  if (sent === null) return <PhoneForm profile={profile} onNumber={send} onCancel={onDone} />;
  async function tryCode(phone: string, code: string) {
    await verify.mutateAsync({ phone, code });
    toast('success', t('phone_saved'));
    onDone();
  }
  return (
    <div className="grid max-w-[430px] gap-3">
      <p className="text-[13px] text-muted wrap-anywhere">{t('phone_sent', { phone: sent.to, minutes: sent.minutes })}</p>
      {renderCode({
        sent,
        onCode: (code) => tryCode(sent.to, code),
        onResend: () => send(sent.to),
        children: (
          <Button look="plain" size="s" onClick={() => setSent(null)}>
            {t('phone_correct')}
          </Button>
        ),
      })}
    </div>
  );
}
