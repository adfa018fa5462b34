import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { EXCLUSION_KINDS, type ExclusionKind, exclusionEnd } from '#domain/play-limits/play-limits.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { useMeta } from '#web/data/queries.tsx';
import { useNow } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { type Away, TimeAwayDialog } from './time-away-dialog.tsx';

/** Hours of a time-out, months of a self-exclusion. */
const LENGTHS: Record<ExclusionKind, readonly number[]> = { time_out: [24, 72, 168, 336, 672, 1_008], self_exclusion: [6, 12, 24, 60] };

/** Time away from play, short or long; who is away already may make it longer. */
export function TimeAwayCard() {
  const t = useTranslations('play_limits');
  const supportUrl = useMeta()?.support_url ?? null;
  const isAway = useAwayUntil() !== null;
  const [asked, setAsked] = useState<Away | null>(null);
  return (
    <Card title={t('away_heading')}>
      <p className="text-[13px] text-pretty text-muted">{t(isAway ? 'longest' : 'away_lead')}</p>
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

/** How long it is to last: nothing is offered that would be over before the time away that holds already. */
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

/** "3 days", "6 weeks", "2 years". */
function useLengthName(): (away: Away) => string {
  const t = useTranslations('play_limits');
  return ({ kind, length }) => {
    if (kind === 'self_exclusion') return length % 12 === 0 ? t('years', { years: length / 12 }) : t('months', { months: length });
    if (length % (7 * 24) === 0) return t('weeks', { weeks: length / (7 * 24) });
    return length > 24 && length % 24 === 0 ? t('days', { days: length / 24 }) : t('hours', { hours: length });
  };
}
