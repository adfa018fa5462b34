/**
 * Spoiler mode hides results from users who watch a delayed broadcast or will watch a match later: either the site as it was some
 * seconds ago, or the site without the results of the last two days until the user reveals each one (docs/decisions/042).
 */
export type Shield = { delaySeconds: number } | { revealed: readonly number[] };

/** Delays to choose from, in seconds. Each has its own instance of the site. */
export const SHIELD_DELAYS = [15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180] as const;
/** Names of the spoiler modes, regardless of revealed matches. */
export const SHIELD_MODES: readonly string[] = [...SHIELD_DELAYS.map(String), 'reveal'];
/** Maximum number of matches revealed at the same time; the oldest are hidden again. */
export const REVEALED_MAX = 60;
/** A result is hidden for this long after the kick-off, then shown to everybody. */
export const HIDDEN_HOURS = 48;

const MATCH_ID = /^[1-9]\d{0,9}$/;
const MATCH_ID_MAX = 2_147_483_647;

/** Parses the cookie's value: `45`, `reveal`, or `reveal.12.15`. Returns null for any other text. */
export function parseShield(text: string): Shield | null {
  const [mode, ...ids] = text.split('.', REVEALED_MAX + 1);
  if (mode === 'reveal') return { revealed: ids.filter((id) => MATCH_ID.test(id) && Number(id) <= MATCH_ID_MAX).map(Number) };
  const delaySeconds = SHIELD_DELAYS.find((delay) => String(delay) === mode);
  return delaySeconds !== undefined && ids.length === 0 ? { delaySeconds } : null;
}

/** Returns the mode without the revealed matches: `45` or `reveal`. */
export const shieldMode = (shield: Shield): string => formatShield('revealed' in shield ? { revealed: [] } : shield);

export const formatShield = (shield: Shield): string =>
  'delaySeconds' in shield ? String(shield.delaySeconds) : ['reveal', ...shield.revealed.slice(-REVEALED_MAX)].join('.');
