import type { OpenFootballMatch } from './format.ts';
import type { ParsedFile } from './parse.ts';

/** What a round is called, and the group whose table its matches count for. */
export interface Placing {
  round: string;
  group?: string;
}

/** Stages that are tables, and say no more than that: their name is the group's. */
const NAMED_AFTER: Record<string, string> = { Regular: 'Regular season', League: 'League phase' };
/** Stages that are a table each, whose rounds are counted anew. */
const HALF_SEASON = /^(apertura|clausura|\d.? semestre)$/i;
/** Leagues that are split after some rounds and take all points and goals along: one table. */
const CARRIED_ON: (string | null)[] = ['gb-sct'];

/**
 * Where the matches of a file belong. Some files say the group; some play it as a round ("Group A"); leagues with a later stage
 * ("Finals", "Championship") name it before the round, and then only the regular season counts for the table: what is taken
 * along into a later stage differs by league.
 */
export function placingIn({ matches }: Pick<ParsedFile, 'matches'>, countryCode: string | null): (match: OpenFootballMatch) => Placing {
  const hasStages = !CARRIED_ON.includes(countryCode) && matches.some((match) => partsOf(match).stage !== undefined);
  return (match) => {
    const { stage, round } = partsOf(match);
    const whole = stage === undefined ? round : `${stage}, ${round}`;
    if (match.group !== undefined) return { round: whole, group: match.group };
    if (/^Group \w{1,2}$/.test(round)) return { round: whole, group: round };
    if (!hasStages) return { round: whole };
    if (stage === undefined) return countryCode === null ? { round } : { round, group: NAMED_AFTER.Regular! };
    if (HALF_SEASON.test(stage)) return { round: whole, group: stage };
    const named = Object.hasOwn(NAMED_AFTER, stage) ? NAMED_AFTER[stage] : undefined;
    return named === undefined ? { round: whole } : { round, group: named };
  };
}

/** The stage stands in a field of its own, or before the round: "Finals, Round of 16". */
function partsOf({ stage, round }: OpenFootballMatch): { stage: string | undefined; round: string } {
  if (stage !== undefined) return { stage, round };
  const comma = round.lastIndexOf(', ');
  return comma === -1 ? { stage: undefined, round } : { stage: round.slice(0, comma), round: round.slice(comma + 2) };
}
