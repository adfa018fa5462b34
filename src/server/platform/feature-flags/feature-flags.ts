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

/** What operators have set for the whole site while it runs. */
export interface SiteSettings {
  /** Whether each is on. */
  switches: Readonly<Record<Switch, boolean>>;
  /** The banner that was set last, perhaps shown no longer; null where there is none. */
  notice: Notice | null;
}

/**
 * The site's settings as this process knows them: held in memory, so that asking costs nothing, also where stakes are placed. Changes of
 * this process are known at once, those of others within two seconds (modules/console/feature-flags).
 */
export interface SiteBoard {
  settings: () => SiteSettings;
  /**
   * Reads the settings anew and says whether they are others now. Of two readings at once the one that began last counts, whichever is
   * done first.
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
