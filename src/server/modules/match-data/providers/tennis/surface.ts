import { SURFACES, type Surface } from '#domain/matches/sport.ts';

/** Reads "Hard", "Hard (Indoor)" or "clay"; undefined for anything else, such as "", "Carpet" or "- Promotion". */
export function surfaceOf(text: string | null | undefined): Surface | undefined {
  const [, name] = /^(\w+)(?: \((?:indoor|outdoor)\))?$/.exec(text?.trim().toLowerCase() ?? '') ?? [];
  return SURFACES.find((surface) => surface === name);
}
