import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { QuestionValue, TippingQuestion } from '#contract/tipping-questions.ts';
import { RESULT_MAX } from '#domain/tipping/bonus.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useTicking } from '#web/lib/clock.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { useQuestionChanges } from './api.ts';
import { AnswersDialog } from './question-answers.tsx';
import { ValueFields } from './question-fields.tsx';
import { QuestionForm } from './question-form.tsx';
import { useQuestionText, useValueWords, useWorthWords } from './question-words.ts';

interface QuestionCardProps {
  group: TippingGroup;
  question: TippingQuestion;
}

const TONES = { open: 'accent', closed: 'quiet', decided: 'good' } as const;

/** A question: how long it is open and the caller's answer; once it has closed its result, the caller's points, and everybody's answers. */
export function QuestionCard({ group, question }: QuestionCardProps) {
  const t = useTranslations('tipping.questions');
  const format = useFormatter();
  const textOf = useQuestionText(group);
  const worth = useWorthWords();
  const [isShown, setShown] = useState(false);
  // It closes when the clock says so, whatever the answer on the page still says.
  const isPast = useTicking(1_000, (now) => now.getTime() >= Date.parse(question.deadline));
  const isOpen = question.state === 'open' && !isPast;
  const time = format.dateTime(new Date(question.deadline), 'day_time');
  const state = question.state === 'open' && !isOpen ? 'closed' : question.state;
  return (
    <Card title={textOf(question)} aside={<Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag>}>
      <div className="grid gap-3 text-[13.5px]">
        <p className="text-muted">
          {worth(question)} · {t(isOpen ? 'until' : 'closed_at', { time })}
        </p>
        {isOpen && group.role !== null && <AnswerForm key={JSON.stringify(question.mine)} group={group} question={question} />}
        {!isOpen && <Outcome question={question} isMember={group.role !== null} />}
        {!isOpen && (
          <Button look="quiet" size="s" className="w-fit" onClick={() => setShown(true)}>
            {t('all_answers')}
          </Button>
        )}
        {!isOpen && (group.role === 'owner' || group.role === 'helper') && (
          <ResultForm key={JSON.stringify(question.result)} group={group} question={question} />
        )}
        {isOpen && group.role === 'owner' && <OwnersActions group={group} question={question} />}
        {!isOpen && <Events question={question} />}
      </div>
      {isShown && <AnswersDialog group={group} question={question} onClose={() => setShown(false)} />}
    </Card>
  );
}

function AnswerForm({ group, question }: QuestionCardProps) {
  const t = useTranslations('tipping.questions');
  const textOf = useQuestionText(group);
  const { answer } = useQuestionChanges(group.id);
  const saved = question.mine?.values ?? [];
  const [values, setValues] = useState<readonly QuestionValue[]>(saved);
  const format = useFormatter();
  const { form, problems, isBusy, isRunning, run } = useSubmit({
    send: async () => {
      await answer(question.id, [...values]);
      toast('success', t('saved'));
    },
  });
  const takeBack = () =>
    run(async () => {
      await answer(question.id, null);
      toast('success', t('taken_back'));
    });
  const isSame = JSON.stringify(values) === JSON.stringify(saved);
  const label = question.kind === 'number' ? t('number') : question.kind === 'player' ? t('player') : textOf(question);
  return (
    <form {...form} className="grid gap-3">
      <ValueFields question={question} label={label} values={values} max={question.picks} onChange={setValues} />
      {question.picks > 1 && <p className="text-muted">{t('pick_of', { picked: values.length, of: question.picks })}</p>}
      <FormAlert message={problems.form ?? null} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={isBusy && !isRunning} disabled={values.length !== question.picks || isSame}>
          {t('save')}
        </Button>
        {question.mine && (
          <Button look="plain" busy={isRunning} onClick={takeBack}>
            {t('take_back')}
          </Button>
        )}
        {question.mine && isSame && (
          <span className="text-[12.5px] text-muted">
            {t('yours_at', { time: format.dateTime(new Date(question.mine.answered_at), 'day_time') })}
          </span>
        )}
      </div>
    </form>
  );
}

/** The result, the caller's answer, and what it was worth. */
function Outcome({ question, isMember }: { question: TippingQuestion; isMember: boolean }) {
  const t = useTranslations('tipping.questions');
  const words = useValueWords(question);
  const bold = (text: React.ReactNode) => <b className="font-bold text-text">{text}</b>;
  const { mine, result, scored } = question;
  return (
    <div className="grid gap-1">
      {result && (
        <p>
          {t.rich('result', { result: words(result.values), b: bold })}
          {result.origin === 'derived' && <span className="text-muted"> · {t('result_derived')}</span>}
        </p>
      )}
      {isMember && (
        <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
          <span>{mine ? t.rich('yours', { answer: words(mine.values), b: bold }) : t('no_answer')}</span>
          {scored && (
            <b className={scored.points > 0 ? 'num text-[18px] text-good' : 'num text-[18px] text-muted'}>
              {scored.right > 1 ? `${scored.right} × ${question.points} = ${scored.points}` : `+${scored.points}`}
            </b>
          )}
        </p>
      )}
    </div>
  );
}

/** Enters or corrects the result. */
function ResultForm({ group, question }: QuestionCardProps) {
  const t = useTranslations('tipping.questions');
  const textOf = useQuestionText(group);
  const { setResult } = useQuestionChanges(group.id);
  const [values, setValues] = useState<readonly QuestionValue[]>(question.result?.values ?? []);
  const enter = async (entered: QuestionValue[] | null) => {
    await setResult(question.id, entered);
    toast('success', t('entered'));
  };
  const chosen = values.filter((value) => value !== '');
  const { form, problems, isBusy, isRunning, run } = useSubmit({ send: () => enter(chosen) });
  const label = question.kind === 'number' ? t('enter_number') : question.kind === 'player' ? t('enter_players') : textOf(question);
  return (
    <details className="rounded-control border border-line p-3">
      <summary className="thumb w-fit cursor-pointer font-[620]">{t(question.result ? 'correct' : 'enter')}</summary>
      <form {...form} className="mt-3 grid gap-3">
        <p className="text-muted">{t('enter_lead')}</p>
        <ValueFields
          question={question}
          label={label}
          values={values}
          max={question.kind === 'number' ? 1 : RESULT_MAX}
          onChange={setValues}
        />
        <FormAlert message={problems.form ?? null} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="quiet" busy={isBusy && !isRunning} disabled={chosen.length === 0}>
            {t('enter_save')}
          </Button>
          <Button look="plain" disabled={isBusy} onClick={() => run(() => enter([]))}>
            {t('enter_nobody')}
          </Button>
          {question.result?.origin === 'entered' && (
            <Button look="plain" disabled={isBusy} onClick={() => run(() => enter(null))}>
              {t('enter_back')}
            </Button>
          )}
        </div>
      </form>
    </details>
  );
}

/** Changing shortly after asking, and withdrawing. */
function OwnersActions({ group, question }: QuestionCardProps) {
  const t = useTranslations('tipping.questions');
  const { withdraw } = useQuestionChanges(group.id);
  const [isChanging, setChanging] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const canChange = useTicking(1_000, (now) => now.getTime() < Date.parse(question.changeable_until));
  if (isChanging && canChange) return <QuestionForm group={group} changed={question} onDone={() => setChanging(false)} />;
  return (
    <div className="flex gap-2">
      {canChange && (
        <Button look="plain" size="s" onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      )}
      <Button look="plain" size="s" onClick={() => setAsking(true)}>
        {t('withdraw')}
      </Button>
      <RemovalDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('withdraw_title')}
        lead={t('withdraw_lead')}
        submit={t('withdraw')}
        onRemove={async () => {
          await withdraw(question.id).catch((error: unknown) => toast('error', errorText(error)));
        }}
      />
    </div>
  );
}

/** Who asked, changed and decided it, and when. */
function Events({ question }: { question: TippingQuestion }) {
  const t = useTranslations('tipping.questions');
  const format = useFormatter();
  const former = useTranslations('tipping')('former_member');
  const words = useValueWords(question);
  const told = question.events.map(({ at, by, terms, result }, index) => {
    const of = { name: by ?? former, time: format.dateTime(new Date(at), 'day_time') };
    if (terms) return t(index === 0 ? 'event.asked' : 'event.changed', of);
    return result ? t('event.entered', { ...of, result: words(result) }) : t('event.taken_back', of);
  });
  return (
    <details className="text-[12.5px] text-muted">
      <summary className="thumb w-fit cursor-pointer hover:text-text">{t('events')}</summary>
      <ol className="mt-1.5 grid list-disc gap-1 pl-5">
        {told.map((text, index) => (
          <li key={question.events[index]!.at + String(index)}>{text}</li>
        ))}
      </ol>
    </details>
  );
}
