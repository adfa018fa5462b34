import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Competition, GROUP_NAME_LENGTH_MAX, GROUP_VISIBILITIES, type TippingGroup } from '#contract/tipping-groups.ts';
import { ROUND_KINDS, type RoundKind } from '#domain/tipping/rounds.ts';
import { PRESET_NAMES, PRESETS, type Preset, rulesFault, type TippingRules } from '#domain/tipping/rules.ts';
import { classNames } from '#web/lib/class-names.ts';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useGroupChanges } from './api.ts';
import { hasFootball, sportOf } from './competition-name.tsx';
import { asInput, CompetitionPicker } from './competition-picker.tsx';
import { MadeUpExample } from './rule-examples.tsx';
import { useRuleSentences } from './rule-words.ts';
import { RulesEditor } from './rules-editor.tsx';

/** Founds a group: its name, what is tipped, how it is divided into rounds, who finds it, and its rules. */
export function GroupForm({ onCreated }: { onCreated: (group: TippingGroup, isMoving: boolean) => void }) {
  const t = useTranslations('tipping');
  const { create } = useGroupChanges();
  const [name, setName] = useState('');
  const [competitions, setCompetitions] = useState<Competition[]>([]);
  const [roundKind, setRoundKind] = useState<RoundKind>('league_round');
  const [visibility, setVisibility] = useState<TippingGroup['visibility']>('private');
  const [preset, setPreset] = useState<Preset>('classic');
  const [isMoving, setMoving] = useState(false);
  const [changed, setChanged] = useState<TippingRules | null>(null);
  const rules = changed ?? PRESETS[preset];
  const sport = sportOf(competitions);
  const { form, problems, isBusy, forgive } = useSubmit<'name' | 'competitions'>({
    check: () => ({
      ...(name.trim() === '' && { name: t('name_missing') }),
      ...(competitions.length === 0 && { competitions: t('competitions_missing') }),
      ...(rulesFault(rules) && { form: t(`fault.${rulesFault(rules)!}`) }),
    }),
    send: async () => {
      onCreated(
        await create({
          name: name.trim(),
          visibility,
          competitions: competitions.map(asInput),
          round_kind: roundKind,
          rules: changed ?? preset,
        }),
        isMoving,
      );
      return LEAVING;
    },
  });
  return (
    <form {...form} className="grid gap-6">
      <TextField
        label={t('name')}
        value={name}
        maxLength={GROUP_NAME_LENGTH_MAX}
        autoComplete="off"
        error={problems.name ?? null}
        onChange={(event) => {
          setName(event.target.value);
          forgive('name');
        }}
      />
      <CompetitionPicker
        chosen={competitions}
        error={problems.competitions ?? null}
        onChange={(chosen) => {
          setCompetitions(chosen);
          forgive('competitions');
        }}
      />
      <div className="grid gap-3 md:grid-cols-2">
        <SelectField
          label={t('round_kind_label')}
          value={roundKind}
          options={ROUND_KINDS.map((value) => ({ value, label: t(`round_kind.${value}`) }))}
          onChange={setRoundKind}
        />
        <SelectField
          label={t('visibility_label')}
          value={visibility}
          options={GROUP_VISIBILITIES.map((value) => ({ value, label: t(`visibility.${value}`) }))}
          onChange={setVisibility}
        />
      </div>
      <PresetChoice
        preset={changed === null ? preset : null}
        sport={sport}
        onChoose={(chosen) => {
          setPreset(chosen);
          setChanged(null);
        }}
      />
      <details className="rounded-card border border-line p-4">
        <summary className="thumb w-fit cursor-pointer font-[620]">{t('change_rules')}</summary>
        <div className="mt-4 grid gap-4">
          <RulesEditor rules={rules} onChange={setChanged} />
          <OwnRules rules={rules} competitions={competitions} />
          <MadeUpExample sport={sport} rules={rules} />
        </div>
      </details>
      <div>
        <Checkbox label={t('move.check_box')} checked={isMoving} onChange={setMoving} />
        <p className="mt-1 text-[12.5px] text-muted">{t('move.check_box_hint')}</p>
      </div>
      <p className="text-[13px] text-muted">{t('points_note')}</p>
      <FormAlert message={problems.form ?? null} />
      <Button type="submit" size="l" busy={isBusy}>
        {t('create')}
      </Button>
    </form>
  );
}

/** The rules as members will read them. */
function OwnRules({ rules, competitions }: { rules: TippingRules; competitions: readonly Competition[] }) {
  const sentences = useRuleSentences(competitions.length === 0 || hasFootball(competitions));
  return (
    <ul className="grid list-disc gap-1.5 pl-5 text-[13.5px] text-muted">
      {sentences(rules).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

interface PresetChoiceProps {
  /** Null once a rule was changed. */
  preset: Preset | null;
  sport: ReturnType<typeof sportOf>;
  onChoose: (preset: Preset) => void;
}

function PresetChoice({ preset, sport, onChoose }: PresetChoiceProps) {
  const t = useTranslations('tipping');
  return (
    <fieldset>
      <legend className="mb-2 text-[13.5px] font-[620]">{t('rules_title')}</legend>
      <div className="grid gap-2.5 md:grid-cols-2">
        {PRESET_NAMES.map((name) => (
          <label
            key={name}
            className={classNames(
              'relative grid cursor-pointer content-start gap-1.5 rounded-card border p-3.5 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              preset === name ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name="preset"
              value={name}
              checked={preset === name}
              onChange={() => onChoose(name)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <span className="font-[650]">{t(`preset.${name}`)}</span>
            <span className="text-[13px] text-muted">{t(`preset_lead.${name}`)}</span>
            <MadeUpExample sport={sport} rules={PRESETS[name]} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
