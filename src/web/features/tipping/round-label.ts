import { useFormatter } from 'use-intl';
import type { LeagueRef } from '#contract/matches.ts';
import { DAY_MS } from '#domain/time.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';

interface Labelled {
  key: string;
  /** Missing if only the key is known. */
  league?: LeagueRef | null;
  round: string | null;
}

/** Days and weeks are by UTC, as the server makes them: they are written in it too. */
const UTC = { timeZone: 'UTC' } as const;
const WEEK_DAYS = 7;

/** Returns a function that names a round: "Round 13", "First Division · Round 13" where leagues are mixed, "23–29 Nov", "Thu 26 Nov". */
export function useRoundLabel(isMixed = false): (round: Labelled) => string {
  const format = useFormatter();
  const roundName = useRoundName();
  const nameOf = useLocalName();
  return ({ key, league = null, round }) => {
    const [kind, day = ''] = key.split(':');
    const at = kind === 'week' || kind === 'day' ? Date.parse(`${day}T12:00:00Z`) : Number.NaN;
    if (!Number.isNaN(at)) {
      if (kind === 'day') return format.dateTime(at, 'weekday_day', UTC);
      return format.dateTimeRange(new Date(at), new Date(at + (WEEK_DAYS - 1) * DAY_MS), 'day', UTC);
    }
    const name = round === null ? key : roundName([round], league?.sport ?? 'football');
    return isMixed && league ? `${nameOf(league)} · ${name}` : name;
  };
}

/** Returns whether a list of rounds has more than one league, so that a round's name alone is ambiguous. */
export const isMixed = (rounds: readonly { league: LeagueRef | null }[]): boolean =>
  new Set(rounds.flatMap(({ league }) => (league ? [league.id] : []))).size > 1;
