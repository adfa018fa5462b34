import { z } from 'zod';

/** The parts of api-tennis.com's replies (version 2.9) that are read. Unused fields, such as point logs and statistics, are ignored. */

/** Numbers in new answers, strings in old ones. */
const Id = z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,14}$/)]).transform(String);
/** Pairs have often no id, written as null, "" or 0. */
const MaybeId = Id.nullable().catch(null);
const Words = z.union([z.string(), z.number()]).transform((value) => String(value).trim());
const Name = z.string().trim().min(1).max(110);
const Text = z.string().trim().max(300).nullish();
const FIRST = 'first player';
/** A side by its words; anything else, as null, is none. */
const Side = z
  .unknown()
  .optional()
  .transform((value) => {
    const words = String(value ?? '')
      .trim()
      .toLowerCase();
    return words === FIRST ? ('home' as const) : words === 'second player' ? ('away' as const) : null;
  });

const SetRow = z.object({ score_first: Words, score_second: Words, score_set: Words });
export type SetRow = z.output<typeof SetRow>;

export const MatchRow = z.object({
  event_key: Id,
  event_date: z.iso.date(),
  event_time: Text,
  event_first_player: Name,
  event_second_player: Name,
  first_player_key: MaybeId.optional(),
  second_player_key: MaybeId.optional(),
  event_final_result: Text,
  event_game_result: Text,
  event_serve: Side,
  event_winner: Side,
  event_status: Words,
  event_type_type: Name,
  event_qualification: Words.nullish(),
  tournament_key: Id,
  tournament_name: Name,
  tournament_round: Text,
  tournament_season: Words.nullish(),
  scores: z.array(SetRow).max(9).nullish(),
});
export type MatchRow = z.output<typeof MatchRow>;

export const EventRow = z.object({ event_type_key: Id, event_type_type: Name });

export const TournamentRow = z.object({ tournament_key: Id, event_type_type: Name, tournament_sourface: z.string().max(100).nullish() });

export const StandingRow = z.object({
  place: Words.pipe(z.string().regex(/^\d{1,5}$/)).transform(Number),
  player: Name,
  player_key: Id,
  country: z.string().max(100).nullish(),
});

const Prices = z.record(z.string().min(1).max(120), Words);
export const OddsRow = z.object({
  key: Id,
  value: z.object({ 'Home/Away': z.object({ Home: Prices, Away: Prices }).optional() }),
});
