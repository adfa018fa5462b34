import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { FavoriteKind } from '#contract/favorites.ts';
import { toggleFavorite, useIsFavorite } from '#web/data/favorites.ts';
import { classNames } from '#web/lib/class-names.ts';

interface FavoriteStarProps {
  kind: FavoriteKind;
  id: number;
  /** What is starred, as the reader knows it: "Avalon Town v Northgate". */
  name: string;
  className?: string;
}

/** Stars a match, a team or a league, and says whether it is starred. Small to look at, as large as a thumb to press. */
export function FavoriteStar({ kind, id, name, className }: FavoriteStarProps) {
  const t = useTranslations('favorites');
  const isFavorite = useIsFavorite(kind, id);
  const mark = `${kind}:${id}`;
  return (
    <button
      type="button"
      data-star={mark}
      aria-label={t(isFavorite ? 'remove' : 'add', { name })}
      onClick={() => preserveFocus(() => toggleFavorite(kind, id), `[data-star="${mark}"]`)}
      className={classNames(
        'relative z-1 flex-none justify-self-center text-[17px] leading-none transition-colors before:absolute before:-inset-x-[15px] before:-inset-y-[14px] before:content-[""]',
        isFavorite ? 'text-accent' : 'text-faint hover:text-text',
        className,
      )}
    >
      {isFavorite ? '★' : '☆'}
    </button>
  );
}

/**
 * Does what may take the focused element to another place of the page, where React makes it anew; the focus follows to the
 * element that `selector` finds there. The page stays where it is scrolled to.
 */
export function preserveFocus(act: () => void, selector: string): void {
  const focused = document.activeElement;
  flushSync(act);
  if (focused && !focused.isConnected) document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
