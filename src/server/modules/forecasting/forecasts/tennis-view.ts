import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { type TennisScoreNow, tennisInPlay, tennisInPlayModel } from '#domain/forecast/tennis-in-play.ts';
import type { TennisFormat, Tour } from '#domain/forecast/tennis-pairing.ts';
import { type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import type { MatchFacts } from './queries.ts';
import type { StoredForecast } from './stored-forecast.ts';
import { unlessImpossible } from './unless-impossible.ts';

/**
 * Returns the present outcomes of a tennis match in play, from the forecast before it and the score by sets, games and points. Null before
 * and after it, and while the feed reports no sets or a score that the usual rules do not have, such as a match tie-break.
 */
export function tennisNow(content: StoredForecast, match: MatchFacts): Outcomes | null {
  const score = scoreNow(match);
  if (score === null) return null;
  return unlessImpossible(() => {
    const home = tennisInPlay(tennisInPlayModel(content.outcomes.home, formatOf(match)), score).match;
    return { home, draw: 0, away: 1 - home };
  });
}

function scoreNow({ status, parts, home_score: home, away_score: away }: MatchFacts): TennisScoreNow | null {
  const isOn = matchGroup(status as MatchStatus) === 'live';
  if (!isOn || parts === null || home === null || away === null || parts.length < home + away) return null;
  const present = parts[home + away];
  const { tiebreak, points, serving = null } = present ?? {};
  return {
    sets: parts.slice(0, home + away),
    games: { home: present?.home ?? 0, away: present?.away ?? 0 },
    points: tiebreak ? { home: tiebreak[0], away: tiebreak[1] } : (points ?? null),
    server: serving,
  };
}

/** Who plays, in the name of a group of ratings: "men-singles", "wta". Men win more points on serve. */
const TOUR_NAMES: [Tour, RegExp][] = [
  ['atp', /\b(men|atp)\b/],
  ['wta', /\b(women|wta)\b/],
];

/** A match is of three sets unless its feed says otherwise; doubles decide the third by a match tie-break. */
function formatOf({ series_parts, rating_group, surface }: MatchFacts): TennisFormat {
  const [tour = null] = TOUR_NAMES.find(([, name]) => name.test(rating_group ?? '')) ?? [];
  const lastSet = /\bdoubles\b/.test(rating_group ?? '') ? 'match_tie_break' : 'tie_break';
  return { bestOf: series_parts === 5 ? 5 : 3, lastSet, tour, surface };
}
