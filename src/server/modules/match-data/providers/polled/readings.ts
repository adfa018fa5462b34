import type { z } from 'zod';
import type { FeedUpdate, OddsUpdate } from '#server/modules/match-data/import/feed.ts';
import type { Refusal } from '#server/modules/match-data/import/queries.ts';
import { KNOWN_COUNTRIES } from '#server/modules/match-data/import/team-names.ts';

/** The result of reading an answer: updates for the importer, and refusals of what could not be read. */
export interface Taken {
  updates: FeedUpdate[];
  refusals: Refusal[];
  /** Set for the answer that is a past season, for the log. */
  pastSeason?: { league: string; season: string; matches: number };
}

interface Read<T> {
  good: T[];
  refusals: Refusal[];
}

/** Reads each row separately, so that an invalid one does not affect the others. `kind` is the kind of rows. */
export function readRows<S extends z.ZodType>(schema: S, rows: readonly unknown[], kind: string, idOf = idInside): Read<z.output<S>> {
  const read: Read<z.output<S>> = { good: [], refusals: [] };
  for (const row of rows) {
    const result = schema.safeParse(row);
    if (result.success) read.good.push(result.data);
    else read.refusals.push(refusalOf(kind, idOf(row), reasonOf(result.error), row));
  }
  return read;
}

const PAYLOAD_LENGTH_MAX = 4000;

/** Creates a refusal. The payload is stored as truncated text: rows with embedded details are long, and text can hold what jsonb cannot. */
export const refusalOf = (kind: string, feedId: string, reason: string, row: unknown): Refusal => ({
  kind,
  feed_id: feedId,
  reason,
  payload: (JSON.stringify(row) ?? 'nothing').slice(0, PAYLOAD_LENGTH_MAX).replace(/\p{Surrogate}/gu, '\ufffd'),
});

function reasonOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return first === undefined ? 'unreadable' : `unreadable ${first.path.map(plainKey).join('.')}: ${first.message}`.slice(0, 200);
}

/** Replaces list indexes in paths, so that the same mistake in the same match is one row in the quarantine. */
const plainKey = (key: PropertyKey): string => (typeof key === 'number' ? '*' : String(key));

function idInside(row: unknown): string {
  const { fixture, game, id: own, event_key, team, league } = Object(row);
  const id = fixture?.id ?? game?.id ?? own ?? event_key ?? team?.id ?? league?.id;
  return typeof id === 'number' || typeof id === 'string'
    ? String(id)
        .slice(0, 40)
        .replace(/[\0\p{Surrogate}]/gu, '\ufffd')
    : '?';
}

export type Price = OddsUpdate['bookmakers'][number];
export interface TakenOdds {
  update: OddsUpdate | null;
  refusals: Refusal[];
}

const PRICE_MIN = 101;
const PRICE_MAX = 1_000_000;

/** Converts "3.60" to 360, and "1.615" to 161: a price is never rounded up. Null if it is not a price. */
export function hundredths(odd: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,5})(?:\.(\d{1,6}))?$/.exec(odd.trim()) ?? [];
  if (whole === undefined) return null;
  const price = Number(whole) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2));
  return price >= PRICE_MIN && price <= PRICE_MAX ? price : null;
}

/** Returns a season's name by the years it spans: "2025/26", or "2026" within one year. Without dates, the year alone. */
export function seasonName(year: number, start?: string | null, end?: string | null): string {
  if (!start || !end || start.slice(0, 4) >= end.slice(0, 4)) return String(year);
  return `${year}/${String((year + 1) % 100).padStart(2, '0')}`;
}

const HOME_NATIONS: Record<string, string> = { england: 'gb-eng', scotland: 'gb-sct', wales: 'gb-wls', 'northern-ireland': 'gb-nir' };
const COUNTRIES = new Map(
  KNOWN_COUNTRIES.flatMap(({ told, countryCode }) => told.map((name) => [name.toLowerCase(), countryCode] as const)),
);

/** Returns a country code. Home nations were "GB" in the past and are "GB-ENG" now; the provider writes names with hyphens. "World" is no country. */
export function countryCodeOf(name: string, code: string | null | undefined): string | null {
  const plain = name.trim().toLowerCase();
  const nation = HOME_NATIONS[plain.replaceAll(' ', '-')];
  if (nation !== undefined) return nation;
  const given = code?.trim().toLowerCase() ?? '';
  if (/^[a-z]{2}(-[a-z]{3})?$/.test(given)) return given;
  return COUNTRIES.get(plain.replaceAll('-', ' ')) ?? null;
}
