import { classNames } from '#web/lib/class-names.ts';

/** Holds the place of something that is on its way: give it that thing's size, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-skeleton rounded-tag bg-[color-mix(in_oklab,var(--line)_65%,transparent)]', className)}
    />
  );
}
