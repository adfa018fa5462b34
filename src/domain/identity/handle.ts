export const HANDLE_LENGTH_MIN = 3;
export const HANDLE_LENGTH_MAX = 20;

/** What keeps a text from being the name by which others know somebody. */
export const HANDLE_FAULTS = ['characters', 'length', 'no_letter', 'reserved'] as const;
export type HandleFault = (typeof HANDLE_FAULTS)[number];

/** As it is stored and compared: in lower case, without the @ that people put before it. */
export const normaliseHandle = (typed: string): string => typed.trim().toLowerCase().replace(/^@/, '');

/** The first rule that a handle breaks, or null. Give it normalised. */
export function handleFault(handle: string): HandleFault | null {
  if (!/^[a-z0-9_]*$/.test(handle)) return 'characters';
  if (handle.length < HANDLE_LENGTH_MIN || handle.length > HANDLE_LENGTH_MAX) return 'length';
  if (!/[a-z]/.test(handle)) return 'no_letter';
  return isReserved(handle) ? 'reserved' : null;
}

/** Words that would speak for us, or that programs take for something else. */
const RESERVED = new Set(
  (
    'admin administrator administration anonymous api billing bot contact customerservice deleted everyone false help helpdesk hostmaster info legal mod ' +
    'moderation moderator nil nobody none noreply null official operator owner payment payments payout privacy root security staff superuser support ' +
    'supportteam sysadmin system team telegram tether true undefined unknown usdt verified webmaster withdraw withdrawal'
  ).split(' '),
);

/** Digits and underscores make no other name of it: "admin_1" is taken for an admin. Our own name is in no other. */
function isReserved(handle: string): boolean {
  if (GENERATED.test(handle)) return true;
  const letters = handle.replace(/[0-9_]/g, '');
  return letters.includes('matchpoint') || RESERVED.has(letters) || handle.split('_').some((part) => SPEAKING_FOR_US.has(part));
}
/** As accounts are called that are new, or erased. */
const GENERATED = /^(deleted|player)_/;
const SPEAKING_FOR_US = new Set(['admin', 'administrator', 'moderator', 'official', 'support', 'staff', 'system']);
