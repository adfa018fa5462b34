import type { InfiniteData } from '@tanstack/react-query';
import type { LiveChange } from '#contract/live.ts';
import type { MatchSummary } from '#contract/matches.ts';
import { matchGroup } from '#domain/match-status.ts';
import { scorer, withChange } from '#web/lib/live-match.ts';
import type { DayPage } from './api.ts';

type Day = InfiniteData<DayPage>;

/** What a change did to a day on show. */
export interface DayChange {
  day: Day;
  /** The match that changed, as it is now; null when the change is about none on show. */
  match: MatchSummary | null;
  scored: 'home' | 'away' | null;
  /** It kicked off or ended: another chip holds it now, and others may take its place in the list. */
  regrouped: boolean;
}

/** A day with a change in it: the same object where nothing on show changes, and new ones only along the way to what does. */
export function withDayChange(day: Day, change: LiveChange): DayChange {
  const id = change.t === 'match' ? change.match.id : change.t === 'market' ? change.match_id : null;
  const before = day.pages.flatMap(({ items }) => items).find((match) => match.id === id);
  const after = before && withChange(before, change);
  if (!before || !after || before === after) return { day, match: null, scored: null, regrouped: false };
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

function latest(...times: (string | null | undefined)[]): string | null {
  const known = times.filter((time) => typeof time === 'string');
  return known.length === 0 ? null : known.reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b));
}
