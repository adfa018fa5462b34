import { ODDS_CADENCE_SECONDS } from '#demo/demo-feed.ts';
import { startUpdates, toChangeUpdates } from '#demo/updates.ts';
import type { World } from '#demo/world.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { advanceMatches } from '#server/modules/betting/public.ts';
import { postMatchEvents } from '#server/modules/chat/public.ts';
import { importUpdates } from '#server/modules/match-data/public.ts';
import type { PastForecasts } from './forecasting.ts';
import { bet, hasStakes, interestIn, type KnownMatch, say, talk } from './people.ts';
import { momentsOf, type PastMatch, type PastMoment, type PastPart, type PastStep } from './plan.ts';
import { findMatchIds, forgetSteps, rewind } from './rewind.ts';

/** Rooms of matches older than this at the first start stay empty. */
const TALK_BACK_MS = DAY_MS;

interface Playing {
  deps: Deps;
  setNow: (ms: number) => void;
  world: World;
  forecasts: PastForecasts;
  userIds: readonly string[];
}

/**
 * Plays a part of the past in the caller's transaction: the clock of `deps` goes from moment to moment, and at each the feed's updates are
 * imported, forecasts made and frozen, bets placed, settled and scored by the functions that do so at other times.
 */
export async function playPart(playing: Playing, part: PastPart): Promise<void> {
  const { deps, setNow, world } = playing;
  const { sinceMs, seed } = world.calendar;
  setNow(part.beginMs);
  const free = await rewind(
    deps.db,
    part.fixtures.map(({ id }) => id),
    deps.now(),
  );
  const fixtures = part.fixtures.filter(({ id }) => free.has(id));
  const matches = fixtures.map((fixture): PastMatch => {
    const isRecent = fixture.kickoffMs > sinceMs - TALK_BACK_MS;
    return { telling: startUpdates(world.scriptOf(fixture)), interest: interestIn(seed, fixture.id, playing.userIds.length, isRecent) };
  });
  const ids = new Map<string, number>();
  for (const moment of momentsOf(part, matches)) {
    setNow(moment.atMs);
    await playMoment(playing, ids, moment);
  }
  await forgetSteps(deps.db, [...ids.values()]);
}

/** Plays a moment; adds the ids of matches that are new to `ids`. */
async function playMoment(
  { deps, forecasts, userIds, world }: Playing,
  ids: Map<string, number>,
  { atMs, steps }: PastMoment,
): Promise<void> {
  const updates = steps.flatMap(({ match }) => toChangeUpdates(match.telling, atMs));
  const { changes } = await importUpdates(
    { ...deps, speed: world.calendar.speed, oddsCadenceSeconds: ODDS_CADENCE_SECONDS },
    'demo',
    updates,
  );
  const fresh = steps.map(({ match }) => feedIdOf(match)).filter((id) => !ids.has(id));
  if (fresh.length > 0) for (const [feedId, id] of await findMatchIds(deps.db, fresh)) ids.set(feedId, id);
  const at = (...wanted: PastStep[]): KnownMatch[] =>
    steps.flatMap(({ step, match }) => {
      const id = wanted.includes(step) ? ids.get(feedIdOf(match)) : undefined;
      return id === undefined ? [] : [{ id, script: match.telling.script, interest: match.interest }];
    });
  const talkedOf = new Set(idsOf(at('begun', 'middle', 'over').filter(({ interest }) => interest.lines.length > 0)));
  if (talkedOf.size > 0)
    await postMatchEvents(
      deps,
      changes.filter(({ matchId }) => talkedOf.has(matchId)),
    );
  const staked = (...wanted: PastStep[]) => idsOf(at(...wanted).filter(({ interest }) => hasStakes(interest)));

  const before = at('before');
  if (before.length > 0) await forecasts.forecast(deps, idsOf(before));
  await advanceMatches(deps, staked('before', 'begun', 'over', 'settled'));
  for (const match of before) {
    await bet(deps, userIds, match);
    await say(deps, userIds, match);
  }
  for (const mood of ['before', 'begun', 'middle'] as const) for (const match of at(mood)) await talk(deps, userIds, match, mood);
  const [begun, over] = [idsOf(at('begun', 'over')), idsOf(at('over'))];
  if (begun.length > 0) await forecasts.freeze(deps, begun);
  if (over.length === 0) return;
  await forecasts.noteResults(deps.db, over, atMs);
  await forecasts.score(deps, over);
}

const feedIdOf = ({ telling }: PastMatch): string => telling.script.fixture.id;
const idsOf = (matches: readonly KnownMatch[]): number[] => matches.map(({ id }) => id);
