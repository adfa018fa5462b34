import { classNames } from '#web/lib/class-names.ts';
import type { Tick } from '#web/lib/use-tick.ts';

/** The small arrow beside a price that has just moved; nothing while it stands. */
export function TickArrow({ tick }: { tick: Tick }) {
  if (tick === null) return null;
  return (
    <span aria-hidden className={classNames('ml-[3px] align-[3px] text-[7px]', tick === 'up' ? 'text-good' : 'text-bad')}>
      {tick === 'up' ? '▲' : '▼'}
    </span>
  );
}
