import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { FavoriteKind } from '#contract/favorites.ts';
import { toggleFavorite, useIsFavorite } from '#web/data/favorites.ts';
import { classNames } from '#web/lib/class-names.ts';

interface FavoriteStarProps {
  kind: FavoriteKind;
  id: number;
  /** The name of the subject: "Avalon Town v Northgate". */
  name: string;
  className?: string;
}

/** Stars a match, a team or a league, and shows whether it is starred. The icon is small, its target as large as a thumb. */
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
 * Runs a change that may move or recreate the focused element elsewhere on the page; the focus moves to where it is now, or to the element
 * that `selector` finds there. The scroll position is kept.
 */
export function preserveFocus(act: () => void, selector: string): void {
  const focused = document.activeElement;
  flushSync(act);
  if (!(focused instanceof HTMLElement) || focused === document.activeElement) return;
  const now = focused.isConnected ? focused : document.querySelector<HTMLElement>(selector);
  now?.focus({ preventScroll: true });
}
