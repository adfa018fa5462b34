import { classNames } from '#web/lib/class-names.ts';

/** Grounds that white letters are read on. */
const GROUNDS = ['#3c7a5a', '#1f5a85', '#7a4590', '#9a5a1e', '#9c3a4e', '#2f6d72', '#5a5f9e', '#6b6a2a'] as const;

interface AvatarProps {
  /** Whoever it stands for always gets the same colour. */
  handle: string;
  name: string;
  size?: number;
  className?: string;
}

/** A user's picture, drawn from their handle: two letters on a colour of their own. */
export function Avatar({ handle, name, size = 34, className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={classNames('grid flex-none place-items-center rounded-full font-[650] text-[#fff]', className)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.36), background: groundOf(handle) }}
    >
      {initials(name)}
    </span>
  );
}

const groundOf = (handle: string): string => {
  const sum = [...handle].reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0, 7);
  return GROUNDS[sum % GROUNDS.length] ?? GROUNDS[0];
};

/** The first letters of the first two words, or the first two letters of the only one; one sign for Chinese names. */
function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const [first = '?', second] = words;
  if (/\p{Script=Han}/u.test(first)) return [...first][0] ?? '?';
  const letters = second ? `${[...first][0]}${[...second][0]}` : [...first].slice(0, 2).join('');
  return letters.toUpperCase();
}
