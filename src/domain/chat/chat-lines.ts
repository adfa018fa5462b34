import { canonicalJson } from '#domain/canonical-json.ts';
import type { EventPeriod, MatchEventType } from '#domain/matches/match-details.ts';
import type { Side } from '#domain/matches/sport.ts';

/** The fields of an event that determine its line in a chat. */
export interface LineEvent {
  id: string;
  type: MatchEventType;
  side: Side;
  period: EventPeriod;
  minute: number;
}

/** A line that is already in a chat. */
export interface ChatLine<Event extends LineEvent> {
  id: number;
  event: Event;
  isTakenBack: boolean;
}

/** The changes to make to the lines of a match. */
export interface LinePlan<Event extends LineEvent> {
  /** Events without a line, in their order. */
  added: Event[];
  /** Lines whose event has changed, or is reported again. */
  changed: { id: number; event: Event }[];
  /** Lines whose event is no longer reported: a goal that does not count. */
  takenBack: number[];
}

/** Event types with a line: goals, cards and video decisions. */
export const LINE_EVENT_TYPES = [
  'goal',
  'penalty',
  'own_goal',
  'yellow',
  'second_yellow',
  'red',
  'var',
] as const satisfies readonly MatchEventType[];
const TOLD: ReadonlySet<MatchEventType> = new Set(LINE_EVENT_TYPES);
/** Feeds correct the time of an event by a minute or two, and may then give it another id. */
const MINUTES_MOVED_MAX = 2;

/** Returns whether an event has a line. The kicks of a shoot-out have none. */
export const hasLine = ({ type, period }: LineEvent): boolean => TOLD.has(type) && period !== 'P';

/**
 * Returns the changes that bring the lines of a match in agreement with its events: one line per event, however often it is reported. An
 * event that arrives under another id, because its player became known, keeps its line.
 */
export function planLines<Event extends LineEvent>(lines: readonly ChatLine<Event>[], events: readonly Event[]): LinePlan<Event> {
  const told = events.filter(hasLine);
  const byId = new Map(told.map((event) => [event.id, event]));
  const unpaired = new Set(told);
  const changed: LinePlan<Event>['changed'] = [];
  const pair = ({ id, event: before, isTakenBack }: ChatLine<Event>, event: Event): void => {
    unpaired.delete(event);
    if (isTakenBack || canonicalJson(before) !== canonicalJson(event)) changed.push({ id, event });
  };
  const gone: ChatLine<Event>[] = [];
  for (const line of lines) {
    const event = byId.get(line.event.id);
    if (event) pair(line, event);
    else if (!line.isTakenBack) gone.push(line);
  }
  const takenBack: number[] = [];
  for (const line of gone) {
    const event = [...unpaired].find((one) => isSame(line.event, one));
    if (event) pair(line, event);
    else takenBack.push(line.id);
  }
  return { added: [...unpaired], changed, takenBack };
}

const isSame = (a: LineEvent, b: LineEvent): boolean =>
  a.type === b.type && a.side === b.side && a.period === b.period && Math.abs(a.minute - b.minute) <= MINUTES_MOVED_MAX;
