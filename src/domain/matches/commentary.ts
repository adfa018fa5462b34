import { fnv1a } from '#domain/hash.ts';
import type { EventPeriod, MatchEvent } from './match-details.ts';
import { isFinal, isStarted, type MatchStatus } from './match-status.ts';
import {
  type Kick,
  type MatchStand,
  partEnding,
  type Timeline,
  type TimelinePart,
  type TimelineRow,
  timelineOf,
  videoDecision,
} from './match-timeline.ts';
import type { Score } from './score.ts';
import type { Side } from './sport.ts';

/** Sentences about a player, or about a team alone where the feed names no player. */
const NAMED_KINDS = [
  'goal',
  'penalty',
  'missed_penalty',
  'own_goal',
  'assist',
  'yellow',
  'second_yellow',
  'red',
  'goal_cancelled',
  'goal_confirmed',
  'kick_scored',
  'kick_missed',
] as const;
type NamedKind = (typeof NAMED_KINDS)[number];

/** Kinds of sentences, one for each set of known facts: a sentence of a kind has words for these facts and no others. */
export type CommentaryKind =
  | NamedKind
  | `${NamedKind}_unnamed`
  | 'goal_assisted'
  | 'change'
  | 'change_on'
  | 'change_off'
  | 'change_unnamed'
  | 'penalty_given'
  | 'penalty_cancelled'
  | 'card_changed'
  | 'video_check'
  | 'kick_off'
  | 'half_time'
  | 'second_half'
  | 'ninety_minutes'
  | 'full_time'
  | 'extra_time'
  | 'extra_time_over'
  | 'shoot_out'
  | 'shoot_out_won'
  | 'stopped'
  | 'abandoned';

/** Each kind has this many wordings, so that a match does not read like a form. */
export const COMMENTARY_WORDINGS = ['a', 'b', 'c'] as const;
export type CommentaryWording = (typeof COMMENTARY_WORDINGS)[number];

/** A sentence of the commentary, without its words. */
export interface CommentaryLine {
  /** Unique within the match; that of its event, or of its whistle. */
  key: string;
  kind: CommentaryKind;
  wording: CommentaryWording;
  period: EventPeriod;
  /** Null for whistles and penalty kicks, whose minute a feed does not tell. */
  minute: number | null;
  stoppage: number | null;
  /** The team that the sentence is about; for an own goal the one that it counts for. Null: about both. */
  side: Side | null;
  player: string | null;
  /** The assisting player; the player coming on. */
  other: string | null;
  /** After a goal and at a whistle; of the shoot-out after a penalty kick. Null if it is unknown, or contradicts the match's own score. */
  score: Score | null;
}

/**
 * Returns the commentary of a football match, the newest line first; empty without events. It says what events say, and nothing else: facts
 * that are unknown have no words. `matchId` and an event's id choose the wording, so that all readers see the same one, and always.
 */
export function commentaryOf(matchId: number, match: MatchStand, events: readonly MatchEvent[]): CommentaryLine[] {
  const timeline = timelineOf(events);
  if (events.length === 0 || !isStarted(match.status)) return [];
  const isScoreSure = agrees(match, timeline);
  const lines = [...playLines(match, timeline), ...kickLines(match, timeline), ...interruptionLines(match.status, timeline)];
  return lines
    .map(({ score, ...line }) => ({
      ...{ player: null, other: null, side: null, minute: null, stoppage: null },
      ...line,
      wording: COMMENTARY_WORDINGS[fnv1a(`${matchId} ${line.key}`) % COMMENTARY_WORDINGS.length]!,
      score: line.period === 'P' || isScoreSure ? (score ?? null) : null,
    }))
    .toReversed();
}

type Draft = Pick<CommentaryLine, 'key' | 'kind' | 'period'> & Partial<Omit<CommentaryLine, 'wording'>>;

/** Returns whether the goals of the events add up to the match's score: if one is missing, no score in between is sure. */
function agrees({ score }: MatchStand, { parts }: Timeline): boolean {
  const [home, away] = parts.at(-1)?.score ?? [0, 0];
  return home === (score.home ?? 0) && away === (score.away ?? 0);
}

const OPENINGS = { H1: 'kick_off', H2: 'second_half', ET: 'extra_time' } as const;
const ENDINGS = {
  half_time_score: 'half_time',
  final_score: 'full_time',
  full_time_score: 'ninety_minutes',
  extra_time_score: 'extra_time_over',
} as const;

/** The statuses that prove that a part began, even if nothing happened in it. */
const BEGUN: Record<TimelinePart['period'], (status: MatchStatus) => boolean> = {
  H1: () => true,
  H2: (status) => isFinal(status) || ['h2', 'bt', 'et', 'p'].includes(status),
  // Penalties may follow the ninety minutes.
  ET: (status) => status === 'et' || status === 'aet',
};

function playLines(match: MatchStand, { parts }: Timeline): Draft[] {
  return (['H1', 'H2', 'ET'] as const).flatMap((period, index) => {
    const told = parts[index];
    if (told === undefined && !BEGUN[period](match.status)) return [];
    const part = told ?? { period, rows: [], score: parts.at(-1)?.score ?? [0, 0] };
    const ending = partEnding(match, part);
    return [
      { key: OPENINGS[period], kind: OPENINGS[period], period },
      ...part.rows.map((row) => ({ ...eventLine(row), period })),
      ...(ending ? [{ key: `${period} ended`, kind: ENDINGS[ending.words], period, score: ending.score }] : []),
    ];
  });
}

function eventLine({ event, side, score }: TimelineRow): Omit<Draft, 'period'> {
  const { id, minute, stoppage, player, other } = event;
  const kind = kindOf(event);
  const isWholeMatch = kind === 'penalty_given' || kind === 'penalty_cancelled' || kind === 'card_changed' || kind === 'video_check';
  // Feeds differ in whom they name with these decisions: the one who was fouled, or the one who committed it.
  if (isWholeMatch) return { key: id, kind, minute, stoppage };
  return { key: id, kind, minute, stoppage, side, player, other: kind === 'goal_assisted' || isChange(kind) ? other : null, score };
}

const isChange = (kind: CommentaryKind): boolean => kind === 'change' || kind === 'change_on';

function kindOf({ type, player, other, detail }: MatchEvent): CommentaryKind {
  switch (type) {
    case 'goal':
      return player !== null && other !== null ? 'goal_assisted' : named('goal', player);
    case 'substitution':
      if (player !== null && other !== null) return 'change';
      return other !== null ? 'change_on' : player !== null ? 'change_off' : 'change_unnamed';
    case 'var': {
      const decision = videoDecision(detail);
      if (decision === 'goal_cancelled' || decision === 'goal_confirmed') return named(decision, player);
      return decision ?? 'video_check';
    }
    default:
      return named(type, player);
  }
}

const named = (kind: NamedKind, player: string | null): CommentaryKind => (player === null ? `${kind}_unnamed` : kind);

function kickLines({ status, score }: MatchStand, { kicks }: Timeline): Draft[] {
  if (status !== 'p' && status !== 'pen' && kicks.length === 0) return [];
  const kickLine = ({ id, side, player, scored, score: after }: Kick): Draft => ({
    ...{ key: id, period: 'P', side, player, score: after },
    kind: named(scored ? 'kick_scored' : 'kick_missed', player),
  });
  const [home, away] = score.penalty ?? [0, 0];
  const won: Draft = {
    ...{ key: 'P ended', kind: 'shoot_out_won', period: 'P', score: [home, away] },
    side: home > away ? 'home' : 'away',
  };
  return [
    { key: 'shoot_out', kind: 'shoot_out', period: 'P' },
    ...kicks.map(kickLine),
    ...(status === 'pen' && home !== away ? [won] : []),
  ];
}

/** Play that has stopped, for now or for good. */
function interruptionLines(status: MatchStatus, { parts, kicks }: Timeline): Draft[] {
  const period = kicks.length > 0 ? 'P' : (parts.at(-1)?.period ?? 'H1');
  if (status === 'int' || status === 'susp') return [{ key: status, kind: 'stopped', period }];
  return status === 'abd' ? [{ key: status, kind: 'abandoned', period }] : [];
}

/** Lines about goals, by the event that they are about. */
const GOALS: Partial<Record<CommentaryKind, 'goal' | 'penalty' | 'own_goal'>> = {
  goal: 'goal',
  goal_unnamed: 'goal',
  goal_assisted: 'goal',
  penalty: 'penalty',
  penalty_unnamed: 'penalty',
  own_goal: 'own_goal',
  own_goal_unnamed: 'own_goal',
};

/** Returns the type of goal that a line is about; null if it is about something else. */
export const goalOf = ({ kind }: CommentaryLine): 'goal' | 'penalty' | 'own_goal' | null => GOALS[kind] ?? null;
