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

/** Every rule a password breaks, in the order they are shown; empty when it is good (docs/rules.md#passwords-and-sessions). */
export const passwordFaults = (password: string): PasswordFault[] => PASSWORD_FAULTS.filter((fault) => LACKS[fault](password));

/** Characters as people count them: an emoji is one, not two code units. */
const lengthOf = (password: string): number => [...password].length;
