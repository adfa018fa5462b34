import { z } from 'zod';

/** The parts of the Live Tennis API's replies (version 1.7) that are read. Unused fields are ignored, because the format grows. */
const Id = z.number().int().positive().transform(String);
const Name = z.string().trim().min(1).max(110);
const Count = z.number().int().min(0).max(99);

const Player = z.object({ id: Id, name: Name, ranking: z.number().int().positive().max(10_000).nullish().catch(undefined) });
export type Player = z.output<typeof Player>;

const Score = z.object({
  sets: z.array(Count).max(2).nullish(),
  /** The games of each player, by set. */
  games: z.array(z.array(Count).max(9)).max(2).nullish(),
  points: z.array(z.string().nullable()).max(2).nullish(),
  server: z.number().nullish(),
  is_tiebreak: z.boolean().nullish(),
  /** Whether the provider has heard nothing for so long that the match may have gone on, or ended. */
  stale: z.boolean().nullish(),
  age_seconds: z.number().nullish(),
});
export type Score = z.output<typeof Score>;

export const MatchRow = z.object({
  id: Id,
  tour: z.string().nullish(),
  draw: z.string().nullish(),
  tournament: z.string().trim().max(100).nullish(),
  tournament_id: z.string().min(1).max(100).nullish(),
  surface: z.string().nullish(),
  format: z.string().nullish(),
  round: z.string().max(100).nullish(),
  round_code: z.string().max(10).nullish(),
  status: z.string().max(40),
  event_status: z.string().max(40).nullish(),
  scheduled_time: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .nullish(),
  players: z.object({ p1: Player, p2: Player }),
  score: Score.nullish(),
  winner: z.number().nullish(),
});
export type MatchRow = z.output<typeof MatchRow>;

/** Returns a match's tour as the settings name it; undefined if the provider does not know it. */
export const tourOf = ({ tour, draw }: Pick<MatchRow, 'tour' | 'draw'>): string | undefined =>
  tour && draw ? `${tour}-${draw}` : undefined;
