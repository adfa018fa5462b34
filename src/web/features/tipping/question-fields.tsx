import { useQuery } from '@tanstack/react-query';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { getLeagueScorers } from '#contract/leagues.ts';
import type { QuestionValue, TippingQuestion } from '#contract/tipping-questions.ts';
import { NUMBER_MAX } from '#domain/tipping/bonus.ts';
import { call } from '#web/data/call.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Chip } from '#web/ui/switches.tsx';

interface ValueFieldsProps {
  question: TippingQuestion;
  /** The name of the fields for screen readers. */
  label: string;
  values: readonly QuestionValue[];
  onChange: (values: QuestionValue[]) => void;
  /** How many values can be chosen. */
  max: number;
}

/** The fields of an answer or a result: teams and choices to press, a number by steps, or a name. */
export function ValueFields(props: ValueFieldsProps) {
  const { kind } = props.question;
  if (kind === 'number') return <NumberField {...props} />;
  if (kind === 'player') return <PlayerField {...props} />;
  return <ChoiceChips {...props} />;
}

function ChoiceChips({ question, label, values, onChange, max }: ValueFieldsProps) {
  const nameOf = useLocalName();
  const options =
    question.kind === 'choice'
      ? question.choices.map((name, value) => ({ value, name }))
      : question.teams.map((team) => ({ value: team.id, name: nameOf(team) }));
  const press = (value: number) => {
    if (values.includes(value)) return onChange(values.filter((other) => other !== value));
    // Of one answer the new one replaces the old one; of several the first goes.
    onChange([...values, value].slice(-max));
  };
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-2">
      {options.map(({ value, name }) => (
        <Chip key={value} pressed={values.includes(value)} onPress={() => press(value)} className="max-w-full whitespace-normal!">
          {name}
        </Chip>
      ))}
    </fieldset>
  );
}

function NumberField({ label, values, onChange }: ValueFieldsProps) {
  const t = useTranslations('tipping.questions');
  const [value] = values;
  const set = (number: number) => onChange([Math.min(NUMBER_MAX, Math.max(0, number))]);
  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, String(NUMBER_MAX).length);
    onChange(digits === '' ? [] : [Number(digits)]);
  };
  return (
    <div className="flex items-end gap-2">
      <Button look="quiet" aria-label={t('fewer')} disabled={value === 0} onClick={() => set(Number(value ?? 1) - 1)}>
        <Minus size={16} aria-hidden />
      </Button>
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete="off"
        value={value ?? ''}
        onChange={(event) => type(event.target.value)}
        className="w-28 grid-cols-1"
      />
      <Button look="quiet" aria-label={t('more')} onClick={() => set(Number(value ?? -1) + 1)}>
        <Plus size={16} aria-hidden />
      </Button>
    </div>
  );
}

const NAME_LENGTH_MAX = 60;

/** A name, typed or chosen from those who have scored in the league; several are separated by commas. */
function PlayerField({ question, label, values, onChange, max }: ValueFieldsProps) {
  const id = useId();
  const leagueId = question.league?.id ?? 0;
  const { data } = useQuery({
    queryKey: ['tipping-scorers', leagueId],
    queryFn: ({ signal }) => call(getLeagueScorers, { id: leagueId, top: 50 }, signal),
    enabled: leagueId !== 0,
  });
  const type = (text: string) => onChange(max === 1 ? (text === '' ? [] : [text]) : text === '' ? [] : text.split(/,\s*/));
  return (
    <>
      <TextField
        label={label}
        list={id}
        autoComplete="off"
        maxLength={NAME_LENGTH_MAX * max}
        value={values.join(', ')}
        onChange={(event) => type(event.target.value)}
      />
      <datalist id={id}>
        {(data?.items ?? []).map(({ player, team }) => (
          <option key={`${team.id} ${player}`} value={player} />
        ))}
      </datalist>
    </>
  );
}
