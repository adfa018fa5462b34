import MiniSearch from 'minisearch';
import { isUnspaced, wordsOf } from '#domain/chat/folding.ts';
import { type FoldedNames, nameRank, type Wanted } from '#domain/matches/name-rank.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { slipsAllowed } from '#domain/settlement/slips.ts';

/** Something that can be found. */
export interface Entry {
  /** "team:12" */
  key: string;
  kind: 'team' | 'league';
  id: number;
  sport: string;
  names: FoldedNames;
}

export interface FindOptions {
  sport: Sport | undefined;
  /** What has matches about now comes before what else answers as well. */
  isNear: (key: string) => boolean;
  limit: number;
}

/** So many that answer at all are looked at closely, those that answer best by the library's own measure. */
const CANDIDATES_MAX = 400;
/** A beginning that is taken to be typed without a slip, where nothing is called like the whole. */
const SURE_LETTERS = 3;
const TERMS_MAX = 6;
/** The library counts two letters swapped as two slips. */
const SLIP_DISTANCE = 2;

export type NameIndex = ReturnType<typeof createNameIndex>;

/**
 * Names of teams and leagues in memory. The library (MiniSearch) finds what may be meant, by beginnings of words and by words
 * that are nearly so; nameRank then says how well each is. It takes some 1.5 KB a team.
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

  /** Adds an entry, or puts it in the place of what it was before. */
  function put(entry: Entry): void {
    if (entries.has(entry.key)) library.replace(entry);
    else library.add(entry);
    entries.set(entry.key, entry);
  }

  /** Slips are looked for only where there is room for them below what answers without. */
  function find(wanted: Wanted, options: FindOptions): Entry[] {
    const sure = ranked(wanted, options, candidates(wanted, options, false));
    if (sure.length >= options.limit) return sure;
    const likely = ranked(wanted, options, candidates(wanted, options, distanceOf));
    return likely.length > 0 ? likely : ranked(wanted, options, candidatesByBeginnings(wanted, options));
  }

  function candidates({ words }: Wanted, options: FindOptions, fuzzy: typeof distanceOf | false): Entry[] {
    const queries = termsOfQuery(words);
    // Only the word that is being typed is as short as one letter and yet a beginning.
    const isBegun = (term: string) => !isUnspaced(term) && (term.length > 1 || term === queries.at(-1));
    const together = { queries, combineWith: 'AND', prefix: isBegun, fuzzy } as const;
    // Written in one word: "realmadrid", "mancity".
    const joined = { queries: [words.join('')], prefix: true, fuzzy };
    return taken(
      library.search({ combineWith: 'OR', queries: queries.length > 1 ? [together, joined] : [together] }, searching(options, queries)),
    );
  }

  /** What begins like a word of it, or has one of its Chinese letters: among them is what was meant by a word with a slip that is not yet whole. */
  function candidatesByBeginnings({ words }: Wanted, options: FindOptions): Entry[] {
    const queries = termsOfQuery(words).map((term) => term.slice(0, SURE_LETTERS));
    const search = { combineWith: 'OR', queries, prefix: (term: string) => term.length === SURE_LETTERS } as const;
    return taken(library.search(search, searching(options, queries)));
  }

  /** A single letter begins a third of all names: of those, who plays about now is enough. */
  function searching({ sport, isNear }: FindOptions, queries: readonly string[]) {
    const isOneLetter = queries.length === 1 && queries[0]!.length === 1 && !isUnspaced(queries[0]!);
    return {
      filter: ({ id }: { id: string }) => sport === undefined || entries.get(id)?.sport === sport,
      boostDocument: (key: string, term: string) => (isNear(key) ? 2 : isOneLetter && term.length > 1 ? 0 : 1),
    };
  }

  const taken = (results: readonly { id: string }[]): Entry[] => results.slice(0, CANDIDATES_MAX).map(({ id }) => entries.get(id)!);

  return { put, find };
}

function ranked(wanted: Wanted, { isNear, limit }: FindOptions, candidates: readonly Entry[]): Entry[] {
  const answers = candidates.flatMap((entry) => {
    const answer = nameRank(wanted, entry.names);
    return answer === null ? [] : [{ entry, ...answer, far: isNear(entry.key) ? 0 : 1 }];
  });
  const first = ({ names }: Entry): string => names.own[0] ?? '';
  return answers
    .sort(
      (a, b) => a.rank - b.rank || a.far - b.far || a.rest - b.rest || compare(first(a.entry), first(b.entry)) || a.entry.id - b.entry.id,
    )
    .slice(0, limit)
    .map(({ entry }) => entry);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Every word of every name, and names of several words in one. */
function termsOf({ own, others }: FoldedNames): string[] {
  const names = [...own, ...others];
  return [...new Set(names.flatMap((name) => [...wordsOf(name).flatMap(lettersOf), name.replaceAll(' ', '')]))];
}

/** What was pasted may have any number of words: the first ones find it. */
const termsOfQuery = (words: readonly string[]): string[] => [...new Set(words.flatMap(lettersOf))].slice(0, TERMS_MAX);

/** A Chinese word may be looked for by any part of it, so each of its letters is a term. */
const lettersOf = (word: string): string[] => (isUnspaced(word) ? [...word] : [word]);

const distanceOf = (term: string): number | false => (slipsAllowed(term) > 0 ? SLIP_DISTANCE : false);
