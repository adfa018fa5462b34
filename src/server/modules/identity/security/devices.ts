import bowser from 'bowser';
import type { SessionRow } from '#contract/account.ts';

export type Device = SessionRow['device'];

/** What a browser says it runs on. Anybody may say anything: it is good for recognising one's own devices, and for nothing else. */
export function describeDevice(userAgent: string | null): Device {
  if (!userAgent) return { kind: 'other', browser: null, system: null };
  const { browser, os, platform } = bowser.parse(userAgent);
  return { kind: KINDS[platform.type ?? ''] ?? 'other', browser: browser.name || null, system: os.name || null };
}

const KINDS: Record<string, Device['kind']> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' };

/** The same in a few words: "Chrome, Windows"; null where it says nothing. */
export function deviceName(userAgent: string | null): string | null {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter(Boolean).join(', ') || null;
}
