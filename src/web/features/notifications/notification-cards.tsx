import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { NotificationSettings } from '#contract/notifications.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { notificationsQuery, useChoose } from './api.ts';
import { DevicesCard } from './devices-card.tsx';
import { KindsCard } from './kinds-card.tsx';
import { QuietCard } from './quiet-card.tsx';
import { SaveNote, SaveProblem } from './save-note.tsx';

/** Of the cards below. */
const SIZES = ['h-[640px]', 'h-[170px]', 'h-[130px]', 'h-[120px]'];

/** What the account has chosen: what is told, how often, when, and to which devices. */
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
      <DevicesCard settings={data} />
    </>
  );
}

const MATCH_CHOICES = [1, 2, 3, 4, 6, 8, 12, 20];
const DAY_CHOICES = [5, 10, 20, 30, 50, 100, 200];

/** How many cards may be heard. */
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
  // What was chosen elsewhere may be any number.
  const numbers = [...new Set([...offered, value])].toSorted((one, other) => one - other);
  const options = numbers.map((count) => ({ value: String(count), label: t('at_most', { count }) }));
  return <SelectField label={label} value={String(value)} options={options} onChange={(count) => onChange(Number(count))} />;
}
