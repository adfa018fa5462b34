import type { Deps } from '#server/deps.ts';
import { type Forecaster, unlessAway } from './forecaster.ts';
import { findChangedSeasons, storeOutlook } from './season-outlook-queries.ts';

/**
 * Simulates, in the forecaster's thread, the seasons that changed since the last time. Call the returned function periodically; a season
 * that cannot be simulated is tried again once something in it has changed.
 */
export function createOutlookRenewal(deps: Deps, forecaster: Forecaster): () => Promise<void> {
  const refused = new Set<string>();
  const renew = async () => {
    if (!forecaster.isThere()) return;
    for (const season of await findChangedSeasons(deps.db)) {
      const key = `${season.league_id} ${season.made_from}`;
      if (refused.has(key)) continue;
      const outlook = await forecaster.ask({ kind: 'simulate', leagueId: season.league_id, season: season.season });
      if (outlook === null) refused.add(key);
      else await storeOutlook(deps.db, season, outlook, deps.now());
    }
  };
  return () => unlessAway(renew());
}
