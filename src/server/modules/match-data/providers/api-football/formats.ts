import { z } from 'zod';
import { Bookmakers, Words } from '#server/modules/match-data/providers/api-sports/prices.ts';

/** The parts of API-Football's replies (version 3) that are read. Unused fields are ignored, because the format grows. */
const Id = z.number().int().positive();
const Name = z.string().trim().min(1).max(120);
const Text = z.string().max(300).nullish();
const Count = z.number().int().min(0).max(300).nullish();
const Minutes = z.number().int().min(-10).max(300).nullish();
const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const Year = z.number().int().min(1850).max(2200);

/** Goals of both sides; null while either is unknown. */
const Goals = z
  .object({ home: Count, away: Count })
  .nullish()
  .transform((goals): [number, number] | null => (goals?.home == null || goals.away == null ? null : [goals.home, goals.away]));

const Team = z.object({ id: Id, name: Name });

export const FixtureRow = z.object({
  fixture: z.object({
    id: Id,
    date: Moment,
    venue: z.object({ name: Text }).nullish(),
    referee: Text,
    status: z.object({ short: z.string(), elapsed: Minutes, extra: Minutes }),
  }),
  league: z.object({ id: Id, season: Year, round: Text, name: Text, country: Text }),
  teams: z.object({ home: Team, away: Team }),
  goals: Goals,
  score: z.object({ halftime: Goals, fulltime: Goals, extratime: Goals, penalty: Goals }),
  events: z.array(z.unknown()).max(300).optional(),
  lineups: z.array(z.unknown()).max(2).optional(),
  statistics: z.array(z.unknown()).max(2).optional(),
});
export type FixtureRow = z.output<typeof FixtureRow>;

const Person = z.object({ id: z.number().int().nullish(), name: Text });

export const EventRow = z.object({
  time: z.object({ elapsed: z.number().int().min(-10).max(300), extra: Minutes }),
  team: z.object({ id: Id }),
  player: Person.nullish(),
  assist: Person.nullish(),
  type: z.string(),
  detail: Text,
  comments: Text,
});
export type EventRow = z.output<typeof EventRow>;

const Player = z.object({
  player: z.object({ name: Text, number: z.number().int().nullish(), pos: Text, grid: Text }),
});

export const LineupRow = z.object({
  team: z.object({ id: Id }),
  coach: z.object({ name: Text }).nullish(),
  formation: Text,
  startXI: z.array(Player).max(30).nullish(),
  substitutes: z.array(Player).max(60).nullish(),
});
export type LineupRow = z.output<typeof LineupRow>;

export const StatisticsRow = z.object({
  team: z.object({ id: Id }),
  statistics: z.array(z.object({ type: z.string(), value: z.union([z.number(), z.string().max(20)]).nullish() })).max(100),
});
export type StatisticsRow = z.output<typeof StatisticsRow>;

export const LeagueRow = z.object({
  league: z.object({ id: Id, name: Name, type: z.string() }),
  country: z.object({ name: z.string(), code: Text }),
  seasons: z.array(
    z.object({
      year: Year,
      start: z.iso.date().nullish(),
      end: z.iso.date().nullish(),
      current: z.boolean(),
      coverage: z
        .object({
          odds: z.boolean().nullish(),
          injuries: z.boolean().nullish(),
          fixtures: z.object({ statistics_players: z.boolean().nullish() }).nullish(),
        })
        .nullish(),
    }),
  ),
});
export type LeagueRow = z.output<typeof LeagueRow>;

export const TeamRow = z.object({ team: z.object({ id: Id, name: Name, code: Text, country: Text }) });
export type TeamRow = z.output<typeof TeamRow>;

export const StandingsRow = z.object({
  league: z.object({ standings: z.array(z.array(z.object({ team: z.object({ id: Id }), group: Text }))) }),
});

export const SquadRow = z.object({
  team: z.object({ id: Id }),
  players: z.array(z.object({ name: Text, number: z.number().int().nullish(), position: Text })).max(200),
});
export type SquadRow = z.output<typeof SquadRow>;

export const InjuryRow = z.object({
  player: z.object({ name: Name, type: z.string().max(60), reason: Text }),
  team: z.object({ id: Id }),
  fixture: z.object({ id: Id }),
});
export type InjuryRow = z.output<typeof InjuryRow>;

/** The players of one team of a match. */
export const PlayersRow = z.object({
  team: z.object({ id: Id }),
  players: z
    .array(
      z.object({
        player: z.object({ name: Text }),
        statistics: z
          .array(
            z.object({
              games: z.object({
                minutes: z.number().int().nullish(),
                number: z.number().int().nullish(),
                // "8.2", or a dash for none.
                rating: z.union([z.string().max(20), z.number()]).nullish(),
              }),
            }),
          )
          .max(5),
      }),
    )
    .max(80),
});
export type PlayersRow = z.output<typeof PlayersRow>;

export const OddsRow = z.object({
  fixture: z.object({ id: Id }),
  update: Moment,
  bookmakers: Bookmakers,
});
export type OddsRow = z.output<typeof OddsRow>;

export const LiveOddsRow = z.object({
  fixture: z.object({ id: Id }),
  update: Moment,
  status: z.object({ stopped: z.boolean(), blocked: z.boolean(), finished: z.boolean() }),
  odds: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: Words, odd: Words, suspended: z.boolean().nullish() })) })),
});
export type LiveOddsRow = z.output<typeof LiveOddsRow>;
