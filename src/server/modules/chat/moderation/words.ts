import type { ChatWord, listChatWords, removeChatWord, setChatWord } from '#contract/chat-moderation.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { clearedText } from '#domain/chat-text.ts';
import { foldWord } from '#domain/chat-words.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit } from '#server/modules/admins/public.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { offsetOf, TOTAL_MAX, totalOf } from './paging.ts';
import * as words from './word-queries.ts';

/** Characters of a word as it is stored: one sign can stand for several. */
const STORED_MAX = 80;

/** A word as texts are compared with it, which were cleared before. */
const folded = (typed: string): string => foldWord(clearedText(typed));

/** Words that are covered or held. Throws `invalid_query`. */
export async function list(
  { db }: Deps,
  { locale, q, page, page_size }: ParsedInputOf<typeof listChatWords>,
): Promise<ReplyOf<typeof listChatWords>> {
  const filter = { locale, prefix: q === undefined ? undefined : folded(q) };
  const offset = offsetOf(page, page_size);
  const [rows, counted] = await Promise.all([words.findWords(db, filter, page_size, offset), words.countWords(db, filter, TOTAL_MAX + 1)]);
  return { items: rows.map((row) => wordView(row, row.email)), page, page_size, ...totalOf(counted) };
}

/**
 * Puts a word on a list, or changes what it does there. Throws `already_decided`, and `invalid_payload` where nothing is left of
 * it, or too much.
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
    const fresh = await words.insertWord(db, { locale, word, ...change });
    const known = fresh ? undefined : await words.lockWord(db, { locale, word });
    // Taken off between the two looks: whoever asks again puts it back.
    if (!fresh && (!known || known.action === action)) throw new AppError('already_decided');
    const row = fresh ?? (await words.changeWord(db, known!.id, change));
    const before = known ? { locale, word, action: known.action } : null;
    const entry = { action: 'chat.set_word', subject: subjectOf(row), before, after: { locale, word, action } };
    await recordAudit(db, actorOf(admin, request), entry, change.created_at);
    return { word: wordView(row, admin.email) };
  });
};

/** Takes a word off its list. Throws `not_found`. */
export const remove = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id }: ParsedInputOf<typeof removeChatWord>,
): Promise<ReplyOf<typeof removeChatWord>> =>
  transact(deps, async (db) => {
    const row = await words.deleteWord(db, id);
    if (!row) throw new AppError('not_found');
    const { locale, word, action } = row;
    const entry = { action: 'chat.remove_word', subject: subjectOf(row), before: { locale, word, action }, after: null };
    await recordAudit(db, actorOf(admin, request), entry, deps.now());
    return { word: wordView(row, await words.findAdminEmail(db, row.admin_id)) };
  });

const subjectOf = ({ id }: { id: number }) => ({ kind: 'chat_word', id: String(id) });

type WordRow = Awaited<ReturnType<typeof words.changeWord>>;

const wordView = ({ id, locale, word, action, admin_id, created_at }: WordRow, email: string): ChatWord => ({
  id,
  locale: locale as ChatWord['locale'],
  word,
  action: action as ChatWord['action'],
  by: { id: admin_id, email },
  created_at: created_at.toISOString(),
});
