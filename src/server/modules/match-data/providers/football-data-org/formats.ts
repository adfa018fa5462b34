import { z } from 'zod';
import type { Score } from '#domain/matches/score.ts';

/** The parts of football-data.org's answers (version 4) that are read. Unused fields are ignored, because the format grows. */
const Id = z.number().int().positive();
const Name = z.string().trim().min(1).max(120);
const Text = z.string().max(300).nullish();
const Goals = z.number().int().min(0).max(99).nullish();
const Area = z.object({ name: z.string().max(120), code: Text });

/** Both sides' goals of a part; null unless both are told. */
const Part = z
  .object({ home: Goals, away: Goals })
  .nullish()
  .transform((part): Score | null => (part?.home == null || part.away == null ? null : [part.home, part.away]));

const ScoreRow = z.object({
  winner: Text,
  duration: Text,
  fullTime: Part,
  halfTime: Part,
  regularTime: Part,
  extraTime: Part,
  penalties: Part,
});
export type ScoreRow = z.output<typeof ScoreRow>;

const Season = z.object({ startDate: z.iso.date(), endDate: z.iso.date() });
export type Season = z.output<typeof Season>;

export const CompetitionRow = z.object({
  id: Id,
  name: Name,
  code: z.string(),
  type: z.string(),
  area: Area,
  currentSeason: Season.nullish(),
  // An unreadable old season must not discard the current one.
  seasons: z
    .array(Season.nullable().catch(null))
    .max(500)
    .default([])
    .transform((seasons) => seasons.filter((season) => season !== null)),
});
export type CompetitionRow = z.output<typeof CompetitionRow>;

export const TeamRow = z.object({ id: Id, name: Name, shortName: Text, tla: Text, area: Area.nullish() });
export type TeamRow = z.output<typeof TeamRow>;

const Person = z.object({ id: z.number().nullish(), name: Text }).nullish();
const Player = z.object({ name: Text, position: Text, shirtNumber: z.number().int().nullish() });
export type PlayerRow = z.output<typeof Player>;

/** A side of a match; in knock-out rounds to come it has neither id nor name. Line-ups come with some plans only. */
const Side = z.object({
  id: Id.nullish(),
  name: Name.nullish(),
  shortName: Text,
  tla: Text,
  coach: Person.catch(null),
  formation: Text,
  lineup: z.array(Player).max(60).nullish().catch(null),
  bench: z.array(Player).max(60).nullish().catch(null),
});
export type SideRow = z.output<typeof Side>;

/** A minute: a number, or some text such as "45", which some plans send. */
const Minute = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((minute) => (minute != null && /^\d{1,3}$/.test(String(minute)) ? Number(minute) : null));

const Team = z.object({ id: Id });
const Goal = z.object({ minute: Minute, injuryTime: Minute, type: Text, team: Team, scorer: Person, assist: Person, score: Part });
const Booking = z.object({ minute: Minute, injuryTime: Minute, team: Team, player: Person, card: z.string() });
const Substitution = z.object({ minute: Minute, injuryTime: Minute, team: Team, playerOut: Person, playerIn: Person });
export type GoalRow = z.output<typeof Goal>;
export type BookingRow = z.output<typeof Booking>;
export type SubstitutionRow = z.output<typeof Substitution>;

export const MatchRow = z.object({
  id: Id,
  utcDate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  status: z.string().max(40),
  minute: Minute,
  injuryTime: Minute,
  venue: Text,
  matchday: z.number().int().nullish(),
  stage: Text,
  group: Text,
  area: Area,
  competition: z.object({ id: Id, code: Text, type: Text, name: Text }),
  season: Season,
  homeTeam: Side,
  awayTeam: Side,
  score: ScoreRow,
  // Paid for; an unreadable part must not discard the score.
  goals: z.array(Goal).max(100).nullish().catch(null),
  bookings: z.array(Booking).max(100).nullish().catch(null),
  substitutions: z.array(Substitution).max(100).nullish().catch(null),
});
export type MatchRow = z.output<typeof MatchRow>;
