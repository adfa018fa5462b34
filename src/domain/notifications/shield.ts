/**
 * The spoiler shield: who watches a broadcast that lags behind, or will watch the match tonight, is shown nothing ahead of it. Either the
 * site as it was some seconds ago, or without the results of the last two days until each is asked for (docs/decisions/042).
 */
export type Shield = { delaySeconds: number } | { revealed: readonly number[] };

/** Delays that can be chosen, in seconds: each is a site of its own. */
export const SHIELD_DELAYS = [15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180] as const;
/** Kinds of shields, as they are named where matches that were asked for play no part. */
export const SHIELD_MODES: readonly string[] = [...SHIELD_DELAYS.map(String), 'reveal'];
/** Matches that can be shown nevertheless at the same time; the oldest are hidden again. */
export const REVEALED_MAX = 60;
/** A result is hidden for so long after the kick-off; from then on everybody has it. */
export const HIDDEN_HOURS = 48;

const MATCH_ID = /^[1-9]\d{0,9}$/;
const MATCH_ID_MAX = 2_147_483_647;

/** The cookie's value: `45`, `reveal`, or `reveal.12.15`. Null for whatever is none of these. */
export function parseShield(text: string): Shield | null {
  const [mode, ...ids] = text.split('.', REVEALED_MAX + 1);
  if (mode === 'reveal') return { revealed: ids.filter((id) => MATCH_ID.test(id) && Number(id) <= MATCH_ID_MAX).map(Number) };
  const delaySeconds = SHIELD_DELAYS.find((delay) => String(delay) === mode);
  return delaySeconds !== undefined && ids.length === 0 ? { delaySeconds } : null;
}

/** What is kept of it where matches that were asked for play no part: `45` or `reveal`. */
export const shieldMode = (shield: Shield): string => formatShield('revealed' in shield ? { revealed: [] } : shield);

export const formatShield = (shield: Shield): string =>
  'delaySeconds' in shield ? String(shield.delaySeconds) : ['reveal', ...shield.revealed.slice(-REVEALED_MAX)].join('.');
