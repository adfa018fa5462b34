import { DAY_MS } from '#domain/time.ts';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import { noteAnswered, noteProblem } from '#server/modules/match-data/providers/polled/client.ts';
import {
  createPolledFeed,
  type FeedOptions,
  type PolledService,
  type PolledSettings,
} from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { defineProvider } from '#server/modules/match-data/providers/polled/provider.ts';
import { plan } from './plan.ts';
import { createPandascoreStore, FEED_NAME, type Progress } from './progress.ts';
import { PANDASCORE } from './protocol.ts';
import { keyOf, notePage, queryOf, type Request } from './requests.ts';
import { PANDASCORE_CHECK, PANDASCORE_SETTINGS } from './settings.ts';
import { takeAnswer } from './take-answer.ts';

export type PandascoreSettings = PolledSettings & {
  /** The followed tiers of tournaments. */
  tiers: readonly string[];
};

/** Describes the service with an operator's settings: titles and tiers. */
function serviceOf(settings: PandascoreSettings): PolledService<Progress, Request> {
  return {
    name: FEED_NAME,
    protocol: PANDASCORE,
    keySetting: PANDASCORE_SETTINGS.keySetting,
    // It has no prices.
    oddsCadenceSeconds: DAY_MS / 1000,
    // Not the changes: some plans may lack them, and the other lists tell the same a little later.
    matchKinds: ['running', 'upcoming', 'matches'],
    plan,
    queryOf: (request) => queryOf(request, settings.followed),
    keyOf,
    heldFor: () => [],
    skipsUnchanged: true,
    take: (progress, request, answer) => takeAnswer(settings.tiers, progress, request, answer),
    noteAnswer(progress, request, answer, askedMs) {
      const wholeMs = 'page' in request ? notePage(request, progress, answer.pages, askedMs) : askedMs;
      noteAnswered(progress, keyOf(request), wholeMs ?? askedMs, wholeMs !== null);
    },
    noteProblem(progress, request, error, nowMs) {
      // A request that the plan does not include is not made again every minute.
      const isLive = request.kind !== 'past' && error.problem !== 'request';
      noteProblem(progress, { key: keyOf(request), isLive }, error, nowMs);
    },
  };
}

/** Creates a feed of PandaScore (see `createPolledFeed`): series of esports, their maps and results. It has no prices. */
export const createPandascoreFeed = (settings: PandascoreSettings, options: FeedOptions<Progress>): Feed =>
  createPolledFeed(serviceOf(settings), settings, options);

export const PANDASCORE_PROVIDER = defineProvider(PANDASCORE_SETTINGS, PANDASCORE_CHECK, (settings, deps) =>
  createPandascoreFeed(settings, { ...deps, store: createPandascoreStore(deps) }),
);
