import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { LeagueRef } from '#contract/matches.ts';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { AskedQuestion, TippingQuestion } from '#contract/tipping-questions.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { BONUS_POINTS_MAX, CHOICES_MAX, CHOICES_MIN, QUESTION_TEXT_MAX } from '#domain/tipping/bonus.ts';
import { ApiError } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { byField, LEAVING, type Problems, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Switch } from '#web/ui/switches.tsx';
import { useQuestionChanges } from './api.ts';
import { isMixed, useRoundLabel } from './round-label.ts';

/** What can be asked. The last three are in the owner's own words. */
const ABOUT = ['champion', 'relegated', 'scorer', 'goals_round', 'goals_day', 'choice', 'number', 'name'] as const;
type About = (typeof ABOUT)[number];

const KINDS = {
  ...{ champion: 'team', relegated: 'teams', scorer: 'player', goals_round: 'number', goals_day: 'number' },
  ...{ choice: 'choice', number: 'number', name: 'player' },
} as const satisfies Record<About, TippingQuestion['kind']>;
const OWN: readonly About[] = ['choice', 'number', 'name'];
const OF_LEAGUE: readonly About[] = ['champion', 'relegated', 'scorer'];
const RELEGATED = ['2', '3', '4', '5', '6'] as const;

/** Returns which of these a question is. */
function aboutOf({ kind, text, day, round }: TippingQuestion): About {
  if (kind === 'choice') return 'choice';
  if (text !== null) return kind === 'number' ? 'number' : 'name';
  if (kind === 'number') return day !== null || round === null ? 'goals_day' : 'goals_round';
  return kind === 'team' ? 'champion' : kind === 'teams' ? 'relegated' : 'scorer';
}

/** Writes a time as a field of date and time takes it, in the browser's zone. */
function fieldTime(at: string | null): string {
  if (at === null) return '';
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** The leagues that the group tips, as far as they are known. */
function leaguesOf(group: TippingGroup): LeagueRef[] {
  const all = [
    ...group.competitions.flatMap((of) => (of.kind === 'league' ? [of.league] : [])),
    ...group.rounds.flatMap(({ league }) => league ?? []),
  ];
  return [...new Map(all.map((league) => [league.id, league])).values()];
}

interface QuestionFormProps {
  group: TippingGroup;
  /** The question that is changed; null: a new one is asked. */
  changed: TippingQuestion | null;
  onDone: () => void;
}

type Field = 'text' | 'choices' | 'points' | 'deadline' | 'day';

/** Asks the group a question, or changes it shortly after. */
export function QuestionForm({ group, changed, onDone }: QuestionFormProps) {
  const t = useTranslations('tipping.questions');
  const nameOf = useLocalName();
  const labelOf = useRoundLabel(isMixed(group.rounds));
  const { ask, change } = useQuestionChanges(group.id);
  const leagues = leaguesOf(group);
  const rounds = group.rounds.filter(({ state }) => state === 'open');
  const possible = ABOUT.filter((one) => (leagues.length > 0 || !OF_LEAGUE.includes(one)) && (rounds.length > 0 || one !== 'goals_round'));
  const [about, setAbout] = useState<About>(changed ? aboutOf(changed) : possible[0]!);
  const [league, setLeague] = useState(String(changed?.league?.id ?? leagues[0]?.id ?? ''));
  const [text, setText] = useState(changed?.text ?? '');
  const [choices, setChoices] = useState(changed?.choices.join('\n') ?? '');
  const [picks, setPicks] = useState<(typeof RELEGATED)[number]>(RELEGATED.find((one) => Number(one) === changed?.picks) ?? '3');
  const [round, setRound] = useState(changed?.round ?? rounds[0]?.key ?? '');
  const [day, setDay] = useState(changed?.day ?? '');
  const [nearest, setNearest] = useState(changed?.nearest ?? false);
  const [points, setPoints] = useState(String(changed?.points ?? 5));
  const startOf = (key: string) => fieldTime(group.rounds.find((one) => one.key === key)?.starts_at ?? null);
  const [deadline, setDeadline] = useState(changed ? fieldTime(changed.deadline) : '');
  const kind = KINDS[about];
  const isOwn = OWN.includes(about);
  const lines = choices
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const until = deadline === '' && about === 'goals_round' ? startOf(round) : deadline;

  const question = (): AskedQuestion => ({
    kind,
    text: isOwn ? text.trim() : null,
    day: about === 'goals_day' ? day : null,
    round: about === 'goals_round' ? round : null,
    choices: kind === 'choice' ? lines : [],
    picks: kind === 'teams' ? Number(picks) : 1,
    nearest: kind === 'number' && nearest,
    points: Number(points),
    // Own questions name the league that they are about, so that their result is hidden with its matches.
    league_id: (OF_LEAGUE.includes(about) || isOwn) && league !== '' ? Number(league) : null,
    deadline: new Date(until).toISOString(),
  });
  const check = (): Problems<Field> => {
    const worth = Number(points);
    const isDifferent = new Set(lines.map((line) => line.toLowerCase())).size === lines.length;
    return {
      ...(isOwn && text.trim() === '' && { text: t('text_missing') }),
      ...(kind === 'choice' &&
        (lines.length < CHOICES_MIN || lines.length > CHOICES_MAX || !isDifferent) && {
          choices: t('choices_wrong', { min: CHOICES_MIN, max: CHOICES_MAX }),
        }),
      ...(about === 'goals_day' && day === '' && { day: t('not_possible') }),
      ...(!(Number.isInteger(worth) && worth >= 1 && worth <= BONUS_POINTS_MAX) && {
        points: t('points_wrong', { max: BONUS_POINTS_MAX }),
      }),
      ...(!(Date.parse(until) > Date.now()) && { deadline: t('deadline_wrong') }),
    };
  };
  const refused = (error: unknown): Problems<Field> => {
    const field = error instanceof ApiError && error.code === 'invalid_payload' ? error.params?.field : null;
    if (field === 'deadline') return { deadline: t('deadline_wrong') };
    if (typeof field === 'string') return { form: t('not_possible') };
    return byField<Field>({ name_misleading: 'text' })(error);
  };
  const { form, problems, isBusy, forgive } = useSubmit<Field>({
    check,
    send: async () => {
      if (changed) await change(changed.id, question());
      else await ask(question());
      toast('success', t(changed ? 'changed' : 'asked'));
      onDone();
      return LEAVING;
    },
    refused,
  });
  const typed = (field: Field, set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    forgive(field);
  };
  return (
    <form {...form} className="grid gap-4">
      <SelectField
        label={t('what')}
        value={about}
        options={possible.map((value) => ({ value, label: t(`about.${value}`) }))}
        onChange={setAbout}
      />
      {isOwn && (
        <TextField
          label={t('text')}
          value={text}
          maxLength={QUESTION_TEXT_MAX}
          error={problems.text ?? null}
          onChange={typed('text', setText)}
        />
      )}
      {kind === 'choice' && <ChoicesField value={choices} error={problems.choices ?? null} onChange={typed('choices', setChoices)} />}
      {(OF_LEAGUE.includes(about) || isOwn) && leagues.length > 1 && (
        <SelectField
          label={t('league')}
          value={league}
          options={leagues.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
          onChange={setLeague}
        />
      )}
      {about === 'goals_round' && (
        <SelectField
          label={t('about.goals_round')}
          value={round}
          options={rounds.map((one) => ({ value: one.key, label: labelOf(one) }))}
          onChange={setRound}
        />
      )}
      {about === 'goals_day' && (
        <TextField label={t('day')} type="date" value={day} error={problems.day ?? null} onChange={typed('day', setDay)} />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {kind === 'teams' && (
          <SelectField label={t('picks')} value={picks} options={RELEGATED.map((value) => ({ value, label: value }))} onChange={setPicks} />
        )}
        <TextField
          label={t('points')}
          inputMode="numeric"
          value={points}
          error={problems.points ?? null}
          onChange={typed('points', setPoints)}
        />
        <TextField
          label={t('deadline')}
          type="datetime-local"
          value={until}
          error={problems.deadline ?? null}
          onChange={typed('deadline', setDeadline)}
        />
      </div>
      {kind === 'number' && <Switch label={t('nearest')} checked={nearest} onChange={setNearest} />}
      {changed && <p className="text-[13px] text-muted">{t('change_lead')}</p>}
      <FormAlert message={problems.form ?? null} />
      <div className="flex gap-2">
        <Button type="submit" busy={isBusy}>
          {t(changed ? 'change_save' : 'send')}
        </Button>
        <CancelButton onCancel={onDone} />
      </div>
    </form>
  );
}

function CancelButton({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations('tipping');
  return (
    <Button look="plain" onClick={onCancel}>
      {t('cancel')}
    </Button>
  );
}

interface ChoicesFieldProps {
  value: string;
  error: string | null;
  onChange: (event: { target: { value: string } }) => void;
}

function ChoicesField({ value, error, onChange }: ChoicesFieldProps) {
  const t = useTranslations('tipping.questions');
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-[12.5px] font-[550] text-muted">
        {t('choices')}
      </label>
      <textarea
        id={id}
        rows={4}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={onChange}
        className="rounded-control border border-line-strong bg-bg px-3 py-2 text-[16px] md:text-[14px]"
      />
      {error && (
        <p id={`${id}-error`} className="text-[12.5px] text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
