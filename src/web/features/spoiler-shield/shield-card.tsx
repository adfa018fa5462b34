import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Timer from 'lucide-react/icons/timer';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { HIDDEN_HOURS, SHIELD_DELAYS } from '#domain/notifications/shield.ts';
import { setSpoilerMode } from '#web/data/set-spoiler-mode.ts';
import { useShield } from '#web/data/shield.ts';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

/** The usual delay of a stream, in seconds. */
const DELAY_INITIALLY = 45;

/** Sets the spoiler shield: none, a delay in seconds, or no results until revealed. Takes effect at once. */
export function ShieldCard() {
  const t = useTranslations('shield');
  const shield = useShield((state) => state.shield);
  const delay = shield && 'delaySeconds' in shield ? shield.delaySeconds : null;
  const hides = shield !== null && 'revealed' in shield;
  return (
    <Card title={t('heading')}>
      <p className="mb-4 text-[13px] text-pretty text-muted">{t('lead')}</p>
      <div role="radiogroup" aria-label={t('heading')} className="grid gap-2.5">
        <Choice
          icon={<Eye size={18} />}
          label={t('off')}
          hint={t('off_hint')}
          isChosen={shield === null}
          onChoose={() => setSpoilerMode(null)}
        />
        <Choice
          icon={<Timer size={18} />}
          label={t('delay')}
          hint={t('delay_hint')}
          isChosen={delay !== null}
          onChoose={() => setSpoilerMode({ delaySeconds: DELAY_INITIALLY })}
        />
        {delay !== null && (
          <SelectField
            label={t('delay_seconds')}
            className="max-w-[260px] pl-[42px]"
            value={String(delay)}
            options={SHIELD_DELAYS.map((seconds) => ({ value: String(seconds), label: t('seconds', { seconds }) }))}
            onChange={(seconds) => setSpoilerMode({ delaySeconds: Number(seconds) })}
          />
        )}
        <Choice
          icon={<EyeOff size={18} />}
          label={t('hide')}
          hint={t('hide_hint', { hours: HIDDEN_HOURS })}
          isChosen={hides}
          onChoose={() => setSpoilerMode({ revealed: [] })}
        />
      </div>
      <p className="mt-4 text-[12.5px] text-pretty text-faint">{t('limits')}</p>
    </Card>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  label: string;
  hint: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ icon, label, hint, isChosen, onChoose }: ChoiceProps) {
  const hintId = useId();
  return (
    <label className="relative flex cursor-pointer items-start gap-3 rounded-control border border-line px-3.5 py-3 hover:border-line-strong has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="shield"
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={hintId}
        className="absolute inset-0 cursor-pointer appearance-none outline-none"
      />
      <span aria-hidden className={`mt-px flex-none ${isChosen ? 'text-accent' : 'text-muted'}`}>
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block font-[620]">{label}</span>
        <span id={hintId} className="block text-[13px] text-pretty text-muted">
          {hint}
        </span>
      </span>
    </label>
  );
}
