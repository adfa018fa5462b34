import { sql } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getTippingRound, putTips, TipOutcome, TippedMatch, TippingRoundReply } from '#contract/tipping-tips.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { type EnteredTip, scoreTip } from '#domain/tipping/score-tips.ts';
import { isPossibleTip, type Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import { findMatchBriefs, leagueRef } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import { requireMember, requireReader } from './access.ts';
import { deadlines, findGroupMatches, type GroupMatch, holdClosing, isCalledOff, isDue, roundOf } from './group-matches.ts';
import { findLatestRules, type GroupRow } from './group-queries.ts';
import { type ClosedMatch, tipByDefault } from './points.ts';
import { currentRound } from './round-views.ts';
import { type Standing, standingOf } from './standing.ts';

/** Returns the matches of a round with the caller's own tips. Throws `not_found` for a round that does not exist. */
export async function round(
  deps: Deps,
  userId: string,
  { group_id, round: asked }: ParsedInputOf<typeof getTippingRound>,
): Promise<TippingRoundReply> {
  const { group, member } = await requireReader(deps, userId, group_id);
  const standing = await standingOf(deps, group);
  const { rounds } = standing;
  const chosen = asked === undefined ? currentRound(rounds) : rounds.find(({ key }) => key === asked);
  if (chosen === undefined) throw new AppError('not_found');
  const own = member && chosen ? await findOwnTips(deps.db, group.id, member.id, chosen.matches) : new Map<number, OwnTip>();
  const items = chosen ? await viewsOf(deps.db, standing, chosen.matches, { own, memberSince: member?.joined_at ?? null }, deps.now()) : [];
  return {
    key: chosen?.key ?? null,
    jokers: { set: items.filter(({ mine }) => mine?.is_joker).length, of: standing.rules.jokers.perRound },
    points: items.reduce((sum, { scored }) => sum + (scored?.points ?? 0), 0),
    items,
    server_time: deps.now().toISOString(),
  };
}

interface OwnTip extends EnteredTip {
  enteredAt: Date;
}

interface Own {
  own: ReadonlyMap<number, OwnTip>;
  /** Null for guests. */
  memberSince: Date | null;
}

async function viewsOf(
  db: Db,
  { closesAt, closed }: Standing,
  matches: readonly GroupMatch[],
  { own, memberSince }: Own,
  now: Date,
): Promise<TippedMatch[]> {
  const leagueIds = [...new Set(matches.map(({ leagueId }) => leagueId))];
  const [briefs, leagues] = await Promise.all([
    findMatchBriefs(
      db,
      matches.map(({ id }) => id),
    ),
    db.selectFrom('leagues').selectAll().where('id', 'in', leagueIds).execute(),
  ]);
  const leagueById = new Map(leagues.map((league) => [league.id, leagueRef(league)]));
  return matches.flatMap((match) => {
    const brief = briefs.get(match.id);
    if (!brief) return [];
    const known = closed.get(match.id) ?? null;
    const mine = own.get(match.id) ?? null;
    const wasMember = known !== null && memberSince !== null && memberSince <= known.match.closed!.at;
    const byDefault = wasMember && mine === null ? tipByDefault(known) : null;
    const counted = mine ?? (byDefault && { tip: byDefault, isJoker: false });
    return [
      {
        match: brief,
        league: leagueById.get(match.leagueId)!,
        state: stateOf(match, known, isDue(match, closesAt.get(match.id) ?? null, now)),
        closes_at: closesAt.get(match.id)?.toISOString() ?? null,
        series: match.format,
        mine: mine && { ...tipView(mine.tip), is_joker: mine.isJoker, entered_at: mine.enteredAt.toISOString() },
        by_default: byDefault && tipView(byDefault),
        scored: counted && known?.terms ? scoreTip(counted, known.terms) : null,
      },
    ];
  });
}

export const tipView = ([home, away]: Tip) => ({ home, away });

function stateOf(match: GroupMatch, known: ClosedMatch | null, isClosing: boolean): TippedMatch['state'] {
  const isFinished = matchGroup(match.status) === 'finished';
  if (isCalledOff(match) || (isFinished && known !== null && known.result === null)) return 'void';
  if (known?.result) return known.result.isFinal ? 'final' : 'live';
  return known !== null || isClosing ? 'closed' : 'open';
}

async function findOwnTips(db: Db, groupId: string, memberId: number, matches: readonly GroupMatch[]): Promise<Map<number, OwnTip>> {
  const rows = await db
    .selectFrom('tips')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('member_id', '=', memberId)
    .where('match_id', '=', sql<number>`any(${matches.map(({ id }) => id)}::int[])`)
    .execute();
  return new Map(
    rows.map(({ match_id, home, away, is_joker, entered_at }) => [
      match_id,
      { tip: [home, away], isJoker: is_joker, enteredAt: entered_at },
    ]),
  );
}

/**
 * Enters tips, each of which stands or falls alone. The moment at which the request arrived decides which are too late, however long it
 * then takes: a match is held open against those who would look at its tips meanwhile.
 */
export async function put(
  deps: Deps,
  userId: string,
  { group_id, tips }: ParsedInputOf<typeof putTips>,
  judgedAt = deps.now(),
): Promise<ReplyOf<typeof putTips>> {
  if (new Set(tips.map(({ match_id }) => match_id)).size < tips.length) throw new AppError('invalid_payload', { field: 'tips' });
  const { group, member } = await requireMember(deps, userId, group_id);
  const outcomes = await transact(deps, async (db) => {
    await holdClosing(db, group_id, 'entering');
    // Two requests of one member would each count the other's jokers as not set.
    if (tips.some(({ is_joker }) => is_joker))
      await db.selectFrom('tipping_members').select('id').where('id', '=', member.id).forNoKeyUpdate().execute();
    return enter(db, group, member.id, tips, judgedAt);
  });
  return { items: tips.map(({ match_id }) => ({ match_id, outcome: outcomes.get(match_id)! })), judged_at: judgedAt.toISOString() };
}

type SentTip = ParsedInputOf<typeof putTips>['tips'][number];

async function enter(db: Db, group: GroupRow, memberId: number, tips: readonly SentTip[], now: Date): Promise<Map<number, TipOutcome>> {
  const { rules } = await findLatestRules(db, group.id);
  const ids = tips.map(({ match_id }) => match_id);
  // Jokers and common deadlines are matters of a whole round; else the matches alone are enough.
  const needsRounds = rules.deadline === 'round' || tips.some(({ is_joker }) => is_joker);
  const matches = await findGroupMatches(db, group, now, needsRounds ? undefined : ids);
  const byId = new Map(matches.map((match) => [match.id, match]));
  const closesAt = deadlines(group, rules, matches);
  const outcomes = new Map<number, TipOutcome>();
  const accepted = new Map<number, SentTip>();
  for (const sent of tips) {
    const outcome = judge(byId.get(sent.match_id), sent, closesAt.get(sent.match_id) ?? null, now);
    outcomes.set(sent.match_id, outcome);
    if (outcome === 'saved') accepted.set(sent.match_id, sent);
  }
  if ([...accepted.values()].some(({ is_joker }) => is_joker)) {
    for (const id of await jokersBeyond(db, group, memberId, matches, accepted, rules.jokers.perRound)) {
      outcomes.set(id, 'too_many_jokers');
      accepted.delete(id);
    }
  }
  await store(db, group.id, memberId, [...accepted.values()], now);
  return outcomes;
}

function judge(match: GroupMatch | undefined, { tip }: SentTip, closesAt: Date | null, now: Date): TipOutcome {
  if (match === undefined) return 'not_in_group';
  if (isDue(match, closesAt, now)) return 'late';
  return tip === null || isPossibleTip(match.sport, match.format, [tip.home, tip.away]) ? 'saved' : 'impossible';
}

/** Returns the sent jokers that a round has no room for: what is set already, and not changed by this request, comes first. */
async function jokersBeyond(
  db: Db,
  group: GroupRow,
  memberId: number,
  matches: readonly GroupMatch[],
  accepted: ReadonlyMap<number, SentTip>,
  perRound: number,
): Promise<number[]> {
  const own = await findOwnTips(db, group.id, memberId, matches);
  const keyById = new Map(matches.map((match) => [match.id, roundOf(group, match)]));
  const used = new Map<string | null, number>();
  const use = (id: number): number => {
    const key = keyById.get(id) ?? null;
    used.set(key, (used.get(key) ?? 0) + 1);
    return used.get(key)!;
  };
  for (const [id, { isJoker }] of own) if (isJoker && !accepted.has(id)) use(id);
  return [...accepted.values()]
    .filter(({ match_id, is_joker, tip }) => is_joker && tip !== null && use(match_id) > perRound)
    .map(({ match_id }) => match_id);
}

async function store(db: Db, groupId: string, memberId: number, tips: readonly SentTip[], now: Date): Promise<void> {
  const takenBack = tips.filter(({ tip }) => tip === null).map(({ match_id }) => match_id);
  if (takenBack.length > 0) {
    await db
      .deleteFrom('tips')
      .where('group_id', '=', groupId)
      .where('member_id', '=', memberId)
      .where('match_id', '=', sql<number>`any(${takenBack}::int[])`)
      .execute();
  }
  const entered = tips.flatMap(({ match_id, tip, is_joker }) =>
    tip === null ? [] : [{ group_id: groupId, member_id: memberId, match_id, home: tip.home, away: tip.away, is_joker, entered_at: now }],
  );
  if (entered.length === 0) return;
  await db
    .insertInto('tips')
    .values(entered)
    .onConflict((oc) =>
      oc.columns(['group_id', 'match_id', 'member_id']).doUpdateSet((eb) => ({
        home: eb.ref('excluded.home'),
        away: eb.ref('excluded.away'),
        is_joker: eb.ref('excluded.is_joker'),
        entered_at: eb.ref('excluded.entered_at'),
      })),
    )
    .execute();
}
