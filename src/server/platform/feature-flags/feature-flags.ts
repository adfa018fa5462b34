import type { Notice, Switch } from '#contract/feature-flags.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** Returns whether a switch is on, as this process knows it: at most two seconds old, without a query. */
export const isOn = ({ site }: Pick<Deps, 'site'>, name: Switch): boolean => site.settings().switches[name];

/** Throws `switched_off` if a switch is off. */
export function requireSwitch(deps: Pick<Deps, 'site'>, name: Switch): void {
  if (!isOn(deps, name)) throw new AppError('switched_off', { what: name });
}

/** Returns the current banner; null if there is none, or its time is over. */
export function shownNotice({ site, now }: Pick<Deps, 'site' | 'now'>): Notice | null {
  const { notice } = site.settings();
  return notice !== null && isShown(notice, now()) ? notice : null;
}

/** Returns whether a banner is shown. English replaces a missing translation, but a missing English text is not replaced. */
export const isShown = ({ en, zh_cn, vi, shown_until }: Notice, now: Date): boolean =>
  [en, zh_cn, vi].some((text) => text !== '') && (shown_until === null || new Date(shown_until) > now);

/** The settings that operators change at run time for the whole site. */
export interface SiteSettings {
  /** Whether each switch is on. */
  switches: Readonly<Record<Switch, boolean>>;
  /** The banner set last, which may have expired; null if there is none. */
  notice: Notice | null;
}

/**
 * The site's settings as this process knows them, in memory, so that reading them is free, also where stakes are placed. Changes by this
 * process apply at once, those by others within two seconds (modules/console/feature-flags).
 */
export interface SiteBoard {
  settings: () => SiteSettings;
  /**
   * Reloads the settings and returns whether they changed. Of two concurrent reads, the one that began last counts, whichever finishes
   * first.
   */
  renew: (read: () => Promise<SiteSettings>) => Promise<boolean>;
}

const UNTOUCHED: SiteSettings = { switches: { staking: true, redeem: true, chat: true, sign_up: true }, notice: null };

export function createSiteBoard(): SiteBoard {
  let known = UNTOUCHED;
  let begun = 0;
  let counted = 0;
  const renew = async (read: () => Promise<SiteSettings>): Promise<boolean> => {
    begun += 1;
    const turn = begun;
    const settings = await read();
    if (turn < counted) return false;
    counted = turn;
    const isOther = JSON.stringify(settings) !== JSON.stringify(known);
    known = settings;
    return isOther;
  };
  return { settings: () => known, renew };
}
