import { HOUR_MS, MINUTE_MS, utcDay } from '#domain/time.ts';
import { allowedPerDay, dayLeft, NOTHING_USED, withRemaining } from './allowance.ts';
import { type Answer, askProvider, type Protocol, ProviderError } from './client.ts';
import type { PolledSettings } from './polled-feed.ts';

/** How a provider is tried with the operator's key: one harmless request, and what its answer says. Sentences are for operators. */
export interface ProviderCheck {
  protocol: Protocol;
  /** Path and query of a request that every plan allows. */
  query: string;
  /** Returns what the answer says about the account and its plan; empty if it says nothing. */
  planIn: (rows: readonly unknown[], settings: PolledSettings) => string[];
  /** Returns what the plan and the settings mean for the age of scores, results and odds. */
  freshness: (settings: PolledSettings) => string[];
}

export interface CheckReport {
  works: boolean;
  lines: string[];
}

interface CheckOptions {
  fetch: typeof fetch;
  now: () => Date;
  timeoutMs?: number;
}

const HINTS: Record<ProviderError['problem'], string> = {
  failed: 'The provider could not be reached, or its answer could not be read. Check the URL and try again later.',
  rate_limited: 'The key is known, but its requests are used up for now. Try again in a few minutes.',
  day_used_up: 'The key is known, but its requests are used up for today. They return at midnight UTC.',
  setting: 'Check the key, and whether the account is active.',
  request: 'The key is known, but its plan does not allow this request. See what the plan includes.',
};

/** Makes one request with the operator's key and reports in sentences what works. Never repeats the key. */
export async function checkProvider(
  { protocol, query, planIn, freshness }: ProviderCheck,
  keySetting: string,
  settings: PolledSettings,
  options: CheckOptions,
): Promise<CheckReport> {
  if (settings.key === '') return { works: false, lines: [`${keySetting} is not set. docs/providers.md says how to get a key.`] };
  try {
    const answer = await askProvider(protocol, { ...settings, keySetting }, options, query, new AbortController().signal);
    return {
      works: true,
      lines: [
        `${protocol.provider} accepts the key.`,
        ...planIn(answer.rows, settings),
        left(answer, settings, options.now()),
        ...freshness(settings),
      ],
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { works: false, lines: [`${protocol.provider} did not answer: ${error.message}.`, HINTS[error.problem]] };
  }
}

const SPANS = { day: 'today', hour: 'this hour', minute: 'this minute' };

/** Says what is left of the allowance, as the provider and the settings have it. */
function left({ remaining }: Answer, settings: PolledSettings, now: Date): string {
  const used = withRemaining({ ...NOTHING_USED, day: utcDay(now) }, remaining, now.getTime());
  const span = (['day', 'hour', 'minute'] as const).find((one) => remaining[one] !== undefined);
  const said = span === undefined ? 'It does not say how many requests are left.' : `Requests left ${SPANS[span]}: ${remaining[span]}.`;
  return `${said} With these settings the site makes at most ${dayLeft(used, settings, now.getTime())} today.`;
}

/** Hours of play of a usual day. */
const LIVE_HOURS = 3;
/** Share of a small allowance that live matches get on such a day, after catalogue, line-ups and odds. */
const LIVE_SHARE = 0.6;

/** Says how often live scores come on a usual day: every `leastMs`, or less often if the allowance is small. */
export function liveSentence(settings: PolledSettings, leastMs: number): string {
  const everyMs = Math.max(leastMs, (LIVE_HOURS * HOUR_MS) / (allowedPerDay(settings) * LIVE_SHARE));
  const every = everyMs < 2 * MINUTE_MS ? `${Math.round(everyMs / 1000)} seconds` : `${Math.round(everyMs / MINUTE_MS)} minutes`;
  return `On a day with ${LIVE_HOURS} hours of play, live scores come about every ${every}; results come as soon after the end.`;
}
