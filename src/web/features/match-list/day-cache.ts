import type { InfiniteData } from '@tanstack/react-query';
import type { LiveChange } from '#contract/live.ts';
import type { MatchSummary } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { scorer, withChange } from '#web/data/match-state.ts';
import type { DayPage, Selected } from './api.ts';

type Day = InfiniteData<DayPage>;

/** What a change did to matches on show. */
interface Changed {
  /** The match that changed, as it is now; null when the change is about none on show. */
  match: MatchSummary | null;
  scored: 'home' | 'away' | null;
  /** It kicked off or ended: another chip holds it now, and others may take its place in the list. */
  regrouped: boolean;
}
export interface DayChange extends Changed {
  day: Day;
}
export interface SelectedChange extends Changed {
  selected: Selected;
}

/** A day with a change in it: the same object where nothing on show changes, and new ones only along the way to what does. */
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

/** What somebody follows with a change in it, by the same rules. */
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

/** The match that a change is about, before and after it. */
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
