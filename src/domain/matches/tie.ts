import { groupBy } from '#domain/grouping.ts';
import { type MatchStatus, matchGroup } from './match-status.ts';
import { type MatchScore, outcomeOf, type Score } from './score.ts';
import type { Side, Sport } from './sport.ts';

/** What a draw needs to know of a match. */
export interface TieMatch {
  id: number;
  home: { id: number };
  away: { id: number };
  status: MatchStatus;
  /** `awarded_to` is whom a match went to that was decided without a result, where it is told. */
  score: Pick<MatchScore, 'home' | 'away' | 'penalty' | 'parts'> & { awarded_to?: Side | undefined };
}

/** One match; two legs whose goals are added up; a match that was level, played again; or several, of which the most must be won. */
export const TIE_KINDS = ['single', 'legs', 'replay', 'series'] as const;
export type TieKind = (typeof TIE_KINDS)[number];

/** Two competitors of whom one goes on, and what they play against each other, in the order in which it is played. */
export interface Tie<M extends TieMatch = TieMatch> {
  kind: TieKind;
  matches: readonly [M, ...M[]];
  /** By the sides of the first match; null while open, and where nothing tells who goes on. */
  winner: Side | null;
}

/** The competitors of a tie are those of its first match, on its sides. */
export const competitor = <M extends TieMatch>({ matches }: Pick<Tie<M>, 'matches'>, side: Side): M['home'] => matches[0][side];

/** On which side of a tie a competitor is; null where it is not in it. */
export function sideIn(tie: Pick<Tie, 'matches'>, id: number): Side | null {
  if (competitor(tie, 'home').id === id) return 'home';
  return competitor(tie, 'away').id === id ? 'away' : null;
}

/** Puts the matches of a round together by who plays. `replays` are the ids of those that repeat a match. */
export function tiesOf<M extends TieMatch>(matches: readonly M[], sport: Sport, replays: ReadonlySet<number>): Tie<M>[] {
  const pairs = groupBy(matches, ({ home, away }) => [home.id, away.id].sort((a, b) => a - b).join(' '));
  const ties = [...pairs.values()].map((pair): Tie<M> => {
    const told = counting(pair);
    return { kind: kindOf(told, sport, replays), matches: told, winner: null };
  });
  const legs = Math.max(...ties.map(({ kind, matches: played }) => (kind === 'legs' ? played.length : 1)));
  return ties.map((tie) => ({ ...tie, winner: tie.kind === 'single' && legs > 1 ? null : winnerOf(tie) }));
}

/** What was called off or broken off counts only where nothing took its place. */
function counting<M extends TieMatch>(matches: [M, ...M[]]): [M, ...M[]] {
  const [first, ...more] = matches.filter(({ status }) => status !== 'canc' && status !== 'abd');
  return first ? [first, ...more] : matches;
}

function kindOf(matches: readonly TieMatch[], sport: Sport, replays: ReadonlySet<number>): TieKind {
  const [first, second] = matches;
  if (first === undefined || second === undefined) return 'single';
  if (sport !== 'football') return 'series';
  return matches.some(({ id }) => replays.has(id)) || matches.length > 2 || first.home.id === second.home.id ? 'replay' : 'legs';
}

/** Who goes on by the results alone. How many games a series takes no feed tells: what comes after it does. */
function winnerOf({ kind, matches }: Pick<Tie, 'kind' | 'matches'>): Side | null {
  const last = matches.at(-1)!;
  if (kind === 'series' || matches.some((match) => matchGroup(match.status) !== 'finished' || !isDecided(match))) return null;
  if (last.score.awarded_to && kind !== 'legs') return sideIn({ matches }, last[last.score.awarded_to].id);
  const goals = kind === 'legs' ? tallyOf({ kind, matches }) : scoreFor(matches, last, 'now');
  const shootOut = scoreFor(matches, last, 'penalty');
  return aheadIn(goals) ?? aheadIn(shootOut);
}

/** A score that was left as it stood when somebody gave up does not say who goes on. */
const isDecided = ({ status, score }: TieMatch): boolean =>
  status !== 'canc' && status !== 'abd' && !(status === 'awd' && score.parts !== undefined && score.awarded_to === undefined);

function aheadIn(score: Score | null): Side | null {
  const ahead = score && outcomeOf(...score);
  return ahead === 'draw' ? null : ahead;
}

/** The goals of both legs added up, or the games won of a series, as far as they were played, by the sides of the tie; else null. */
export function tallyOf({ kind, matches }: Pick<Tie, 'kind' | 'matches'>): Score | null {
  if (kind !== 'legs' && kind !== 'series') return null;
  const counted = kind === 'legs' ? matches : matches.filter(({ status }) => matchGroup(status) === 'finished');
  const scores = counted.flatMap((match) => {
    const score = scoreFor(matches, match, 'now');
    return score === null ? [] : [kind === 'legs' ? score : ([Number(score[0] > score[1]), Number(score[1] > score[0])] as Score)];
  });
  return scores.length === 0 ? null : scores.reduce<Score>((sum, score) => [sum[0] + score[0], sum[1] + score[1]], [0, 0]);
}

/** The score of one of a tie's matches, now or of its shoot-out, by the sides of the tie. */
export function scoreFor([first]: Tie['matches'], match: TieMatch, which: 'now' | 'penalty'): Score | null {
  const { home, away, penalty } = match.score;
  const score: Score | null = which === 'penalty' ? penalty : home === null || away === null ? null : [home, away];
  return score && match.home.id !== first.home.id ? [score[1], score[0]] : score;
}
