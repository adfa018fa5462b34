import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CONFIDENCE_THRESHOLDS, type Confidence } from '#domain/confidence.ts';
import { Tag, type TagTone } from '#web/ui/tag.tsx';

interface ConfidenceTagProps {
  confidence: Confidence;
  drawPossible: boolean;
  /** Of the side that is known less. */
  pastMatches: number;
}

const TONES: Record<Confidence, TagTone> = { high: 'accent', medium: 'home', cautious: 'warn', low: 'quiet' };

/** How sure the forecast is; why, when it is touched, pointed at or reached by the keyboard. */
export function ConfidenceTag({ confidence, drawPossible, pastMatches }: ConfidenceTagProps) {
  const t = useTranslations('forecast');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [high, medium, cautious] = CONFIDENCE_THRESHOLDS[drawPossible ? 'three' : 'two'];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it is a shortcut; the button does the same.
    <span className="relative inline-block" onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        aria-describedby={id}
        className="thumb rounded-chip"
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        <Tag tone={TONES[confidence]}>{t(`confidence.${confidence}`)}</Tag>
      </button>
      <span
        id={id}
        role="tooltip"
        hidden={!isOpen}
        className="absolute top-full right-0 z-10 w-64 rounded-control border border-line-strong bg-raised p-3 text-left text-[12.5px] font-normal whitespace-normal text-text"
      >
        {t('confidence_why', { high: `${high}`, medium: `${medium}`, cautious: `${cautious}`, past: pastMatches })}
      </span>
    </span>
  );
}
