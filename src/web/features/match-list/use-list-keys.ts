import { toggleFavorite } from '#web/data/favorites.ts';
import { useHotkey } from '#web/lib/keyboard.ts';
import { preserveFocus } from '#web/ui/favorite-star.tsx';

interface ListKeys {
  onPreviousDay: () => void;
  onNextDay: () => void;
}

/** Attribute of rows' links with the match's id. */
export const ROW_LINK = 'data-match-link';

/** Keyboard shortcuts: `[` and `]` change the day, `j` and `k` the row, `f` toggles a favorite; Enter opens the focused link. */
export function useListKeys({ onPreviousDay, onNextDay }: ListKeys): void {
  useHotkey('[', onPreviousDay);
  useHotkey(']', onNextDay);
  useHotkey('j', () => focusRow(1));
  useHotkey('k', () => focusRow(-1));
  useHotkey('f', () => {
    const id = focusedRow()?.getAttribute(ROW_LINK);
    if (id) preserveFocus(() => toggleFavorite('match', Number(id)), `[${ROW_LINK}="${id}"]`);
  });
}

/** Returns the link of the row with the focus, on the link itself or elsewhere in the row. */
const focusedRow = (): HTMLElement | null => document.activeElement?.closest('li')?.querySelector<HTMLElement>(`[${ROW_LINK}]`) ?? null;

function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`)];
  const focused = focusedRow();
  const at = focused === null ? -1 : rows.indexOf(focused);
  const next = rows[Math.max(0, at + step)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
