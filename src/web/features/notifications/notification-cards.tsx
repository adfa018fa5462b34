import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { NotificationChoices, NotificationSettings } from '#contract/notifications.ts';
import { NOTIFICATION_KINDS } from '#domain/notifications/notification.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/form.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Switch } from '#web/ui/switches.tsx';
import { notificationsQuery, useChoose, useUnmuteAll } from './api.ts';
import { DevicesCard } from './device-cards.tsx';
import { KindsCard } from './kinds-card.tsx';
import { SaveNote, SaveProblem } from './save-note.tsx';

/** Heights of the cards below. */
const SIZES = ['h-[640px]', 'h-[170px]', 'h-[130px]', 'h-[120px]'];

/** Shows the account's notification settings: kinds, number, times and devices. */
export function NotificationCards() {
  const t = useTranslations('notifications');
  const { data, error, refetch } = useQuery(notificationsQuery);
  if (!data) {
    if (error) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
    return SIZES.map((size) => <Skeleton key={size} className={`rounded-card ${size}`} />);
  }
  return (
    <>
      <KindsCard settings={data} />
      <BudgetCard settings={data} />
      <QuietCard settings={data} />
      {data.muted > 0 && <MutedCard count={data.muted} />}
      <DevicesCard settings={data} />
    </>
  );
}

/** Shows how many matches are muted by the buttons of their cards, and ends that. */
function MutedCard({ count }: { count: number }) {
  const t = useTranslations('notifications');
  const unmute = useUnmuteAll();
  // The card disappears afterwards.
  const unmuteAll = () =>
    unmute.mutateAsync().then(
      () => toast('success', t('unmuted')),
      (error: Error) => toast('error', `${t('unmute_failed')} ${errorText(error)}`),
    );
  return (
    <Card title={t('muted_heading')}>
      <p className="mb-3 text-[13px] text-pretty text-muted">{t('muted_count', { count })}</p>
      <Button look="quiet" size="s" busy={unmute.isPending} onClick={() => void unmuteAll()}>
        {t('unmute_all')}
      </Button>
    </Card>
  );
}

const MATCH_CHOICES = [1, 2, 3, 4, 6, 8, 12, 20];
const DAY_CHOICES = [5, 10, 20, 30, 50, 100, 200];

/** Limits how many notifications make a sound. */
function BudgetCard({ settings: { choices } }: { settings: NotificationSettings }) {
  const t = useTranslations('notifications');
  const { choose, save } = useChoose();
  const { match_max, day_max } = choices;
  return (
    <Card title={t('budget_heading')} aside={<SaveNote save={save} />}>
      <p className="text-[13px] text-pretty text-muted">{t('budget_lead')}</p>
      <SaveProblem save={save} />
      <div className="mt-3 grid gap-3.5 md:grid-cols-2">
        <MaxField label={t('match_max')} value={match_max} offered={MATCH_CHOICES} onChange={(max) => choose({ match_max: max })} />
        <MaxField label={t('day_max')} value={day_max} offered={DAY_CHOICES} onChange={(max) => choose({ day_max: max })} />
      </div>
    </Card>
  );
}

interface MaxFieldProps {
  label: string;
  value: number;
  offered: readonly number[];
  onChange: (max: number) => void;
}

function MaxField({ label, value, offered, onChange }: MaxFieldProps) {
  const t = useTranslations('notifications');
  // The saved value may be any number.
  const numbers = [...new Set([...offered, value])].toSorted((one, other) => one - other);
  const options = numbers.map((count) => ({ value: String(count), label: t('at_most', { count }) }));
  return <SelectField label={label} value={String(value)} options={options} onChange={(count) => onChange(Number(count))} />;
}

type Quiet = NonNullable<NotificationChoices['quiet']>;

const INITIALLY: Quiet = { from: '22:30', to: '07:30', kinds: [] };

/** Sets the quiet hours, and the notifications exempt from them. */
function QuietCard({ settings: { choices, time_zone } }: { settings: NotificationSettings }) {
  const t = useTranslations('notifications');
  const { choose, save } = useChoose();
  const { quiet } = choices;
  return (
    <Card title={t('quiet_heading')} aside={<SaveNote save={save} />}>
      <p className="text-[13px] text-pretty text-muted">{t('quiet_lead')}</p>
      <SaveProblem save={save} />
      <div className="mt-3 grid justify-items-start">
        <Switch label={t('quiet_on')} checked={quiet !== null} onChange={(isOn) => choose({ quiet: isOn ? INITIALLY : null })} />
      </div>
      {quiet && (
        <div className="mt-3.5 grid gap-3.5">
          <Hours quiet={quiet} onChange={(hours) => choose({ quiet: { ...quiet, ...hours } })} />
          <p className="text-[12.5px] text-muted">
            {t.rich('quiet_zone', {
              zone: time_zone.replaceAll('_', ' '),
              link: (words) => (
                <Link to="/settings/profile" className="font-semibold whitespace-nowrap underline underline-offset-2">
                  {words}
                </Link>
              ),
            })}
          </p>
          <Exceptions quiet={quiet} onChange={(kinds) => choose({ quiet: { ...quiet, kinds } })} />
        </div>
      )}
    </Card>
  );
}

/** Start and end, over midnight if the start is later. Saved once a time is complete: a field is empty while it is typed. */
function Hours({ quiet, onChange }: { quiet: Quiet; onChange: (hours: Pick<Quiet, 'from' | 'to'>) => void }) {
  const t = useTranslations('notifications');
  const [hours, setHours] = useState({ from: quiet.from, to: quiet.to });
  const isSame = hours.from === hours.to;
  const leave = () => {
    const whole = { from: hours.from || quiet.from, to: hours.to || quiet.to };
    setHours(whole);
    if (whole.from !== whole.to && (whole.from !== quiet.from || whole.to !== quiet.to)) onChange(whole);
  };
  const field = (end: 'from' | 'to') => (
    <TextField
      type="time"
      label={t(`quiet_${end}`)}
      value={hours[end]}
      onChange={({ target }) => setHours({ ...hours, [end]: target.value.slice(0, 5) })}
      onBlur={leave}
      error={isSame ? t('quiet_same') : null}
    />
  );
  return (
    <div className="grid grid-cols-2 items-start gap-3.5">
      {field('from')}
      {field('to')}
    </div>
  );
}

function Exceptions({ quiet: { kinds }, onChange }: { quiet: Quiet; onChange: (kinds: Quiet['kinds']) => void }) {
  const t = useTranslations('notifications');
  return (
    <fieldset>
      <legend className="mb-2 text-[12.5px] font-[550] text-muted">{t('quiet_kinds')}</legend>
      <div className="grid grid-cols-2 gap-x-3.5 gap-y-3 md:grid-cols-3">
        {NOTIFICATION_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`kind.${kind}`)}
            checked={kinds.includes(kind)}
            onChange={(isOn) => onChange(NOTIFICATION_KINDS.filter((other) => (other === kind ? isOn : kinds.includes(other))))}
          />
        ))}
      </div>
    </fieldset>
  );
}
