import { useTranslations } from 'use-intl';
import type { TippingRound } from '#contract/tipping-groups.ts';
import {
  DEADLINES,
  DEFAULT_TIPS,
  FACTOR_MAX,
  JOKERS_MAX,
  POINTS_MAX,
  rulesFault,
  TIE_BREAKERS,
  type TieBreaker,
  type TippingRules,
  WEIGHTS_MAX,
} from '#domain/tipping/rules.ts';
import { SCORE_BASES } from '#domain/tipping/tip.ts';
import { wholeDigits } from '#web/lib/number-formats.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { isMixed, useRoundLabel } from './round-label.ts';

interface RulesEditorProps {
  rules: TippingRules;
  onChange: (rules: TippingRules) => void;
  /** Rounds that can be given a weight; none before the group exists. */
  rounds?: readonly TippingRound[];
}

const POINT_KINDS = ['exact', 'difference', 'close', 'tendency', 'team'] as const;
const QUOTA = { least: 2, most: 6 } as const;

/** Every rule of a group as a field. What contradicts itself is said at the end, by the domain's own check. */
export function RulesEditor({ rules, onChange, rounds = [] }: RulesEditorProps) {
  const t = useTranslations('tipping');
  const fault = rulesFault(rules);
  const { points, quota, jokers } = rules;
  const set = (change: Partial<TippingRules>) => onChange({ ...rules, ...change });
  return (
    <div className="grid gap-4">
      <fieldset className="grid min-w-0 grid-cols-1 gap-3">
        <legend className="mb-2 text-[13.5px] font-[620]">{t('edit.points')}</legend>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
          {POINT_KINDS.filter((kind) => !(quota && kind === 'tendency')).map((kind) => (
            <PointsField
              key={kind}
              label={t(`edit.${kind}`)}
              value={points[kind]}
              onChange={(value) => set({ points: { ...points, [kind]: value } })}
            />
          ))}
        </div>
        <Checkbox
          label={t('edit.quota')}
          checked={quota !== null}
          onChange={(isOn) => set({ quota: isOn ? QUOTA : null, points: { ...points, tendency: isOn ? 0 : Math.max(1, points.tendency) } })}
        />
        {quota && (
          <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
            <PointsField label={t('edit.quota_least')} value={quota.least} onChange={(least) => set({ quota: { ...quota, least } })} />
            <PointsField label={t('edit.quota_most')} value={quota.most} onChange={(most) => set({ quota: { ...quota, most } })} />
          </div>
        )}
        {points.difference > 0 && (
          <Checkbox label={t('edit.draw_margin')} checked={rules.drawHasMargin} onChange={(drawHasMargin) => set({ drawHasMargin })} />
        )}
      </fieldset>
      <div className="grid gap-3 md:grid-cols-2">
        <SelectField
          label={t('edit.deadline')}
          value={rules.deadline}
          options={DEADLINES.map((value) => ({ value, label: t(`deadline.${value}`) }))}
          onChange={(deadline) => set({ deadline })}
        />
        <SelectField
          label={t('edit.default')}
          value={rules.defaultTip}
          options={DEFAULT_TIPS.map((value) => ({ value, label: t(`default.${value}`) }))}
          onChange={(defaultTip) => set({ defaultTip })}
        />
        <SelectField
          label={t('edit.basis')}
          value={rules.basis}
          options={SCORE_BASES.map((value) => ({ value, label: t(`basis.${value}`) }))}
          onChange={(basis) => set({ basis })}
        />
        <SelectField
          label={t('edit.jokers')}
          value={String(jokers.perRound)}
          options={numbers(0, JOKERS_MAX).map((value) => ({ value, label: value === '0' ? t('edit.no_jokers') : value }))}
          onChange={(perRound) => set({ jokers: { ...jokers, perRound: Number(perRound) } })}
        />
        {jokers.perRound > 0 && (
          <SelectField
            label={t('edit.factor')}
            value={String(jokers.factor)}
            options={numbers(1, FACTOR_MAX).map((value) => ({ value, label: t('times', { factor: Number(value) }) }))}
            onChange={(factor) => set({ jokers: { ...jokers, factor: Number(factor) } })}
          />
        )}
      </div>
      <TieFields ties={rules.ties} onChange={(ties) => set({ ties })} />
      {rounds.length > 0 && <WeightFields rules={rules} rounds={rounds} onChange={(weights) => set({ weights })} />}
      <FormAlert message={fault && t(`fault.${fault}`)} />
    </div>
  );
}

const numbers = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

function PointsField({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <TextField
      label={label}
      // A field is wider by itself than half a phone.
      className="grid-cols-1"
      inputMode="numeric"
      autoComplete="off"
      value={String(value)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const digits = wholeDigits(event.target.value);
        if (digits !== null) onChange(Math.min(POINTS_MAX, Number(digits)));
      }}
    />
  );
}

/** What decides between equal members, in order; each choice leaves the others for the next. */
function TieFields({ ties, onChange }: { ties: readonly TieBreaker[]; onChange: (ties: TieBreaker[]) => void }) {
  const t = useTranslations('tipping');
  const fields = [...ties, ...(ties.length < TIE_BREAKERS.length ? (['none'] as const) : [])];
  return (
    <fieldset>
      <legend className="mb-2 text-[13.5px] font-[620]">{t('edit.ties')}</legend>
      <div className="grid gap-3 md:grid-cols-2">
        {fields.map((field, index) => (
          <SelectField
            key={index}
            label={t('edit.tie_n', { n: index + 1 })}
            value={field as TieBreaker | 'none'}
            options={[
              { value: 'none' as TieBreaker | 'none', label: t('edit.no_tie') },
              ...TIE_BREAKERS.filter((tie) => tie === field || !ties.includes(tie)).map((tie) => ({
                value: tie as TieBreaker | 'none',
                label: t(`tie.${tie}`),
              })),
            ]}
            onChange={(chosen) =>
              onChange(chosen === 'none' ? ties.slice(0, index) : [...ties.slice(0, index), chosen, ...ties.slice(index + 1)])
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

interface WeightFieldsProps {
  rules: TippingRules;
  rounds: readonly TippingRound[];
  onChange: (weights: Record<string, number>) => void;
}

/** What the points of rounds are multiplied by. Rounds that have begun keep their weight: their matches have closed under it. */
function WeightFields({ rules, rounds, onChange }: WeightFieldsProps) {
  const t = useTranslations('tipping');
  const labelOf = useRoundLabel(isMixed(rounds));
  const open = rounds.filter(({ state }) => state === 'open');
  const isFull = Object.keys(rules.weights).length >= WEIGHTS_MAX;
  if (open.length === 0) return null;
  const choose = (key: string, factor: number) => {
    const { [key]: _, ...others } = rules.weights;
    onChange(factor > 1 ? { ...others, [key]: factor } : others);
  };
  return (
    <details>
      <summary className="thumb w-fit cursor-pointer text-[13.5px] font-[620]">{t('edit.weights')}</summary>
      <div className="mt-2 grid gap-3 md:grid-cols-2">
        {open
          .filter(({ key }) => !isFull || key in rules.weights)
          .map((round) => (
            <SelectField
              key={round.key}
              label={labelOf(round)}
              value={String(rules.weights[round.key] ?? 1)}
              options={numbers(1, FACTOR_MAX).map((value) => ({ value, label: t('times', { factor: Number(value) }) }))}
              onChange={(factor) => choose(round.key, Number(factor))}
            />
          ))}
      </div>
    </details>
  );
}
