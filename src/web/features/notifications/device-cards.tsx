import { useFormatter, useTranslations } from 'use-intl';
import type { NotificationSettings, PushDevice } from '#contract/notifications.ts';
import type { Profile } from '#contract/profile.ts';
import { DEVICES_MAX } from '#domain/notifications/notification.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useNow } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { ConfirmFirst, isUnconfirmed } from '#web/ui/obstacles.tsx';
import { Switch } from '#web/ui/switches.tsx';
import { usePush, useRemoveDevice, useTestDevice } from './api.ts';
import { setGoalToasts, useGoalToasts } from './goal-toasts.ts';

/** Shows whether this browser gets notifications while the page is closed, or what prevents them. */
export function DeviceCard({ profile }: { profile: Profile }) {
  const t = useTranslations('notifications');
  const push = usePush();
  const goalToasts = useGoalToasts(({ isOn }) => isOn);
  const { state, turnOn } = push;
  const isOffered = state === 'off' || state === 'on';
  const hint = state === 'off' ? t('device_off_hint') : state === 'on' ? t('device_on_hint') : t(state);
  return (
    <Card
      title={t('device_heading')}
      aside={<Tag tone={state === 'on' ? 'good' : 'quiet'}>{t(state === 'on' ? 'device_on' : 'device_off')}</Tag>}
    >
      <p className="text-[13px] text-pretty text-muted" role="status">
        {hint}
      </p>
      <div className="mt-3 grid gap-3 empty:hidden">
        <FormAlert message={turnOn.error && problem(t('on_failed'), turnOn.error)} />
        {state === 'off' && isUnconfirmed(profile) && <ConfirmFirst />}
        {isOffered && state === 'off' && !isUnconfirmed(profile) && (
          <Button size="s" className="justify-self-start" busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
            {t('turn_on')}
          </Button>
        )}
        {state === 'on' && <OnActions push={push} />}
      </div>
      <div className="mt-3 grid justify-items-start border-t border-line pt-3.5 pb-0.5">
        <Switch label={t('goal_toasts')} checked={goalToasts} onChange={setGoalToasts} />
      </div>
    </Card>
  );
}

function OnActions({ push: { turnOff, forget } }: { push: ReturnType<typeof usePush> }) {
  const t = useTranslations('notifications');
  const test = useTestDevice();
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ state }) => {
        toast(state === 'sent' ? 'success' : 'error', t(`test_state.${state}`));
        if (state === 'gone' || state === 'no_device') forget();
      },
      onError: (error) => toast('error', problem(t('test_failed'), error)),
    });
  // These buttons disappear afterwards.
  const leave = () =>
    turnOff.mutateAsync().then(
      () => toast('success', t('turned_off')),
      (error: Error) => toast('error', problem(t('off_failed'), error)),
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="s" look="quiet" busy={test.isPending} onClick={sendTest}>
        {t('test')}
      </Button>
      <Button size="s" look="plain" busy={turnOff.isPending} onClick={() => void leave()}>
        {t('turn_off')}
      </Button>
    </div>
  );
}

/** The browser's own errors mean nothing to users. */
const problem = (what: string, error: Error): string => (error instanceof ApiError ? `${what} ${errorText(error)}` : what);

/** Lists the devices that get notifications, with buttons to remove them. */
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

/** This device is turned off in the card above. */
function DeviceItem({ device: { browser, system, is_this, created_at, reached_at }, isBusy, onRemove }: DeviceItemProps) {
  const t = useTranslations('notifications');
  const format = useFormatter();
  const now = useNow(30_000);
  const name = browser && system ? t('device_name', { browser, system }) : (browser ?? system ?? t('device_unknown'));
  const reachedMs = reached_at === null ? null : Date.parse(reached_at);
  const facts = [
    t('since', { date: format.dateTime(new Date(created_at), 'day') }),
    // Clocks differ slightly: a time in the future is shown as now.
    reachedMs === null ? null : t('reached', { ago: format.relativeTime(Math.min(reachedMs, now.getTime()), now) }),
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
