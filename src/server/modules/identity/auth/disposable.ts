import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

/** The list is built when it is first asked for, and once: there are thousands of them. */
let listed: Set<string> | undefined;

/** Whether an address is at a host that gives addresses away for minutes, or at a name below one. */
export function isDisposable(email: string): boolean {
  listed ??= disposableEmailBlocklistSet();
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
  return labels.some((_, index) => listed!.has(labels.slice(index).join('.')));
}
