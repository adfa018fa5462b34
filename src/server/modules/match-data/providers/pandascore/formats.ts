import { z } from 'zod';

/** The parts of PandaScore's answers that are read. Unused fields are ignored, because the format grows. */
const Id = z.number().int().positive();
const Name = z.string().trim().min(1).max(100);
const Text = z.string().max(300).nullish();
const Moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullish();

const Opponent = z.object({
  type: z.enum(['Team', 'Player']),
  opponent: z.object({ id: Id, name: Name, acronym: Text, location: Text, nationality: Text }),
});
export type Opponent = z.output<typeof Opponent>;

/** One map. Maps that were not played are left out after the end. */
const Game = z.object({
  position: z.number().int().min(1).max(100),
  status: z.string().max(40),
  forfeit: z.boolean().nullish(),
  winner: z.object({ id: Id.nullish() }).nullish(),
});
export type Game = z.output<typeof Game>;

/** A series between two teams or players. */
export const MatchRow = z.object({
  id: Id,
  name: Text,
  status: z.string().max(40),
  match_type: z.string().max(40).nullish(),
  number_of_games: z.number().int().nullish(),
  scheduled_at: Moment,
  begin_at: Moment,
  draw: z.boolean().nullish(),
  forfeit: z.boolean().nullish(),
  winner_id: Id.nullish(),
  game_advantage: z.number().nullish(),
  opponents: z.array(Opponent),
  results: z.array(z.object({ team_id: Id.nullish(), player_id: Id.nullish(), score: z.number().int().min(0).max(99) })),
  games: z
    .array(Game)
    .nullish()
    .transform((games) => games ?? []),
  league: z.object({ id: Id, name: Name }),
  serie: z.object({ id: Id, name: Text, season: Text, year: z.number().int().min(1990).max(2200).nullish(), begin_at: Moment }),
  tournament: z.object({ name: Name, tier: Text, has_bracket: z.boolean().nullish() }),
  videogame: z.object({ name: Name, slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/) }),
});
export type MatchRow = z.output<typeof MatchRow>;

/** An addition, a change or a deletion. `object` is the thing itself, or why it was deleted. */
export const IncidentRow = z.object({
  id: Id,
  type: z.string().max(40),
  change_type: z.enum(['creation', 'update', 'deletion']),
  object: z.unknown(),
});
export type IncidentRow = z.output<typeof IncidentRow>;
