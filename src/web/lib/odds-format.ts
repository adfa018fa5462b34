/** Decimal odds, always with two places and a point: they are compared at a glance, in every language. */
export const formatOdds = (odds: number): string => odds.toFixed(2);
