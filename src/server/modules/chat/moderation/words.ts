import type { ChatWord, listChatWords, removeChatWord, setChatWord } from '#contract/chat-moderation.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { clearedText } from '#domain/chat/chat-text.ts';
import type { ChatWordAction } from '#domain/chat/chat-words.ts';
import { foldWord } from '#domain/chat/chat-words.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit } from '#server/modules/admins/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';

/** Maximum number of characters of a stored word: folding can turn one character into several. */
const STORED_MAX = 80;

/** Folds a word the way texts are folded, which are cleared first. */
const folded = (typed: string): string => foldWord(clearedText(typed));

/** Lists the words that are masked or held. Throws `invalid_query`. */
export async function list(
  { db }: Deps,
  { locale, q, page, page_size }: ParsedInputOf<typeof listChatWords>,
): Promise<ReplyOf<typeof listChatWords>> {
  const filter = { locale, prefix: q === undefined ? undefined : folded(q) };
  const offset = offsetOf({ page, page_size });
  const [rows, counted] = await Promise.all([findWords(db, filter, page_size, offset), countWords(db, filter, COUNT_MAX)]);
  return { items: rows.map((row) => wordView(row, row.email)), page, page_size, ...totalOf(counted) };
}

/**
 * Adds a word to the list of a language, or changes its action. Throws `already_decided`, and `invalid_payload` if folding leaves nothing
 * or too much.
 */
export const set = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { locale, word: typed, action }: ParsedInputOf<typeof setChatWord>,
): Promise<ReplyOf<typeof setChatWord>> => {
  const word = folded(typed);
  if (word === '' || word.length > STORED_MAX) throw new AppError('invalid_payload', { field: 'word' });
  const change = { action, admin_id: admin.id, created_at: deps.now() };
  return transact(deps, async (db) => {
    const fresh = await insertWord(db, { locale, word, ...change });
    const known = fresh ? undefined : await lockWord(db, { locale, word });
    // The word was removed between the two queries; sending the request again adds it.
    if (!fresh && (!known || known.action === action)) throw new AppError('already_decided');
    const row = fresh ?? (await changeWord(db, known!.id, change));
    const before = known ? { locale, word, action: known.action } : null;
    const entry = { action: 'chat.set_word', subject: subjectOf(row), before, after: { locale, word, action } };
    await recordAudit(db, actorOf(admin, request), entry, change.created_at);
    return { word: wordView(row, admin.email) };
  });
};

/** Removes a word from its list. Throws `not_found`. */
export const remove = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id }: ParsedInputOf<typeof removeChatWord>,
): Promise<ReplyOf<typeof removeChatWord>> =>
  transact(deps, async (db) => {
    const row = await deleteWord(db, id);
    if (!row) throw new AppError('not_found');
    const { locale, word, action } = row;
    const entry = { action: 'chat.remove_word', subject: subjectOf(row), before: { locale, word, action }, after: null };
    await recordAudit(db, actorOf(admin, request), entry, deps.now());
    return { word: wordView(row, await findAdminEmail(db, row.admin_id)) };
  });

const subjectOf = ({ id }: { id: number }) => ({ kind: 'chat_word', id: String(id) });

type WordRow = Awaited<ReturnType<typeof changeWord>>;

const wordView = ({ id, locale, word, action, admin_id, created_at }: WordRow, email: string): ChatWord => ({
  id,
  locale: locale as ChatWord['locale'],
  word,
  action: action as ChatWord['action'],
  by: { id: admin_id, email },
  created_at: created_at.toISOString(),
});

interface WordFilter {
  locale: Locale | undefined;
  /** Folded prefix of the words. */
  prefix: string | undefined;
}

const filtered = (db: Db, { locale, prefix }: WordFilter) =>
  db
    .selectFrom('chat_words as w')
    .$if(locale !== undefined, (query) => query.where('w.locale', '=', locale!))
    .$if(prefix !== undefined, (query) => query.where(({ fn, val }) => fn<boolean>('starts_with', ['w.word', val(prefix!)])));

/** Returns the words that match the filter, by language and alphabet, with the admin who added each. */
const findWords = (db: Db, filter: WordFilter, limit: number, offset: number) =>
  filtered(db, filter)
    .innerJoin('admins as a', 'a.id', 'w.admin_id')
    .selectAll('w')
    .select('a.email')
    .orderBy('w.locale')
    .orderBy('w.word')
    .limit(limit)
    .offset(offset)
    .execute();

/** Counts the matching words, up to `max`. */
async function countWords(db: Db, filter: WordFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select('w.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns a word of a list, locked; undefined if it is not on the list. */
const lockWord = (db: Db, { locale, word }: { locale: Locale; word: string }) =>
  db.selectFrom('chat_words').selectAll().where('locale', '=', locale).where('word', '=', word).forUpdate().executeTakeFirst();

interface NewWord {
  locale: Locale;
  word: string;
  action: ChatWordAction;
  admin_id: string;
  created_at: Date;
}

/** Inserts a word; undefined if a concurrent request has just inserted it. */
const insertWord = (db: Db, word: NewWord) =>
  db
    .insertInto('chat_words')
    .values(word)
    .onConflict((conflict) => conflict.columns(['locale', 'word']).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Changes a word's action and records the admin who did it. */
const changeWord = (db: Db, id: number, { action, admin_id, created_at }: Pick<NewWord, 'action' | 'admin_id' | 'created_at'>) =>
  db.updateTable('chat_words').set({ action, admin_id, created_at }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Deletes a word; returns undefined if it is on no list. */
const deleteWord = (db: Db, id: number) => db.deleteFrom('chat_words').where('id', '=', id).returningAll().executeTakeFirst();

/** Returns the email address of an admin. */
async function findAdminEmail(db: Db, id: string): Promise<string> {
  return (await db.selectFrom('admins').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
}
