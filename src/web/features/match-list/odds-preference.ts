import { create } from 'zustand';
import { recall, remember } from '#web/lib/storage.ts';

const KEY = 'show_odds';

/** Whether rows show prices; remembered in this browser, on until switched off. */
export const useShowOdds = create<{ show: boolean }>(() => ({ show: recall(KEY) !== 'false' }));

export function setShowOdds(show: boolean): void {
  remember(KEY, String(show));
  useShowOdds.setState({ show });
}
