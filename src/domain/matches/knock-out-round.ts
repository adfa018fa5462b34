/** A round in which one of two goes out, as read from a feed's name of it. */
export interface KnockOutRound {
  /** What the round belongs to where a season has several draws: "Apertura Playoffs", "Path A"; '' where it has one. */
  section: string;
  /** How many ties it has room for: the final 1, semi-finals 2, and so on, a power of two; or the match for third place. */
  stage: number | 'third_place';
  /** What was level the first time is played again. */
  isReplay: boolean;
}

const STAGES = [
  { of: /^final$/, ties: 1 },
  { of: /^semi[- ]?finals?$/, ties: 2 },
  { of: /^quarter[- ]?finals?$/, ties: 4 },
] as const;
const ROUND_OF = /^round of (\d{1,3})$/;
/** "1/8-finals" and "8th Finals" have eight ties. */
const FRACTION = /^(?:1\/(\d{1,2})|(\d{1,2})th)[- ]finals?$/;
const THIRD_PLACE = /^(?:match for )?(?:third|3rd)[- ]place(?:[- ](?:match|final|play-?off))?$/;
const REPLAYS = /(?:, | )replays?$/i;
const TIES_MAX = 128;

/** Reads a feed's name of a round ("Finals, Round of 16", "Semi-finals"); null for rounds of another kind. */
export function readKnockOutRound(name: string): KnockOutRound | null {
  const [, section = '', last = ''] = /^(?:(.*)(?:, | - ))?(.+)$/.exec(name.replace(REPLAYS, '')) ?? [];
  const stage = readStage(last.toLowerCase());
  return stage === null ? null : { section, stage, isReplay: REPLAYS.test(name) };
}

function readStage(name: string): KnockOutRound['stage'] | null {
  if (THIRD_PLACE.test(name)) return 'third_place';
  const named = STAGES.find(({ of }) => of.test(name));
  if (named) return named.ties;
  const competitors = ROUND_OF.exec(name)?.[1];
  const [, fraction, nth] = FRACTION.exec(name) ?? [];
  const ties = competitors === undefined ? Number(fraction ?? nth) : Number(competitors) / 2;
  return ties >= 1 && ties <= TIES_MAX && Number.isInteger(Math.log2(ties)) ? ties : null;
}

/** What a stage of so many ties is called, as feeds call it most. */
export function stageName(ties: number): string {
  return ['Final', 'Semi-finals', 'Quarter-finals'][Math.log2(ties)] ?? `Round of ${ties * 2}`;
}

/** Two matches at least: a final alone is no draw. */
const DRAW_MATCHES_MIN = 2;

/** The sections of a season that have a draw, by the rounds of its matches, a name each. */
export function sectionsWithDraw(rounds: readonly string[]): Set<string> {
  const matches = new Map<string, number>();
  for (const { section, stage } of rounds.flatMap((name) => readKnockOutRound(name) ?? [])) {
    if (stage !== 'third_place') matches.set(section, (matches.get(section) ?? 0) + 1);
  }
  return new Set([...matches].filter(([, count]) => count >= DRAW_MATCHES_MIN).map(([section]) => section));
}
