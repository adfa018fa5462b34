/** The sports the product knows. */
export const SPORTS = ['football', 'basketball', 'tennis', 'esports'] as const;
export type Sport = (typeof SPORTS)[number];

/** Returns whether a sport's matches consist of separately won parts: sets or maps, as many as the format of the match says. */
export const isSeries = (sport: Sport): boolean => sport === 'tennis' || sport === 'esports';

/** A side of a match. On neutral ground "home" is merely the first named team. */
export const SIDES = ['home', 'away'] as const;
export type Side = (typeof SIDES)[number];

/** What a bet can pick: a side, or the draw in sports that have one. */
export const PICKS = ['home', 'draw', 'away'] as const;
export type Pick = (typeof PICKS)[number];

/** The possible picks: three outcomes, or two if a match cannot end level. */
export const picksOf = (drawPossible: boolean): readonly Pick[] => (drawPossible ? PICKS : SIDES);

/** What tennis is played on. Each favours other players. */
export const SURFACES = ['hard', 'clay', 'grass'] as const;
export type Surface = (typeof SURFACES)[number];

/** The part of a match in play for sports without football's halves (docs/rules.md#match-statuses). */
export const PERIOD_KINDS = ['quarter', 'overtime', 'set', 'map'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];
export interface Period {
  kind: PeriodKind;
  n: number;
}
