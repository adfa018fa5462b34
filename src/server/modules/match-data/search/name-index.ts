import MiniSearch from 'minisearch';
import { isUnspaced, wordsOf } from '#domain/chat/folding.ts';
import { type FoldedNames, nameRank, slipsAllowed, type Wanted } from '#domain/matches/name-rank.ts';
import type { Sport } from '#domain/matches/sport.ts';

/** A searchable team, league or player. */
export interface Entry {
  /** "team:12" */
  key: string;
  kind: 'team' | 'league' | 'player';
  id: number;
  /** A player's team. */
  teamId?: number;
  sport: string;
  names: FoldedNames;
}

export interface FindOptions {
  sport: Sport | undefined;
  /** Entries with matches around now rank before equally good ones. */
  isNear: (entry: Entry) => boolean;
  limit: number;
}

/** An entry that matches a search; `rank` is that of `nameRank`, lower is better. */
export interface Found {
  entry: Entry;
  rank: number;
}

/** Number of candidates that are ranked in detail: the best ones by the library's own score. */
const CANDIDATES_MAX = 400;
/** Number of leading letters assumed to be typed correctly if nothing matches the whole word. */
const SURE_LETTERS = 3;
const TERMS_MAX = 6;
/** The library counts two swapped letters as two errors. */
const SLIP_DISTANCE = 2;

export type NameIndex = ReturnType<typeof createNameIndex>;

/**
 * Creates an in-memory index of names. The library (MiniSearch) finds candidates by prefixes and by similar words;
 * nameRank then decides how well each matches. It takes about 1.5 KB per team.
 */
export function createNameIndex() {
  const entries = new Map<string, Entry>();
  const library = new MiniSearch<Entry>({
    idField: 'key',
    fields: ['names'],
    extractField: (entry, field) => (field === 'names' ? termsOf(entry.names).join(' ') : entry.key),
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  });

  /** Adds an entry, or replaces it. */
  function put(entry: Entry): void {
    if (entries.has(entry.key)) library.replace(entry);
    else library.add(entry);
    entries.set(entry.key, entry);
  }

  /** Finds entries. Typing errors are only considered if there are fewer exact answers than the limit. */
  function find(wanted: Wanted, options: FindOptions): Found[] {
    const sure = ranked(wanted, options, candidates(wanted, options, false));
    if (sure.length >= options.limit) return sure;
    const likely = ranked(wanted, options, candidates(wanted, options, distanceOf));
    return likely.length > 0 ? likely : ranked(wanted, options, candidatesByBeginnings(wanted, options));
  }

  function candidates({ words }: Wanted, options: FindOptions, fuzzy: typeof distanceOf | false): Entry[] {
    const queries = termsOfQuery(words);
    // A single letter counts as a prefix only in the last word, which is still being typed.
    const isBegun = (term: string) => !isUnspaced(term) && (term.length > 1 || term === queries.at(-1));
    const together = { queries, combineWith: 'AND', prefix: isBegun, fuzzy } as const;
    // Names written as one word: "realmadrid", "mancity".
    const joined = { queries: [words.join('')], prefix: true, fuzzy };
    return taken(
      library.search({ combineWith: 'OR', queries: queries.length > 1 ? [together, joined] : [together] }, searching(options, queries)),
    );
  }

  /** Returns entries that start like a word of the query, or contain one of its Chinese characters: these include the ones meant by an incomplete word with a typing error. */
  function candidatesByBeginnings({ words }: Wanted, options: FindOptions): Entry[] {
    const queries = termsOfQuery(words).map((term) => term.slice(0, SURE_LETTERS));
    const search = { combineWith: 'OR', queries, prefix: (term: string) => term.length === SURE_LETTERS } as const;
    return taken(library.search(search, searching(options, queries)));
  }

  /** Returns search options. A single letter is a prefix of a third of all names: then those that play around now are enough. */
  function searching({ sport, isNear }: FindOptions, queries: readonly string[]) {
    const isOneLetter = queries.length === 1 && queries[0]!.length === 1 && !isUnspaced(queries[0]!);
    return {
      filter: ({ id }: { id: string }) => sport === undefined || entries.get(id)?.sport === sport,
      boostDocument: (key: string, term: string) => (isNear(entries.get(key)!) ? 2 : isOneLetter && term.length > 1 ? 0 : 1),
    };
  }

  const taken = (results: readonly { id: string }[]): Entry[] => results.slice(0, CANDIDATES_MAX).map(({ id }) => entries.get(id)!);

  return { put, find };
}

function ranked(wanted: Wanted, { isNear, limit }: FindOptions, candidates: readonly Entry[]): Found[] {
  const answers = candidates.flatMap((entry) => {
    const answer = nameRank(wanted, entry.names);
    return answer === null ? [] : [{ entry, ...answer, far: isNear(entry) ? 0 : 1 }];
  });
  const first = ({ names }: Entry): string => names.own[0] ?? '';
  return answers
    .sort(
      (a, b) => a.rank - b.rank || a.far - b.far || a.rest - b.rest || compare(first(a.entry), first(b.entry)) || a.entry.id - b.entry.id,
    )
    .slice(0, limit)
    .map(({ entry, rank }) => ({ entry, rank }));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Returns every word of every name, and names of several words as one word. */
function termsOf({ own, others }: FoldedNames): string[] {
  const names = [...own, ...others];
  return [...new Set(names.flatMap((name) => [...wordsOf(name).flatMap(lettersOf), name.replaceAll(' ', '')]))];
}

/** Returns the terms of a query. Pasted text may have any number of words; the first ones are enough. */
const termsOfQuery = (words: readonly string[]): string[] => [...new Set(words.flatMap(lettersOf))].slice(0, TERMS_MAX);

/** Splits a Chinese word into characters, because it may be searched by any part; other words are one term. */
const lettersOf = (word: string): string[] => (isUnspaced(word) ? [...word] : [word]);

const distanceOf = (term: string): number | false => (slipsAllowed(term) > 0 ? SLIP_DISTANCE : false);
