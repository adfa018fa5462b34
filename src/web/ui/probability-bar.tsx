import { useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { percentages } from '#domain/forecast/percentages.ts';
import { classNames } from '#web/lib/class-names.ts';

interface ProbabilityBarProps {
  /** 0 to 1 each; 0 for the draw in a sport without one. */
  probability: { home: number; draw: number; away: number };
  /** A draw is possible although its share is 0. */
  hasDraw?: boolean;
  /** Whose probabilities they are; null where words beside the bar say it. */
  source?: 'market' | null;
}

const COLOURS = { home: 'bg-home', draw: 'bg-draw', away: 'bg-away' } as const;

/**
 * The probabilities of home, draw and away as a bar in three colours, the largest number in bold. The first bar of a page says in words whose
 * probabilities it shows, the others by a small mark.
 */
export function ProbabilityBar({ probability, hasDraw = probability.draw > 0, source = 'market' }: ProbabilityBarProps) {
  const t = useTranslations('common');
  const sides = (['home', 'draw', 'away'] as const).filter((side) => side !== 'draw' || hasDraw);
  const percents = percentages(sides.map((side) => probability[side]));
  const most = Math.max(...percents);
  const [home = 0, second = 0, third = 0] = percents;
  const label =
    sides.length === 3
      ? t('probability', { home: `${home}%`, draw: `${second}%`, away: `${third}%` })
      : t('probability_two', { home: `${home}%`, away: `${second}%` });
  return (
    <div className={source ? 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-1.5' : undefined}>
      <div role="img" aria-label={label}>
        <div className="flex h-1.5 gap-0.5 overflow-hidden rounded-[4px]">
          {sides.map((side, index) => (
            <i
              key={side}
              className={classNames('block transition-[width] duration-250', COLOURS[side])}
              style={{ width: `${percents[index]}%` }}
            />
          ))}
        </div>
        <div className="num mt-[5px] flex justify-between text-[12px] text-muted">
          {sides.map((side, index) => (
            <span key={side} className={percents[index] === most ? 'font-bold text-text' : undefined}>
              {percents[index]}%
            </span>
          ))}
        </div>
      </div>
      {source && <MarketMark words={t('chances_of_market')} />}
    </div>
  );
}

/** Whether a bar of this page says in words what it is. */
let isSaid = false;

/** Marks probabilities as those behind the bookmakers' odds: the first mark of a page in words, too. */
function MarketMark({ words }: { words: string }) {
  const [isFirst, setFirst] = useState(false);
  useLayoutEffect(() => {
    if (isSaid) return;
    isSaid = true;
    setFirst(true);
    return () => {
      isSaid = false;
    };
  }, []);
  return (
    <>
      <svg role="img" aria-label={words} width="9" height="9" viewBox="0 0 9 9" className="-mt-px fill-current text-faint">
        <title>{words}</title>
        <path d="M0 5h2v4H0zM3.5 0h2v9h-2zM7 3h2v6H7z" />
      </svg>
      {isFirst && (
        <p aria-hidden className="col-span-2 text-[11px] leading-[1.3] text-muted">
          {words}
        </p>
      )}
    </>
  );
}
