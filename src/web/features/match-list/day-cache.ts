import type { InfiniteData } from '@tanstack/react-query';
import type { LiveChange } from '#contract/live.ts';
import type { MatchSummary } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { scorer, withChange } from '#web/data/match-state.ts';
import type { DayPage, Selected } from './api.ts';

type Day = InfiniteData<DayPage>;

/** The effect of a change on visible matches. */
interface Changed {
  /** The changed match in its new state; null if it is not visible. */
  match: MatchSummary | null;
  scored: 'home' | 'away' | null;
  /** Whether the match kicked off or ended: it belongs to another chip now, and others may replace it in the list. */
  regrouped: boolean;
}
export interface DayChange extends Changed {
  day: Day;
}
export interface SelectedChange extends Changed {
  selected: Selected;
}

/** Returns a day with a change applied: the same object if nothing visible changes; otherwise only changed parts are new objects. */
export function withDayChange(day: Day, change: LiveChange): DayChange {
  const { before, after } = changedBy(
    change,
    day.pages.flatMap(({ items }) => items),
  );
  if (!before || before === after) return { day, ...NOTHING };
  const [from, to] = [matchGroup(before.status), matchGroup(after.status)];
  const pages = day.pages.map((page) => {
    const items = page.items.includes(before) ? page.items.map((match) => (match === before ? after : match)) : page.items;
    const moved = <T extends { counts: DayPage['counts'] }>(counted: T): T =>
      from === to ? counted : { ...counted, counts: { ...counted.counts, [from]: counted.counts[from] - 1, [to]: counted.counts[to] + 1 } };
    const leagues = from === to ? page.leagues : page.leagues.map((league) => (league.id === after.league_id ? moved(league) : league));
    return moved({ ...page, items, leagues, confirmed_at: latest(page.confirmed_at, after.seen_at, after.market?.confirmed_at) });
  });
  return { day: { ...day, pages }, match: after, scored: scorer(before, after), regrouped: from !== to };
}

/** Applies a change to favorites in the same way. */
export function withSelectedChange(selected: Selected, change: LiveChange): SelectedChange {
  const { before, after } = changedBy(change, selected.items);
  if (!before || before === after) return { selected, ...NOTHING };
  const items = selected.items.map((match) => (match === before ? after : match));
  const confirmed_at = latest(selected.confirmed_at, after.seen_at, after.market?.confirmed_at);
  return {
    selected: { ...selected, items, confirmed_at },
    match: after,
    scored: scorer(before, after),
    regrouped: matchGroup(before.status) !== matchGroup(after.status),
  };
}

const NOTHING: Changed = { match: null, scored: null, regrouped: false };

/** Returns the match of a change, before and after it. */
function changedBy<T extends MatchSummary>(
  change: LiveChange,
  matches: readonly T[],
): { before: T; after: T } | { before: null; after: null } {
  const id = change.t === 'match' ? change.match.id : change.t === 'market' ? change.match_id : null;
  const before = matches.find((match) => match.id === id);
  return before ? { before, after: withChange(before, change) } : { before: null, after: null };
}

function latest(...times: (string | null | undefined)[]): string | null {
  const known = times.filter((time) => typeof time === 'string');
  return known.length === 0 ? null : known.reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b));
}
