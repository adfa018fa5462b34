import type { Notice, Switch } from '#contract/feature-flags.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** Whether something is switched on, by what this process knows: at most two seconds old, and no question to the database. */
export const isOn = ({ site }: Pick<Deps, 'site'>, name: Switch): boolean => site.settings().switches[name];

/** Throws `switched_off` where something is not switched on. */
export function requireSwitch(deps: Pick<Deps, 'site'>, name: Switch): void {
  if (!isOn(deps, name)) throw new AppError('switched_off', { what: name });
}

/** The banner that pages show now; null where there is none, or its time is over. */
export function shownNotice({ site, now }: Pick<Deps, 'site' | 'now'>): Notice | null {
  const { notice } = site.settings();
  return notice !== null && isShown(notice, now()) ? notice : null;
}

/** English stands in where another language has no text, but none stands in for English. */
export const isShown = ({ en, zh_cn, vi, shown_until }: Notice, now: Date): boolean =>
  [en, zh_cn, vi].some((text) => text !== '') && (shown_until === null || new Date(shown_until) > now);
