import { create } from 'zustand';
import { recall, remember } from '#web/lib/storage.ts';

const KEY = 'goal_toasts';

/** Whether goals of favorites are shown on other pages of the site; a setting of the device, not of the account. */
export const useGoalToasts = create<{ isOn: boolean }>(() => ({ isOn: recall(KEY) === 'on' }));

export function setGoalToasts(isOn: boolean): void {
  remember(KEY, isOn ? 'on' : null);
  useGoalToasts.setState({ isOn });
}
