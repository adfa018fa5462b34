import { isFinal, isStarted } from '#domain/matches/match-status.ts';
import { ninetyMinuteScore } from '#domain/matches/score.ts';
import { type ClosedRound, isOff, type SurvivorMatch } from './survivor-rounds.ts';

/** What costs a life in a game, besides a defeat and a missing pick. */
export interface SurvivorRules {
  /** 1 to `LIVES_MAX`. */
  lives: number;
  /** Whether a draw keeps the life. */
  drawSurvives: boolean;
}
export const LIVES_MAX = 3;
/** The rules of the games that are open to everybody: the usual ones. */
export const OPEN_RULES: SurvivorRules = { lives: 1, drawSurvives: false };

/** A team that was picked to win a match; `excused`: there is none, and it costs nothing. */
export type SurvivorPick = { team: number; match: number } | 'excused';

/**
 * `void`: the match decides nothing, and the team may be picked again. `missed`: no pick. `excused`: no pick, as the entry was out then.
 * `unclear`: no pick, and whether that costs a life depends on a match that is not over.
 */
export const PICK_STATES = ['open', 'won', 'drawn', 'lost', 'void', 'missed', 'excused', 'unclear'] as const;
export type PickState = (typeof PICK_STATES)[number];

/** What became of a pick in a closed round. */
export interface SurvivorLine {
  number: number;
  round: string;
  team: number | null;
  match: number | null;
  state: PickState;
  /** Lives that are left, as far as matches are over. */
  lives: number;
}

export interface SurvivorStanding {
  lives: number;
  /** The number of the round in which the last life was lost; null while the entry is in. */
  out: number | null;
  /** Whether a result is missing that can still cost or save a life. */
  isOpen: boolean;
  /** Of the rounds in which the entry was in. */
  lines: readonly SurvivorLine[];
}

/**
 * Returns how a pick came out by 90 minutes. It is void if the match is called off, abandoned or awarded, if its teams changed, or if it
 * does not begin before `until`, when the next round begins (null: unknown).
 */
export function pickState(match: SurvivorMatch | undefined, team: number, until: Date | null, now: Date): PickState {
  if (!match || isOff(match) || (match.home !== team && match.away !== team)) return 'void';
  if (until !== null && match.kickoffAt !== null && match.kickoffAt.getTime() >= until.getTime()) return 'void';
  if (!isStarted(match.status)) return until !== null && until.getTime() <= now.getTime() ? 'void' : 'open';
  if (!isFinal(match.status)) return 'open';
  const score = ninetyMinuteScore(match.status, match.score);
  if (score === null) return 'void';
  const [own, other] = match.home === team ? score : [score[1], score[0]];
  return own > other ? 'won' : own === other ? 'drawn' : 'lost';
}

/** What picks are judged by: the closed rounds in order, their matches, and when the first round after them begins. */
export interface SurvivorFacts {
  rules: SurvivorRules;
  rounds: readonly ClosedRound[];
  matches: ReadonlyMap<number, SurvivorMatch>;
  nextDeadline: Date | null;
  now: Date;
}

/**
 * Returns where an entry stands, from its picks by round alone. It remembers nothing, so results and their corrections in any order give
 * the same standing.
 */
export function standingOf(facts: SurvivorFacts, picks: ReadonlyMap<string, SurvivorPick>): SurvivorStanding {
  const { rules, rounds } = facts;
  const lines: SurvivorLine[] = [];
  let [lives, open] = [rules.lives, 0];
  for (const [index, closed] of rounds.entries()) {
    const pick = picks.get(closed.round);
    const state = stateOf(facts, index, pick, lives - open);
    if (state === 'open') open += 1;
    if (state === 'lost' || state === 'missed' || (state === 'drawn' && !rules.drawSurvives)) lives -= 1;
    const picked = typeof pick === 'object' ? pick : null;
    lines.push({ number: closed.number, round: closed.round, team: picked?.team ?? null, match: picked?.match ?? null, state, lives });
    if (lives === 0) return { lives, out: closed.number, isOpen: open > 0, lines };
  }
  return { lives, out: null, isOpen: open > 0, lines };
}

/** `sure`: lives that are left whatever the open matches bring. */
function stateOf(
  { rounds, matches, nextDeadline, now }: SurvivorFacts,
  index: number,
  pick: SurvivorPick | undefined,
  sure: number,
): PickState {
  const closed = rounds[index]!;
  if (typeof pick === 'object') {
    const until = rounds[index + 1]?.deadline ?? nextDeadline;
    return pickState(closed.matchIds.includes(pick.match) ? matches.get(pick.match) : undefined, pick.team, until, now);
  }
  // Whether the entry was out, and so excused, is not told while that depends on matches that are not over.
  if (sure <= 0) return 'unclear';
  return pick === 'excused' ? 'excused' : 'missed';
}

/** Returns how often each team counts as used: void picks do not. */
export function usedTeams(lines: readonly SurvivorLine[]): Map<number, number> {
  const used = new Map<number, number>();
  for (const { team, state } of lines) if (team !== null && state !== 'void') used.set(team, (used.get(team) ?? 0) + 1);
  return used;
}

/** Returns the teams of a round that may be picked: those used least, so that none comes twice before all of the round were used. */
export function freeTeams(teams: Iterable<number>, used: ReadonlyMap<number, number>): Set<number> {
  const all = [...new Set(teams)];
  const least = Math.min(...all.map((team) => used.get(team) ?? 0));
  return new Set(all.filter((team) => (used.get(team) ?? 0) === least));
}

/** Entries that are in come before those that are out, with more lives first; of those that are out, the later before the earlier. */
const IN = 1_000;

/** Returns the number by which entries are ranked, the higher the better; the same for entries that share a place. */
export const rankKey = ({ lives, out }: Pick<SurvivorStanding, 'lives' | 'out'>): number => out ?? IN + lives;

/**
 * Returns whether a game is over: at most one of its players is in, or no round will follow, and no open match can change that. Those in
 * first place have won.
 */
export const isOver = (players: readonly Pick<SurvivorStanding, 'out' | 'isOpen'>[], rounds: number, isSeasonOver: boolean): boolean =>
  rounds > 0 && !players.some(({ isOpen }) => isOpen) && (isSeasonOver || players.filter(({ out }) => out === null).length <= 1);

/**
 * Returns the team that the model picks: of those that may be picked, the one that most likely keeps the life; null without a forecast of
 * any of them. `chances`: of its team to win and to draw.
 */
export function modelPick(
  { drawSurvives }: Pick<SurvivorRules, 'drawSurvives'>,
  free: ReadonlySet<number>,
  chances: ReadonlyMap<number, { win: number; draw: number }>,
): number | null {
  let best: { team: number; chance: number } | null = null;
  for (const [team, { win, draw }] of [...chances].sort(([a], [b]) => a - b)) {
    const chance = win + (drawSurvives ? draw : 0);
    if (free.has(team) && (best === null || chance > best.chance)) best = { team, chance };
  }
  return best?.team ?? null;
}
