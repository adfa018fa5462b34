import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';

interface FavouriteStarProps {
  /** "Avalon Town v Northgate". */
  matchName: string;
  isFavourite: boolean;
  onToggle: () => void;
}

/** Small to look at, as large as a thumb to press. */
export function FavouriteStar({ matchName, isFavourite, onToggle }: FavouriteStarProps) {
  const t = useTranslations('matches');
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={t(isFavourite ? 'favorite_remove' : 'favorite_add', { match: matchName })}
      onClick={onToggle}
      className={classNames(
        'relative z-1 justify-self-center text-[17px] leading-none transition-colors before:absolute before:-inset-[13px] before:content-[""]',
        isFavourite ? 'text-accent' : 'text-faint hover:text-text',
      )}
    >
      {isFavourite ? '★' : '☆'}
    </button>
  );
}
