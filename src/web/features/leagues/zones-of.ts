import type { StandingRow } from '#contract/leagues.ts';
import type { ZoneKind } from '#domain/league-rules.ts';

/** The zones that these tables have, from the top down, with the first and last place that they take in any of them. */
export function zonesOf(tables: readonly { rows: readonly Pick<StandingRow, 'position' | 'zone'>[] }[]) {
  const zones = new Map<ZoneKind, { kind: ZoneKind; from: number; to: number }>();
  for (const { position, zone } of tables.flatMap(({ rows }) => rows)) {
    if (zone === null) continue;
    const known = zones.get(zone) ?? { kind: zone, from: position, to: position };
    zones.set(zone, { ...known, from: Math.min(known.from, position), to: Math.max(known.to, position) });
  }
  return [...zones.values()].toSorted((a, b) => a.from - b.from);
}
