import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';

interface PlacesMovedProps {
  places: number;
  /** Where it stands below the place, for want of room beside it. */
  below: 'phone' | 'always';
}

/** Places gained or lost by the matches in play: an arrow with their number, and nothing where a team kept its place. */
export function PlacesMoved({ places, below }: PlacesMovedProps) {
  const t = useTranslations('leagues');
  if (places === 0) return null;
  const count = Math.abs(places);
  return (
    <span
      role="img"
      aria-label={t(places > 0 ? 'moved_up' : 'moved_down', { count })}
      className={classNames(
        'text-[11px] leading-none whitespace-nowrap',
        places > 0 ? 'text-good' : 'text-bad',
        below === 'always' ? 'mt-[3px] block' : 'max-md:mt-[3px] max-md:block md:ml-1',
      )}
    >
      {places > 0 ? '▲' : '▼'}
      {count}
    </span>
  );
}
