import { groupBy } from '#domain/grouping.ts';
import { type MatchStatus, matchGroup } from './match-status.ts';
import { type MatchScore, outcomeOf, type Score } from './score.ts';
import type { Side, Sport } from './sport.ts';

/** The fields of a match that a draw needs. */
export interface TieMatch {
  id: number;
  home: { id: number };
  away: { id: number };
  status: MatchStatus;
  /** `awarded_to` is the winner of a match that was decided without a result, if known. */
  score: Pick<MatchScore, 'home' | 'away' | 'penalty' | 'parts'> & { awarded_to?: Side | undefined };
}

/** A single match; two legs with added goals; a level match that is replayed; or a series, in which most games must be won. */
export const TIE_KINDS = ['single', 'legs', 'replay', 'series'] as const;
export type TieKind = (typeof TIE_KINDS)[number];

/** Two competitors, one of which advances, and their matches against each other in playing order. */
export interface Tie<M extends TieMatch = TieMatch> {
  kind: TieKind;
  matches: readonly [M, ...M[]];
  /** By the sides of the first match; null while open, and if the winner is unknown. */
  winner: Side | null;
}

/** Returns the competitors of a tie: those of its first match, on its sides. */
export const competitor = <M extends TieMatch>({ matches }: Pick<Tie<M>, 'matches'>, side: Side): M['home'] => matches[0][side];

/** Returns the side of a tie on which a competitor is; null if it is not part of it. */
export function sideIn(tie: Pick<Tie, 'matches'>, id: number): Side | null {
  if (competitor(tie, 'home').id === id) return 'home';
  return competitor(tie, 'away').id === id ? 'away' : null;
}

/** Groups the matches of a round by their competitors. `replays` are the ids of replayed matches. */
export function tiesOf<M extends TieMatch>(matches: readonly M[], sport: Sport, replays: ReadonlySet<number>): Tie<M>[] {
  const pairs = groupBy(matches, ({ home, away }) => [home.id, away.id].sort((a, b) => a - b).join(' '));
  const ties = [...pairs.values()].map((pair): Tie<M> => {
    const told = counting(pair);
    return { kind: kindOf(told, sport, replays), matches: told, winner: null };
  });
  const legs = Math.max(...ties.map(({ kind, matches: played }) => (kind === 'legs' ? played.length : 1)));
  return ties.map((tie) => ({ ...tie, winner: tie.kind === 'single' && legs > 1 ? null : winnerOf(tie) }));
}

/** A cancelled or abandoned match counts only if nothing replaced it. */
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

/** Returns which side advances by the results alone. Feeds do not report the length of a series, so later rounds decide it. */
function winnerOf({ kind, matches }: Pick<Tie, 'kind' | 'matches'>): Side | null {
  const last = matches.at(-1)!;
  if (kind === 'series' || matches.some((match) => matchGroup(match.status) !== 'finished' || !isDecided(match))) return null;
  if (last.score.awarded_to && kind !== 'legs') return sideIn({ matches }, last[last.score.awarded_to].id);
  const goals = kind === 'legs' ? tallyOf({ kind, matches }) : scoreFor(matches, last, 'now');
  const shootOut = scoreFor(matches, last, 'penalty');
  return aheadIn(goals) ?? aheadIn(shootOut);
}

/** A score left by a retirement does not say who advances. */
const isDecided = ({ status, score }: TieMatch): boolean =>
  status !== 'canc' && status !== 'abd' && !(status === 'awd' && score.parts !== undefined && score.awarded_to === undefined);

function aheadIn(score: Score | null): Side | null {
  const ahead = score && outcomeOf(...score);
  return ahead === 'draw' ? null : ahead;
}

/** Returns the added goals of both legs, or the games won in a series, as far as played, by the sides of the tie; else null. */
export function tallyOf({ kind, matches }: Pick<Tie, 'kind' | 'matches'>): Score | null {
  if (kind !== 'legs' && kind !== 'series') return null;
  const counted = kind === 'legs' ? matches : matches.filter(({ status }) => matchGroup(status) === 'finished');
  const scores = counted.flatMap((match) => {
    const score = scoreFor(matches, match, 'now');
    return score === null ? [] : [kind === 'legs' ? score : ([Number(score[0] > score[1]), Number(score[1] > score[0])] as Score)];
  });
  return scores.length === 0 ? null : scores.reduce<Score>((sum, score) => [sum[0] + score[0], sum[1] + score[1]], [0, 0]);
}

/** Returns the score of one match of a tie, now or of its shoot-out, by the sides of the tie. */
export function scoreFor([first]: Tie['matches'], match: TieMatch, which: 'now' | 'penalty'): Score | null {
  const { home, away, penalty } = match.score;
  const score: Score | null = which === 'penalty' ? penalty : home === null || away === null ? null : [home, away];
  return score && match.home.id !== first.home.id ? [score[1], score[0]] : score;
}
