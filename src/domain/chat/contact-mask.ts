import { maskEmail } from '#domain/identity/email.ts';

/** Personal data that identifies a user: contacts, network addresses, payout addresses. */
const CONTACT_KINDS = ['email', 'phone', 'ip', 'wallet', 'identifier', 'name'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/**
 * Masks a contact for readers who may not see all of it: enough to tell two contacts on a page apart, too little to contact the user.
 * `email` is the same user's address, if known: a name that only repeats it is masked as well.
 */
export function maskContact(kind: ContactKind, text: string, email: string | null = null): string {
  switch (kind) {
    case 'email':
      return maskEmail(text);
    case 'identifier':
      return text.includes('@', 1) ? maskEmail(text) : maskAll(text.replace(/^@/, ''));
    case 'phone':
      return `${text.slice(0, 3)}***${text.slice(-2)}`;
    case 'ip':
      return maskIp(text);
    case 'wallet':
      return `${text.slice(0, 3)}***${text.slice(-3)}`;
    case 'name':
      return email !== null && email.slice(0, email.lastIndexOf('@')) === text ? maskAll(text) : text;
  }
}

const maskAll = (text: string): string => `${[...text][0] ?? ''}***`;

/** Keeps the first half of an IPv4 address, or the first two groups of an IPv6 one. */
const maskIp = (ip: string): string =>
  ip.includes(':') ? `${ip.split(':').slice(0, 2).join(':')}:***` : `${ip.split('.').slice(0, 2).join('.')}.***`;
