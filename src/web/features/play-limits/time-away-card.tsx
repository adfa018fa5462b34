import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { EXCLUSION_KINDS, type ExclusionKind, exclusionEnd } from '#domain/play-limits/play-limits.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { errorText } from '#web/data/api-error.ts';
import { useAwayUntil, useLimits } from '#web/data/play-limits.ts';
import { useMeta } from '#web/data/queries.tsx';
import { toast } from '#web/data/toasts.ts';
import { useNow } from '#web/lib/clock.ts';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useExcludeSelf } from './api.ts';
import { HelpHint } from './help-lines.tsx';

/** Hours for a time-out, months for a self-exclusion. */
const LENGTHS: Record<ExclusionKind, readonly number[]> = { time_out: [24, 72, 168, 336, 672, 1_008], self_exclusion: [6, 12, 24, 60] };

/** Starts time away from play, or extends it. */
export function TimeAwayCard() {
  const t = useTranslations('play_limits');
  const supportUrl = useMeta()?.support_url ?? null;
  const isAway = useAwayUntil() !== null;
  const pausedUntil = useLimits().data?.tipping_paused_until ?? null;
  const format = useFormatter();
  const [asked, setAsked] = useState<Away | null>(null);
  return (
    <Card title={t('away_heading')}>
      <p className="text-[13px] text-pretty text-muted">{t(isAway ? 'longest' : 'away_lead')}</p>
      {pausedUntil && (
        <p className="mt-1 text-[13px] text-pretty text-muted">
          {t('tipping_until', { date: format.dateTime(new Date(pausedUntil), 'date_time') })}
        </p>
      )}
      <div className="mt-4 grid gap-6 md:grid-cols-2">
        {EXCLUSION_KINDS.map((kind) => (
          <LengthForm key={kind} kind={kind} onAsk={(length) => setAsked({ kind, length })} />
        ))}
      </div>
      {supportUrl && (
        <p className="mt-5 text-[13px] text-pretty text-muted">
          {t.rich('support', {
            link: (words) => (
              <a href={supportUrl} className="font-semibold underline underline-offset-2">
                {words}
              </a>
            ),
          })}
        </p>
      )}
      <TimeAwayDialog asked={asked} onClose={() => setAsked(null)} />
    </Card>
  );
}

/** Selects the length: none that would end before the current time away. */
function LengthForm({ kind, onAsk }: { kind: ExclusionKind; onAsk: (length: number) => void }) {
  const t = useTranslations('play_limits');
  const lengthName = useLengthName();
  const now = useNow(MINUTE_MS);
  const awayUntil = useAwayUntil();
  const lengths = LENGTHS[kind].filter((length) => awayUntil === null || exclusionEnd(kind, length, now) > awayUntil);
  const [chosen, setChosen] = useState(lengths[0]);
  const length = lengths.find((one) => one === chosen) ?? lengths[0];
  if (length === undefined) return null;
  return (
    <section aria-label={t(kind)} className="grid content-start gap-3">
      <div>
        <h3 className="font-[650]">{t(kind)}</h3>
        <p className="text-[12.5px] text-pretty text-faint md:min-h-[38px]">{t(`${kind}_hint`)}</p>
      </div>
      <SelectField
        label={t('length')}
        value={String(length)}
        options={lengths.map((one) => ({ value: String(one), label: lengthName({ kind, length: one }) }))}
        onChange={(value) => setChosen(Number(value))}
      />
      <Button look="quiet" onClick={() => onAsk(length)}>
        {t(`choose_${kind}`)}
      </Button>
    </section>
  );
}

/** Formats a length as "3 days", "6 weeks", "2 years". */
function useLengthName(): (away: Away) => string {
  const t = useTranslations('play_limits');
  return ({ kind, length }) => {
    if (kind === 'self_exclusion') return length % 12 === 0 ? t('years', { years: length / 12 }) : t('months', { months: length });
    if (length % (7 * 24) === 0) return t('weeks', { weeks: length / (7 * 24) });
    return length > 24 && length % 24 === 0 ? t('days', { days: length / 24 }) : t('hours', { hours: length });
  };
}

/** The requested time away: hours for a time-out, months for a self-exclusion. */
interface Away {
  kind: ExclusionKind;
  length: number;
}

interface TimeAwayDialogProps {
  /** Null while the dialog is closed. */
  asked: Away | null;
  onClose: () => void;
}

/** Says what stops, what stays and until when, and asks for confirmation, because it cannot be undone. */
function TimeAwayDialog({ asked, onClose }: TimeAwayDialogProps) {
  const t = useTranslations('play_limits');
  const format = useFormatter();
  const now = useNow();
  const [step, setStep] = useState<{ asked: Away | null; isSure: boolean }>({ asked, isSure: false });
  // The last request stays visible during the closing animation; another one starts with the first step.
  if (asked !== null && asked !== step.asked) setStep({ asked, isSure: false });
  const shown = asked ?? step.asked;
  if (shown === null) return null;
  const date = format.dateTime(exclusionEnd(shown.kind, shown.length, now), 'date_time');
  const title = step.isSure ? t('sure_title') : t(`confirm_title.${shown.kind}`);
  return (
    <Dialog
      open={asked !== null}
      onClose={onClose}
      title={title}
      lead={step.isSure ? t('sure_lead', { date }) : t('confirm_until', { date })}
      isCalm
    >
      {step.isSure ? (
        <Sure away={shown} onClose={onClose} />
      ) : (
        <div className="grid gap-4">
          <Facts heading={t('stops')}>
            <li>{t('stops_play')}</li>
            <li>{t('stops_messages')}</li>
            {shown.kind === 'self_exclusion' && <li>{t('stops_elsewhere')}</li>}
          </Facts>
          <Facts heading={t('stays')}>
            <li>{t('stays_points')}</li>
            <li>{t('stays_bets')}</li>
            <li>{t('stays_account')}</li>
          </Facts>
          {shown.kind === 'self_exclusion' && <HelpHint />}
          <div className="grid gap-2">
            <Button wide onClick={() => setStep({ asked: shown, isSure: true })}>
              {t('go_on')}
            </Button>
            <Button wide look="plain" onClick={onClose}>
              {t('not_now')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

const Facts = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <section>
    <h3 className="text-[12.5px] font-[650] text-muted">{heading}</h3>
    <ul className="mt-1 grid list-disc gap-1 pl-5 text-[13.5px] text-pretty">{children}</ul>
  </section>
);

function Sure({ away: { kind, length }, onClose }: { away: Away; onClose: () => void }) {
  const t = useTranslations('play_limits');
  const exclude = useExcludeSelf();
  const [isTicked, setTicked] = useState(false);
  const [alsoTipping, setAlsoTipping] = useState(false);
  const { form, problems, isBusy, forgive } = useSubmit<'sure'>({
    check: () => (isTicked ? {} : { sure: t('sure_missing') }),
    send: async () => {
      await exclude.mutateAsync({ kind, ...(kind === 'time_out' ? { hours: length } : { months: length }), pauses_tipping: alsoTipping });
      toast('success', t('begun'));
      onClose();
      return LEAVING;
    },
    refused: (error) => ({ form: `${t('begin_failed')} ${errorText(error)}` }),
  });

  function tick(isOn: boolean) {
    setTicked(isOn);
    forgive('sure');
  }

  return (
    <form {...form} className="grid gap-4">
      <Checkbox label={t('also_tipping')} checked={alsoTipping} onChange={setAlsoTipping} />
      <Checkbox label={t('sure')} checked={isTicked} onChange={tick} error={problems.sure} />
      <FormAlert message={problems.form} />
      <div className="grid gap-2">
        <Button type="submit" wide look="danger" busy={isBusy}>
          {t('begin')}
        </Button>
        <Button wide look="plain" onClick={onClose}>
          {t('not_now')}
        </Button>
      </div>
    </form>
  );
}
