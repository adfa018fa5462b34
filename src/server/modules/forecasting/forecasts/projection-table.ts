import type { Projection } from '#contract/forecasts.ts';
import { meanPlace, placeProbability, total } from '#domain/forecast/season-simulation.ts';
import type { Zone } from '#domain/league-rules.ts';
import { rulesOf } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { PlaceCounts } from './season-outlook.ts';
import { findMatchOutlook } from './season-outlook-queries.ts';

type TableView = NonNullable<Projection['projection']>['table'];
type TableEffect = NonNullable<TableView>['home']['now'];

/** Fewer seasons say too little: a probability of a half would have a standard error of over 7 points. */
const SEASONS_MIN = 50;

/** What a match's result would do to the table; null where its season was not simulated, or the match is over. */
export async function tableEffects(db: Db, matchId: number): Promise<TableView> {
  const row = await findMatchOutlook(db, matchId);
  if (!row?.home || !row.away || !row.given) return null;
  const { zones } = rulesOf(row, row.season);
  const { given } = row;
  const effectsOn = (now: PlaceCounts, side: 'home' | 'away') => ({
    now: effectOf(now, zones)!,
    home: effectOf(given[side].home, zones),
    draw: effectOf(given[side].draw, zones),
    away: effectOf(given[side].away, zones),
  });
  return { simulated_at: row.simulated_at.toISOString(), home: effectsOn(row.home, 'home'), away: effectsOn(row.away, 'away') };
}

function effectOf(places: PlaceCounts, zones: readonly Zone[]): TableEffect | null {
  const seasons = total(places);
  if (seasons < SEASONS_MIN) return null;
  const inZones: Record<string, number> = {};
  for (const { kind, from, to } of zones) inZones[kind] = (inZones[kind] ?? 0) + placeProbability(places, from, to)!;
  return { seasons, position: meanPlace(places)!, champion: placeProbability(places, 1, 1)!, zones: inZones };
}
