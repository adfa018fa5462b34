import type { LeagueRef, MatchSummary, TeamRef } from '#contract/matches.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { CREST_FIELD_PATHS, CREST_SHIELD, crestOf } from '#domain/matches/crest.ts';
import { clockMinute, isInPlay, matchGroup } from '#domain/matches/match-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { findSummaries } from '#server/modules/match-data/public.ts';
import { matchWords, type PageMatch } from '#server/modules/site/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { writeDate } from '#texts/write.ts';
import { type Html, html } from './html.ts';
import type { Words } from './words.ts';

export type EmbeddedMatch = MatchSummary & { league: LeagueRef };

/** Returns a match; throws `not_found` if there is none. */
export async function requireMatch(deps: Deps, id: string): Promise<EmbeddedMatch> {
  const [match] = await findSummaries(deps, [Number(id)]);
  if (!match) throw new AppError('not_found');
  return match;
}

/** Returns what the site's pages and pictures say of a match: status, day and score in words. */
export function wordsOf(deps: Deps, match: EmbeddedMatch, locale: Locale) {
  const { home, away, penalty } = match.score;
  const page: PageMatch = {
    ...{ id: match.id, kickoff_at: match.kickoff_at, first_kickoff_at: null, status: match.status, venue: null, season: match.season },
    ...{ home: match.home, away: match.away, league: match.league, penalty },
    score: home === null || away === null ? null : [home, away],
  };
  return matchWords(deps, page, locale);
}

/** Renders a team's crest. The name is beside it. */
export function crest(team: TeamRef): Html {
  const { colours, field } = crestOf(team.name, team.colours);
  return html`<svg class="crest" viewBox="0 0 24 28" width="18" height="21" aria-hidden="true"><path d="${CREST_SHIELD}" fill="${colours[0]}"/><path d="${CREST_FIELD_PATHS[field]}" fill="${colours[1]}"/><path class="rim" d="${CREST_SHIELD}"/></svg>`;
}

/** Renders the league, and the state of the match or when it begins. The page's script writes times in the reader's time zone. */
export function heading(deps: Deps, match: EmbeddedMatch, locale: Locale, { texts }: Words): Html {
  const { league, status, penalties } = wordsOf(deps, match, locale);
  const live = isInPlay(match.status);
  const minute = live ? minuteOf(deps, match) : null;
  const state = [status, minute, penalties].filter((part) => part !== null).join(' · ');
  const day = matchGroup(match.status) !== 'live' && time(match.kickoff_at, locale);
  return html`<header><span class="league">${league}</span><span class="state">${
    state !== '' && html`<b${live && html` class="live"`}>${state}</b> `
  }${day || (match.kickoff_at === null && match.status !== 'canc' && texts.date_unknown)}</span></header>`;
}

function minuteOf({ now, config }: Deps, { status, minute, stoppage, seen_at }: EmbeddedMatch): string | null {
  if (seen_at === null) return null;
  const clock = clockMinute({ status, minute, stoppage, seenAt: new Date(seen_at) }, now(), config.matchSpeed);
  return clock && `${clock.minute}${clock.stoppage === null ? '' : `+${clock.stoppage}`}′`;
}

function time(at: string | null, locale: Locale): Html | null {
  return at === null ? null : html`<time datetime="${at}">${writeDate(locale, 'day_time', new Date(at), 'UTC')} UTC</time>`;
}

/** Returns how often a card of a match asks for changes, in seconds: often during play, not at all once nothing can change. */
export function pollSecondsOf({ now }: Deps, match: EmbeddedMatch): number {
  const group = matchGroup(match.status);
  if (group === 'live') return match.status === 'susp' ? 300 : 15;
  if (match.kickoff_at === null) return 1_800;
  const untilMs = Date.parse(match.kickoff_at) - now().getTime();
  // Results are corrected in the first hours.
  if (group === 'finished') return untilMs > -6 * HOUR_MS ? 300 : 0;
  if (untilMs < 10 * MINUTE_MS) return untilMs > -DAY_MS ? 30 : 1_800;
  return untilMs < DAY_MS ? 300 : 1_800;
}
