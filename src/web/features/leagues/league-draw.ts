import type { ReplyOf } from '#contract/endpoint.ts';
import type { DrawTie, getLeagueDraw } from '#contract/leagues.ts';
import type { LiveChange } from '#contract/live.ts';
import type { MatchSummary } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { withChange } from '#web/data/match-state.ts';

export type LeagueDraws = ReplyOf<typeof getLeagueDraw>;
export type LeagueDraw = LeagueDraws['draws'][number];
export type DrawRound = LeagueDraw['rounds'][number];
export type DrawSlot = DrawRound['slots'][number];

const tiesOf = ({ rounds, third_place }: LeagueDraw): DrawTie[] => [
  ...rounds.flatMap(({ slots }) => slots.flatMap(({ tie }) => tie ?? [])),
  ...(third_place ? [third_place] : []),
];

/** Returns all matches of a season's draws. */
export const drawnMatches = ({ draws }: LeagueDraws): MatchSummary[] =>
  draws.flatMap((draw) => tiesOf(draw).flatMap(({ matches }) => matches));

/** Returns the draws with a change applied; the same object if it concerns none of their matches. */
export function withChangeInDraws(known: LeagueDraws, change: LiveChange): LeagueDraws {
  const tieWith = (tie: DrawTie): DrawTie => {
    const [first, ...more] = tie.matches;
    return { ...tie, matches: [withChange(first, change), ...more.map((match) => withChange(match, change))] };
  };
  if (drawnMatches(known).every((match) => withChange(match, change) === match)) return known;
  const draws = known.draws.map(({ rounds, third_place, ...draw }) => ({
    ...draw,
    rounds: rounds.map((round) => ({ ...round, slots: round.slots.map((slot) => ({ ...slot, tie: slot.tie && tieWith(slot.tie) })) })),
    third_place: third_place && tieWith(third_place),
  }));
  return { ...known, draws };
}

/** Returns whether a change ends a match of the draw: then only the server knows who advances to which match. */
export const endsTie = (known: LeagueDraws, change: LiveChange): boolean =>
  change.t === 'match' &&
  matchGroup(change.match.status) === 'finished' &&
  drawnMatches(known).some(({ id, status }) => id === change.match.id && matchGroup(status) !== 'finished');

/** Returns a round for the picker: its dates, and how many of its matches were played. */
export function roundSummary({ name, slots }: DrawRound) {
  const matches = slots.flatMap(({ tie }) => tie?.matches ?? []);
  const dates = matches.flatMap(({ kickoff_at }) => kickoff_at ?? []).toSorted();
  return {
    name,
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
    finished: matches.filter(({ status }) => matchGroup(status) === 'finished').length,
    total: matches.length + slots.filter(({ open }) => open).length,
  };
}

/** Returns the current or next round: the first with a known match that is not over, else the last with anything known. */
export function roundNow({ rounds }: LeagueDraw): string {
  const isKnown = ({ slots }: DrawRound) => slots.some(({ tie }) => tie !== null);
  const isOver = ({ slots }: DrawRound) =>
    slots.every(({ tie }) => (tie?.matches ?? []).every(({ status }) => matchGroup(status) === 'finished'));
  return (rounds.find((round) => !isOver(round)) ?? rounds.findLast(isKnown) ?? rounds[0])?.name ?? '';
}
