export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;

export const PASSWORD_FAULTS = ['password_min', 'password_max', 'password_lower', 'password_upper', 'password_digit'] as const;
export type PasswordFault = (typeof PASSWORD_FAULTS)[number];

const LACKS: Record<PasswordFault, (password: string) => boolean> = {
  password_min: (password) => lengthOf(password) < PASSWORD_LENGTH_MIN,
  password_max: (password) => lengthOf(password) > PASSWORD_LENGTH_MAX,
  password_lower: (password) => !/\p{Ll}/u.test(password),
  password_upper: (password) => !/\p{Lu}/u.test(password),
  password_digit: (password) => !/\p{Nd}/u.test(password),
};

/** Returns every rule a password breaks, in display order; empty for a valid password (docs/rules.md#passwords-and-sessions). */
export const passwordFaults = (password: string): PasswordFault[] => PASSWORD_FAULTS.filter((fault) => LACKS[fault](password));

/** Counts code points, so that most emoji count as one character, not as two code units. */
const lengthOf = (password: string): number => [...password].length;
