import type { ChatWordAction } from '#domain/chat-words.ts';
import type { Locale } from '#domain/locale.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface WordFilter {
  locale: Locale | undefined;
  /** What it begins with, folded as words are. */
  prefix: string | undefined;
}

const filtered = (db: Db, { locale, prefix }: WordFilter) =>
  db
    .selectFrom('chat_words as w')
    .$if(locale !== undefined, (query) => query.where('w.locale', '=', locale!))
    .$if(prefix !== undefined, (query) => query.where(({ fn, val }) => fn<boolean>('starts_with', ['w.word', val(prefix!)])));

/** Words by the filter: by language, then by the alphabet; with who put them there. */
export const findWords = (db: Db, filter: WordFilter, limit: number, offset: number) =>
  filtered(db, filter)
    .innerJoin('admins as a', 'a.id', 'w.admin_id')
    .selectAll('w')
    .select('a.email')
    .orderBy('w.locale')
    .orderBy('w.word')
    .limit(limit)
    .offset(offset)
    .execute();

/** How many there are, counted to `max` and no further. */
export async function countWords(db: Db, filter: WordFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select('w.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A word of a list, locked; undefined where it is not on it. */
export const lockWord = (db: Db, { locale, word }: { locale: Locale; word: string }) =>
  db.selectFrom('chat_words').selectAll().where('locale', '=', locale).where('word', '=', word).forUpdate().executeTakeFirst();

export interface NewWord {
  locale: Locale;
  word: string;
  action: ChatWordAction;
  admin_id: string;
  created_at: Date;
}

/** Puts a word on a list; undefined where somebody else has just done so. */
export const insertWord = (db: Db, word: NewWord) =>
  db
    .insertInto('chat_words')
    .values(word)
    .onConflict((conflict) => conflict.columns(['locale', 'word']).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Has a word do something else, by another admin. */
export const changeWord = (db: Db, id: number, { action, admin_id, created_at }: Pick<NewWord, 'action' | 'admin_id' | 'created_at'>) =>
  db.updateTable('chat_words').set({ action, admin_id, created_at }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Takes a word off its list; undefined where it is on none. */
export const deleteWord = (db: Db, id: number) => db.deleteFrom('chat_words').where('id', '=', id).returningAll().executeTakeFirst();

/** The address of an admin. */
export async function findAdminEmail(db: Db, id: string): Promise<string> {
  return (await db.selectFrom('admins').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
}
