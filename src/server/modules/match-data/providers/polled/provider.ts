import type { z } from 'zod';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import type { Log } from '#server/platform/observability/log.ts';
import type { ProviderCheck } from './check.ts';
import type { PolledSettings } from './polled-feed.ts';
import type { StoreDeps } from './progress.ts';
import type { ProviderSettings } from './provider-settings.ts';

export interface ProviderDeps extends StoreDeps {
  log: Pick<Log, 'debug' | 'info' | 'warn'>;
  /** Returns early, without an error, when the signal is aborted; the usual sleep if absent. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The usual fetch if absent. */
  fetch?: typeof fetch;
}

/** A provider of real matches, as the settings and the background work see it. */
export interface Provider extends Pick<ProviderSettings, 'keySetting' | 'shape'> {
  /** Returns the provider's settings from accepted values of all settings. */
  read: (values: Readonly<Record<string, unknown>>) => PolledSettings;
  /** Creates the feed for settings that `read` returned. */
  createFeed: (settings: PolledSettings, deps: ProviderDeps) => Feed;
  check: ProviderCheck;
}

export const defineProvider = <Extra extends Record<string, z.ZodType>>(
  { keySetting, shape, read }: ProviderSettings<Extra>,
  check: ProviderCheck,
  create: (settings: ReturnType<ProviderSettings<Extra>['read']>, deps: ProviderDeps) => Feed,
): Provider => ({ keySetting, shape, read, check, createFeed: (settings, deps) => create(settings as ReturnType<typeof read>, deps) });
