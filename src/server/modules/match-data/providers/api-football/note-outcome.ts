import type { Answer, ApiSportsError } from '#server/modules/match-data/providers/api-sports/client.ts';
import * as common from '#server/modules/match-data/providers/api-sports/note-outcome.ts';
import type { Progress } from './progress.ts';
import { keyOf, type Request } from './requests.ts';

/** No league has more pages of odds than this: a provider that counts wrongly is not followed for ever. */
const PAGES_MAX = 60;

/** Notes that an answer was told, and what it leaves to ask. `askedMs` is when it was asked for. */
export function noteAnswer(progress: Progress, request: Request, answer: Answer, askedMs: number): void {
  const hasMore = request.kind === 'odds' && request.page < Math.min(answer.pages, PAGES_MAX);
  common.noteAnswered(progress, keyOf(request), askedMs, !hasMore);
  if (request.kind !== 'odds') return;
  if (hasMore) progress.oddsPages[request.league] = request.page + 1;
  else delete progress.oddsPages[request.league];
}

/** Notes why a request had no answer, and when to go on. */
export function noteProblem(progress: Progress, request: Request, error: ApiSportsError, nowMs: number): void {
  common.noteProblem(progress, { key: keyOf(request), isLive: request.kind === 'live' }, error, nowMs);
  const isPassing = error.problem === 'rate_limited' || error.problem === 'day_used_up';
  // A page of odds that cannot be had: the next time begins with the first one.
  if (request.kind === 'odds' && !isPassing) delete progress.oddsPages[request.league];
}
