import { useFormatter } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';

interface ChangeNoteProps {
  /** 0.018 is 1.8% more; null says nothing. */
  change: number | null;
  /** More is better: then it is green, and less is red. */
  isGood?: boolean;
  /** What it is compared with, in words that hold the change: for who points at it, and for screen readers. */
  words: (change: string) => string;
}

/** How much more or less than before, in a few signs. */
export function ChangeNote({ change, isGood = false, words }: ChangeNoteProps) {
  const format = useFormatter();
  if (change === null) return null;
  const text = format.number(change, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const isFlat = Math.abs(change) < 0.0005;
  const tone = !isGood || isFlat ? 'text-muted' : change > 0 ? 'text-good' : 'text-bad';
  return (
    <span title={words(text)} className={classNames('num text-[13px]', tone)}>
      <span aria-hidden>{text}</span>
      <span className="sr-only">{words(text)}</span>
    </span>
  );
}
