import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';
import { formatOdds, TickArrow, useTick } from '#web/ui/odds.tsx';
import type { SparklineProps } from './sparkline.tsx';
import type { Point } from './sparkline-path.ts';
import { SPARKLINE } from './sparkline-size.ts';

/** Where the drawing cannot be had, the words beside it do. */
const Sparkline = lazy<ComponentType<SparklineProps>>(() =>
  import('./sparkline.tsx').then(
    (loaded) => ({ default: loaded.Sparkline }),
    () => ({ default: () => null }),
  ),
);

interface PriceCellProps {
  now: number | null;
  opening: number | null;
  points: readonly Point[];
  isBest: boolean;
  isSuspended: boolean;
}

/** The price now, how it went since opening, and what it was then. It takes on the colour of its way for a moment when it moves. */
export function PriceCell({ now, opening, points, isBest, isSuspended }: PriceCellProps) {
  const t = useTranslations('match');
  const tick = useTick(now);
  if (now === null) return <span className="text-faint">–</span>;
  const went = opening === null || opening === now ? null : now > opening ? 'up' : 'down';
  return (
    <span
      className={classNames(
        'num inline-grid min-w-[66px] justify-items-center rounded-[8px] border px-1.5 py-1 leading-tight',
        isBest ? 'border-line-strong bg-raised' : 'border-transparent',
        isSuspended && 'text-faint',
      )}
    >
      <b
        className={classNames(
          'text-[16px] transition-colors duration-250 motion-reduce:transition-none',
          isBest ? 'font-bold' : 'font-[550]',
          tick && COLOURS[tick],
        )}
      >
        {formatOdds(now)}
        <TickArrow tick={went} />
        {isBest && <span className="sr-only">, {t('best')}</span>}
      </b>
      {points.length > 1 && (
        <span className="my-0.5 block" style={SPARKLINE}>
          <Suspense>
            <Sparkline points={points} className={COLOURS[went ?? 'none']} />
          </Suspense>
        </span>
      )}
      {opening !== null && (
        <small className="text-[11.5px] font-medium text-faint">
          <span className="sr-only">{t('moved_to', { from: formatOdds(opening), to: formatOdds(now) })}</span>
          <span aria-hidden>{formatOdds(opening)}</span>
        </small>
      )}
    </span>
  );
}

const COLOURS = { up: 'text-good', down: 'text-bad', none: 'text-faint' } as const;
