import { z } from 'zod';
import { Bookmakers, Words } from '#server/modules/match-data/providers/api-sports/prices.ts';

/** The parts of API-Basketball's replies (version 1) that are read. Unused fields are ignored, because the format grows. */
const Id = z.number().int().positive();
const Name = z.string().trim().min(1).max(120);
const Text = z.string().max(300).nullish();
const Points = z.number().int().min(0).max(300).nullish();
const Country = z.object({ name: z.string(), code: Text });

/** 2019, or "2019-2020". */
export const Season = Words.refine((text) => /^\d{4}(-\d{4})?$/.test(text), 'is no season');

const Scores = z.object({
  quarter_1: Points,
  quarter_2: Points,
  quarter_3: Points,
  quarter_4: Points,
  over_time: Points,
  total: Points,
});
export type Scores = z.output<typeof Scores>;

const Team = z.object({ id: Id, name: Name });

export const GameRow = z.object({
  id: Id,
  date: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  stage: Text,
  week: Words.nullish(),
  venue: Text,
  status: z.object({ short: z.string() }),
  league: z.object({ id: Id, season: Season }),
  teams: z.object({ home: Team, away: Team }),
  scores: z.object({ home: Scores, away: Scores }),
});
export type GameRow = z.output<typeof GameRow>;

const SeasonRow = z.object({
  season: Season,
  start: z.iso.date().nullish(),
  end: z.iso.date().nullish(),
  coverage: z.object({ odds: z.boolean().nullish() }).nullish(),
});
export type SeasonRow = z.output<typeof SeasonRow>;

export const LeagueRow = z.object({
  id: Id,
  name: Name,
  type: z.string(),
  country: Country,
  // An invalid old season must not discard the current one.
  seasons: z.array(SeasonRow.nullable().catch(null)).transform((seasons) => seasons.filter((season) => season !== null)),
});
export type LeagueRow = z.output<typeof LeagueRow>;

export const TeamRow = z.object({ id: Id, name: Name, country: Country.nullish() });
export type TeamRow = z.output<typeof TeamRow>;

export const OddsRow = z.object({ game: z.object({ id: Id }), bookmakers: Bookmakers });
export type OddsRow = z.output<typeof OddsRow>;
