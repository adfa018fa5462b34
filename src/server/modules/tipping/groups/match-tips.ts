import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { getMatchTips, MatchTip, MatchTips } from '#contract/tipping-tips.ts';
import { scoreTip } from '#domain/tipping/score-tips.ts';
import type { Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { requireReader } from './access.ts';
import { closeDue } from './group-matches.ts';
import { type EveryMember, findEveryMember } from './group-queries.ts';
import { pageOf } from './pages.ts';
import { type ClosedMatch, readClosed, tipByDefault } from './points.ts';
import { tipView } from './tips.ts';

/**
 * Returns everybody's tips of a closed match: the caller's first, then the model's and the crowd's, then those with most points. Throws
 * `tips_hidden` before it has closed, the same for everybody, so that not even their number is told.
 */
export async function matchTips(
  deps: Deps,
  userId: string,
  { group_id, match_id, page, page_size }: ParsedInputOf<typeof getMatchTips>,
): Promise<MatchTips> {
  const { group } = await requireReader(deps, userId, group_id);
  const { matches } = await closeDue(deps, group, [match_id]);
  if (matches.length === 0) throw new AppError('not_found');
  const [closed] = await readClosed(deps.db, group, matches);
  if (!closed) throw new AppError('tips_hidden');
  const members = (await findEveryMember(deps.db, group_id)).filter(({ left_at }) => left_at === null);
  const all = rowsOf(closed, members, userId);
  const listed = await pageOf({ page, page_size }, async ({ limit, offset }) => ({
    items: all.slice(offset, offset + limit),
    total: all.length,
  }));
  return { ...listed, closed_at: closed.match.closed!.at.toISOString(), terms: termsView(closed) };
}

const termsView = ({ terms, result }: ClosedMatch): MatchTips['terms'] =>
  terms && {
    ...{ result: tipView(terms.result), is_final: result!.isFinal, weight: terms.weight, tips: terms.tips, right: terms.right },
    rules: terms.rules as NonNullable<MatchTips['terms']>['rules'],
  };

function rowsOf(closed: ClosedMatch, members: readonly EveryMember[], userId: string): MatchTip[] {
  const entered = new Map(closed.tips.map((row) => [row.memberId, row]));
  const byDefault = tipByDefault(closed);
  const points = (tip: Tip, isJoker: boolean) => (closed.terms ? scoreTip({ tip, isJoker }, closed.terms).points : null);
  const rows = members.flatMap(({ id, user_id, handle, joined_at }): MatchTip[] => {
    const row = entered.get(id);
    const tip = row?.tip ?? (joined_at <= closed.match.closed!.at ? byDefault : null);
    if (tip === null) return [];
    const isJoker = row?.isJoker ?? false;
    return [
      {
        ...{ kind: 'member', handle, is_me: user_id === userId, tip: tipView(tip), is_joker: isJoker },
        entered_at: row?.enteredAt.toISOString() ?? null,
        points: points(tip, isJoker),
      },
    ];
  });
  const other = (kind: 'model' | 'crowd', tip: Tip | null): MatchTip[] =>
    tip === null
      ? []
      : [{ kind, handle: null, is_me: false, tip: tipView(tip), is_joker: false, entered_at: null, points: points(tip, false) }];
  const compare = (a: MatchTip, b: MatchTip) =>
    Number(b.is_me) - Number(a.is_me) || (b.points ?? 0) - (a.points ?? 0) || (a.handle! < b.handle! ? -1 : 1);
  const [mine, rest] = [rows.filter(({ is_me }) => is_me), rows.filter(({ is_me }) => !is_me).sort(compare)];
  return [...mine, ...other('model', closed.model), ...other('crowd', closed.crowd), ...rest];
}
