import { useFormatter, useTranslations } from 'use-intl';
import type { NotificationSettings, PushDevice } from '#contract/notifications.ts';
import { DEVICES_MAX } from '#domain/notifications/notification.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useNow } from '#web/lib/clock.ts';
import { DAY } from '#web/lib/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { useRemoveDevice } from './api.ts';

/** Every device that is told things; each can be removed. */
export function DevicesCard({ settings: { devices } }: { settings: NotificationSettings }) {
  const t = useTranslations('notifications');
  const remove = useRemoveDevice();
  const removeOne = (id: string) =>
    remove.mutate(id, {
      onSuccess: () => toast('success', t('removed')),
      onError: (error) => toast('error', `${t('remove_failed')} ${errorText(error)}`),
    });
  return (
    <Card title={t('devices_heading')}>
      {devices.length === 0 && <p className="text-[13px] text-muted">{t('devices_none')}</p>}
      <ul className="grid">
        {devices.map((device) => (
          <DeviceItem
            key={device.id}
            device={device}
            isBusy={remove.isPending && remove.variables === device.id}
            onRemove={() => removeOne(device.id)}
          />
        ))}
      </ul>
      <p className="mt-2 text-[12.5px] text-faint">{t('devices_hint', { count: DEVICES_MAX })}</p>
    </Card>
  );
}

interface DeviceItemProps {
  device: PushDevice;
  isBusy: boolean;
  onRemove: () => void;
}

/** This one is turned off above. */
function DeviceItem({ device: { browser, system, is_this, created_at, reached_at }, isBusy, onRemove }: DeviceItemProps) {
  const t = useTranslations('notifications');
  const format = useFormatter();
  const now = useNow(30_000);
  const name = browser && system ? t('device_name', { browser, system }) : (browser ?? system ?? t('device_unknown'));
  const reached = reached_at === null ? null : new Date(reached_at);
  const facts = [
    t('since', { date: format.dateTime(new Date(created_at), DAY) }),
    // Clocks differ by a little: nobody was reached in the future.
    reached && t('reached', { ago: format.relativeTime(reached < now ? reached : now, now) }),
  ];
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 first:pt-0 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 font-[550] break-words">{name}</span>
          {is_this && <Tag>{t('this_one')}</Tag>}
        </p>
        <p className="text-[12.5px] text-muted">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {!is_this && (
        <Button look="quiet" size="s" busy={isBusy} onClick={onRemove} aria-label={t('remove_named', { device: name })}>
          {t('remove')}
        </Button>
      )}
    </li>
  );
}
