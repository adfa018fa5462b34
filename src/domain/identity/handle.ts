export const HANDLE_LENGTH_MIN = 3;
export const HANDLE_LENGTH_MAX = 20;

/** Reasons why a text is not a valid handle, the name by which other users know somebody. */
const HANDLE_FAULTS = ['characters', 'length', 'no_letter', 'reserved'] as const;
export type HandleFault = (typeof HANDLE_FAULTS)[number];

/** Returns a handle as it is stored and compared: in lower case, without a leading @. */
export const normaliseHandle = (typed: string): string => typed.trim().toLowerCase().replace(/^@/, '');

/** Returns the first rule that a handle breaks, or null. Expects a normalised handle. */
export function handleFault(handle: string): HandleFault | null {
  if (!/^[a-z0-9_]*$/.test(handle)) return 'characters';
  if (handle.length < HANDLE_LENGTH_MIN || handle.length > HANDLE_LENGTH_MAX) return 'length';
  if (!/[a-z]/.test(handle)) return 'no_letter';
  return isReserved(handle) ? 'reserved' : null;
}

/** Words that would speak for the site, or that programs treat specially. */
const RESERVED = new Set(
  (
    'admin administrator administration anonymous api billing bot contact customerservice deleted everyone false help helpdesk hostmaster info legal mod ' +
    'moderation moderator nil nobody none noreply null official operator owner payment payments payout privacy root security staff superuser support ' +
    'supportteam sysadmin system team telegram tether true undefined unknown usdt verified webmaster withdraw withdrawal'
  ).split(' '),
);

/** Ignores digits and underscores: "admin_1" reads as an admin. The product's own name is refused anywhere in a handle. */
function isReserved(handle: string): boolean {
  if (GENERATED.test(handle)) return true;
  const letters = handle.replace(/[0-9_]/g, '');
  return letters.includes('matchpoint') || RESERVED.has(letters) || handle.split('_').some((part) => SPEAKING_FOR_US.has(part));
}
/** Prefixes of generated handles: those of new accounts and of deleted ones. */
const GENERATED = /^(deleted|player)_/;
const SPEAKING_FOR_US = new Set(['admin', 'administrator', 'moderator', 'official', 'support', 'staff', 'system']);
