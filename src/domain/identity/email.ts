/** Returns the one spelling under which an address is stored and looked up. */
export const normaliseEmail = (typed: string): string => typed.trim().toLowerCase();

interface MailHost {
  /** Other domains of the same host. */
  aliases: readonly string[];
  ignoresDots: boolean;
}

/** Hosts that deliver name+tag to name. Some of them also ignore dots in the name. */
const MAIL_HOSTS: Record<string, MailHost> = {
  'gmail.com': { aliases: ['googlemail.com'], ignoresDots: true },
  'outlook.com': { aliases: [], ignoresDots: false },
  'hotmail.com': { aliases: [], ignoresDots: false },
  'live.com': { aliases: [], ignoresDots: false },
  'icloud.com': { aliases: ['me.com', 'mac.com'], ignoresDots: false },
  'fastmail.com': { aliases: [], ignoresDots: false },
  'proton.me': { aliases: ['protonmail.com', 'pm.me'], ignoresDots: true },
};

/**
 * Returns the mailbox that an address delivers to, with dots and +tags removed where the host ignores them (docs/rules.md#invites).
 * For comparison only: mail goes to the address as given.
 */
export function emailIdentity(email: string): string {
  const { name, host } = partsOf(normaliseEmail(email));
  const known = Object.entries(MAIL_HOSTS).find(([mainName, { aliases }]) => mainName === host || aliases.includes(host));
  if (known === undefined) return `${name}@${host}`;
  const [mainName, { ignoresDots }] = known;
  const untagged = name.replace(/\+.*$/, '');
  return `${ignoresDots ? untagged.replaceAll('.', '') : untagged}@${mainName}`;
}

/** Masks an address so that its owner recognises it and nobody else can use it: m***@example.com. */
export function maskEmail(email: string): string {
  const { name, host } = partsOf(email);
  const [first = ''] = name;
  return `${first}***@${host}`;
}

function partsOf(email: string): { name: string; host: string } {
  const at = email.lastIndexOf('@');
  return { name: email.slice(0, at), host: email.slice(at + 1) };
}
