import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { InputOf } from '#contract/endpoint.ts';
import { QUEUE_DAYS, QUEUE_SORTS, QUEUE_STATUSES, QUEUE_WORK, type withdrawalsFile } from '#contract/withdrawal-queue.ts';
import { REVIEW_FLAGS } from '#contract/withdrawal-review.ts';
import { textUpTo } from '#web/console/lib/use-address.ts';
import { DateField, NumberField, SearchField } from '#web/console/ui/filter-fields.tsx';
import { dateIn, oneOf } from '#web/lib/address-values.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { Segmented } from '#web/ui/switches.tsx';

/** Ages to filter by, in hours: users are promised 24. */
const AGES = ['12', '20', '24', '72'] as const;
const POINTS_DIGITS_MAX = 9;

/** Points typed as digits; '' for anything else. */
const pointsIn = (text: string | null): string => (text !== null && /^\d{1,9}$/.test(text) ? text : '');

/** The filters of the list, as its address has them. */
export const QUEUE_READERS = {
  status: (text: string | null) => oneOf(QUEUE_STATUSES, text) ?? 'pending',
  q: textUpTo(120),
  flag: (text: string | null) => oneOf(REVIEW_FLAGS, text) ?? '',
  age: (text: string | null) => oneOf(AGES, text) ?? '',
  work: (text: string | null) => oneOf(QUEUE_WORK, text) ?? '',
  min: pointsIn,
  max: pointsIn,
  days: (text: string | null) => oneOf(QUEUE_DAYS, text) ?? 'submitted',
  from: (text: string | null) => dateIn(text) ?? '',
  to: (text: string | null) => dateIn(text) ?? '',
  sort: (text: string | null) => oneOf(QUEUE_SORTS, text) ?? 'queue',
  order: (text: string | null) => oneOf(['asc', 'desc'] as const, text) ?? 'desc',
};
export type QueueValues = { [K in keyof typeof QUEUE_READERS]: ReturnType<(typeof QUEUE_READERS)[K]> };

/** Returns what the server is asked for, for the list and for its file. */
export const inputOf = ({
  status,
  q,
  flag,
  age,
  work,
  min,
  max,
  days,
  from,
  to,
  sort,
  order,
}: QueueValues): InputOf<typeof withdrawalsFile> => ({
  status,
  ...(q && { q }),
  ...(flag && { flag }),
  ...(age && { hours_min: Number(age) }),
  ...(work && { work }),
  ...(min && { points_min: Number(min) }),
  ...(max && { points_max: Number(max) }),
  ...((from || to) && { days }),
  ...(from && { from }),
  ...(to && { to }),
  ...(sort !== 'queue' && { sort, order }),
});

interface QueueFiltersProps {
  values: QueueValues;
  onChange: (changes: Partial<QueueValues>) => void;
}

/** The filters of the list of withdrawals: by status and search, then by what a reviewer looks for. On a phone the latter are folded. */
export function QueueFilters({ values, onChange }: QueueFiltersProps) {
  const t = useTranslations('admin_withdrawals');
  const isPhone = useIsPhone();
  const { status, q, flag, age, work, min, max, from, to, sort } = values;
  const count = [flag, age, work, min, max, from, to].filter(Boolean).length;
  // "Approved" is both of what is being sent and what was sent: links may ask for it.
  const statuses = QUEUE_STATUSES.filter((one) => one !== 'approved' || status === 'approved');
  return (
    <>
      <div className="max-w-full overflow-x-auto">
        <Segmented
          label={t('status_filter')}
          value={status}
          options={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(value) => onChange({ status: value })}
        />
      </div>
      <SearchField label={t('search')} value={q} onChange={(text) => onChange({ q: text })} />
      {isPhone ? (
        <details className="w-full">
          <summary className="cursor-pointer py-3 text-[13px] font-[550] text-muted">{t('queue.filters', { count })}</summary>
          <div className="flex flex-wrap gap-2.5 pt-1">
            <Details values={values} onChange={onChange} />
          </div>
        </details>
      ) : (
        <Details values={values} onChange={onChange} />
      )}
      {sort !== 'queue' && (
        <Button look="plain" size="s" onClick={() => onChange({ sort: 'queue', order: 'desc' })}>
          {t('queue.in_order')}
        </Button>
      )}
    </>
  );
}

function Details({ values: { flag, age, work, min, max, days, from, to }, onChange }: QueueFiltersProps) {
  const t = useTranslations('admin_withdrawals');
  return (
    <>
      <Choice
        label={t('queue.work')}
        value={work}
        values={QUEUE_WORK}
        nameOf={(one) => t(`queue.works.${one}`)}
        onChange={(one) => onChange({ work: one })}
      />
      <Choice
        label={t('queue.flag')}
        value={flag}
        values={REVIEW_FLAGS}
        nameOf={(one) => t(`flags.${one}`)}
        onChange={(one) => onChange({ flag: one })}
      />
      <Choice
        label={t('queue.age')}
        value={age}
        values={AGES}
        nameOf={(one) => t('queue.age_over', { hours: Number(one) })}
        onChange={(one) => onChange({ age: one })}
      />
      <NumberField label={t('queue.min')} value={min} lengthMax={POINTS_DIGITS_MAX} onChange={(text) => onChange({ min: text })} />
      <NumberField label={t('queue.max')} value={max} lengthMax={POINTS_DIGITS_MAX} onChange={(text) => onChange({ max: text })} />
      <QuietSelect
        label={t('queue.days')}
        value={days}
        options={QUEUE_DAYS.map((value) => ({ value, label: t(`queue.days_of.${value}`) }))}
        onChange={(value) => onChange({ days: oneOf(QUEUE_DAYS, value) ?? 'submitted' })}
      />
      <DateField label={t('from')} value={from} max={to} onChange={(date) => onChange({ from: date })} />
      <DateField label={t('to')} value={to} min={from} onChange={(date) => onChange({ to: date })} />
    </>
  );
}

interface ChoiceProps<V extends string> {
  /** Names the filter, and stands for no choice. */
  label: string;
  value: V | '';
  values: readonly V[];
  nameOf: (value: V) => ReactNode & string;
  onChange: (value: V | '') => void;
}

function Choice<V extends string>({ label, value, values, nameOf, onChange }: ChoiceProps<V>) {
  const options = [{ value: '', label }, ...values.map((one) => ({ value: one as string, label: nameOf(one) }))];
  return <QuietSelect label={label} value={value} options={options} onChange={(text) => onChange(oneOf(values, text) ?? '')} />;
}
