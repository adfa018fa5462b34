import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/profile.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { ConfirmFirst, isUnconfirmed } from '#web/ui/obstacles.tsx';
import { Switch } from '#web/ui/switches.tsx';
import { useTestDevice } from './api.ts';
import { setGoalToasts, useGoalToasts } from './goal-toasts.ts';
import { usePush } from './use-push.ts';

/** Whether this browser is told things while the page is closed, or what stands in the way. */
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
  // These buttons are gone when it is done.
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

/** What the browser itself throws says nothing to its user. */
const problem = (what: string, error: Error): string => (error instanceof ApiError ? `${what} ${errorText(error)}` : what);
