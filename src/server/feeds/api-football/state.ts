import type { Deps } from '#server/deps.ts';
import { type ProviderState, providerStates } from '#server/feeds/api-sports/state.ts';
import { FEED_NAME } from './store.ts';

/** How the provider's data are; null when it is not followed. */
export const apiFootballState = async (deps: Pick<Deps, 'db' | 'config' | 'now'>): Promise<ProviderState | null> =>
  (await providerStates(deps)).find(({ feed }) => feed === FEED_NAME) ?? null;
