import bowser from 'bowser';
import type { SessionRow } from '#contract/account.ts';

export type Device = SessionRow['device'];

/**
 * Describes the browser's platform from its user agent. The header can be forged: use it only to help users recognise their own devices.
 */
export function describeDevice(userAgent: string | null): Device {
  if (!userAgent) return { kind: 'other', browser: null, system: null };
  const { browser, os, platform } = bowser.parse(userAgent);
  return { kind: KINDS[platform.type ?? ''] ?? 'other', browser: browser.name || null, system: os.name || null };
}

const KINDS: Record<string, Device['kind']> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' };

/** Returns a short name, "Chrome, Windows"; null if the user agent says nothing. */
export function deviceName(userAgent: string | null): string | null {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter(Boolean).join(', ') || null;
}
