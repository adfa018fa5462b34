import type { Notice, Switch } from '#contract/feature-flags.ts';

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
