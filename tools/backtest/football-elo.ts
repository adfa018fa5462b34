import { ELO_POINTS, logistic } from '#domain/forecast/elo-rating.ts';
import { outcomeOf } from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { Fixture } from '#domain/forecast/played-match.ts';
import type { Forecaster } from '#domain/forecast/walk-forward.ts';
import type { Said } from './peers.ts';
import { createPlainElo, type PlainEloParameters } from './plain-elo.ts';
import { type PricedMatch, placeOf } from './read-matches.ts';

export interface FootballEloParameters extends PlainEloParameters {
  /** How far home's advantage must be from 0, in Elo points, for one side to be likelier to win than not: half the width of a draw. */
  drawMargin: number;
  /** By how many Elo points a new team starts lower in each division below the first. */
  divisionGap: number;
}

/** The lowest RPS of 2014-15 to 2017-18 in all divisions, by `searchParameters`: the seasons that our own settings were chosen on. */
export const FOOTBALL_ELO: FootballEloParameters = { k: 19.2, homeAdvantage: 58, drawMargin: 102.6, divisionGap: 133.5 };

/** The most divisions that a country's new teams are told apart by: the fifth English one has the tier 9. */
const TIER_MAX = 4;
const WON = { home: 1, draw: 0.5, away: 0 } as const;

/**
 * Plain Elo with draws: one rating per team, kept when it changes division. The outcomes are Rao and Kupper's (1967): each side wins if it
 * is better than the other by more than a margin.
 */
export function createFootballElo({ drawMargin, divisionGap, ...parameters } = FOOTBALL_ELO): Forecaster<PricedMatch, Said> {
  const elo = createPlainElo(parameters);
  const meetingOf = ({ division, home, away, neutral }: Fixture) => {
    const place = placeOf(division);
    const meeting = { home: `${place?.country} ${home}`, away: `${place?.country} ${away}`, isNeutral: neutral === true };
    const start = -divisionGap * Math.min(TIER_MAX, place?.tier ?? 0);
    for (const name of [meeting.home, meeting.away]) elo.start(name, start);
    return meeting;
  };
  return {
    forecast: (match) => ({ outcomes: raoKupper(elo.advantage(meetingOf(match)), drawMargin), scores: null, over25: null }),
    learn(matches) {
      for (const match of matches) elo.learn(meetingOf(match), WON[outcomeOf(...match.goals)]);
    },
  };
}

function raoKupper(advantage: number, margin: number): Outcomes {
  const home = logistic((advantage - margin) / ELO_POINTS);
  const away = logistic((-advantage - margin) / ELO_POINTS);
  return { home, draw: 1 - home - away, away };
}
