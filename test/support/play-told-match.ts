import { randomBytes, randomUUID } from 'node:crypto';
import { bankrollTransfer, houseCoverTransfer, payoutTransfer, stakeTransfer } from '#domain/ledger/ledger.ts';
import { inviteCode } from '#domain/ledger/rewards.ts';
import { plainName } from '#domain/matches/player-names.ts';
import { MINUTE_MS, utcDay } from '#domain/time.ts';
import { PRESETS } from '#domain/tipping/rules.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { type Db, transact } from '#server/platform/db/pool.ts';
import { createContest, createLeague, createMatch, createTeam } from './factories.ts';
import { TOLD, type ToldMatch } from './told-match.ts';

const STAKE = 10;

/** A player who was known before the match. */
const RATED = 'Ottokar Weitling';

/** Plays a match to its end with all that can be told of it. Its end is news of this moment; this user, who has points, bet on it. */
export async function playToldMatch(db: Db, user: { id: string }): Promise<ToldMatch> {
  const now = new Date();
  const kickoffAt = new Date(now.getTime() - 100 * MINUTE_MS);
  const leagueId = await createLeague(db);
  const [homeTeamId, awayTeamId] = [await createTeam(db), await createTeam(db)];
  const members = [homeTeamId, awayTeamId].map((team_id) => ({ league_id: leagueId, season: '2026/27', team_id }));
  await db.insertInto('league_teams').values(members).execute();
  const id = await createMatch(db, { leagueId, homeTeamId, awayTeamId, kickoffAt, status: 'h2' });
  const contestId = await createContest(db, id, kickoffAt);
  const bet = { id: randomUUID(), userId: user.id, contestId, market: 'wdl' } as const;
  const betRow = {
    id: bet.id,
    user_id: user.id,
    contest_id: contestId,
    pick: 'away',
    stake: STAKE,
    placed_at: new Date(kickoffAt.getTime() - 1),
  };
  await db.insertInto('bets').values(betRow).execute();
  const leg = { id: randomUUID(), bet_id: bet.id, user_id: user.id, stake: STAKE, placed_at: betRow.placed_at };
  await db.insertInto('bet_legs').values(leg).execute();
  await db.updateTable('contests').set({ stake_away: STAKE, participants: 1 }).where('id', '=', contestId).execute();
  await transact(db, (tx) => postTransfers(tx, [stakeTransfer(bet, leg.id, STAKE)], betRow.placed_at));
  const said = { user_id: user.id, match_id: id, home: 20, draw: 20, away: 60, made_at: betRow.placed_at };
  const teams = { home_team_id: homeTeamId, away_team_id: awayTeamId, draw_possible: true };
  await db
    .insertInto('user_forecasts')
    .values({ ...said, ...teams })
    .execute();
  const prices = { home: 210, draw: 330, away: 340, opening_home: 210, opening_draw: 330, opening_away: 340 };
  const book = { match_id: id, bookmaker: 'Anchor', market: '1x2', confirmed_at: kickoffAt, changed_at: kickoffAt };
  await db
    .insertInto('odds')
    .values({ ...book, ...prices })
    .execute();

  const groupId = await tipMatch(db, user.id, id, leagueId, kickoffAt);
  await endMatch(db, { id, contestId, user, bet, now });
  const questionIds = await askAbout(db, user.id, { groupId, leagueId, kickoffAt, now });
  const groupMessage = { group_id: groupId, kind: 'user', user_id: user.id, text: TOLD.message, created_at: now };
  await db.insertInto('chat_messages').values(groupMessage).execute();
  const survivor = await surviveOn(db, user.id, { id, leagueId, awayTeamId, kickoffAt, now });
  const shareId = randomUUID();
  const shown = { shows_name: true, shows_points: true, created_at: now };
  await db
    .insertInto('shares')
    .values({ id: shareId, user_id: user.id, bet_id: bet.id, ...shown })
    .execute();
  const tableShareId = randomUUID();
  await db
    .insertInto('shares')
    .values({ id: tableShareId, user_id: user.id, tipping_group_id: groupId, tipping_round: `day:${utcDay(kickoffAt)}`, ...shown })
    .execute();
  const nameOf = async (name: string, values: { seen_at: Date; match_id: number | null }) => {
    const row = { team_id: awayTeamId, name, plain_name: plainName(name), ...values };
    return (await db.insertInto('players').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const scorerId = await nameOf(TOLD.scorer, { seen_at: now, match_id: id });
  const ratedId = await nameOf(RATED, { seen_at: kickoffAt, match_id: null });
  return { id, leagueId, teamId: homeTeamId, scorerId, ratedId, contestId, shareId, tableShareId, groupId, questionIds, ...survivor };
}

/** Begins a survivor game with the round of the match: its user has picked the away team, the round has closed, and the end is counted. */
async function surviveOn(
  db: Db,
  userId: string,
  { id, leagueId, awayTeamId, kickoffAt, now }: { id: number; leagueId: number; awayTeamId: number; kickoffAt: Date; now: Date },
): Promise<Pick<ToldMatch, 'survivorId' | 'survivorEntryId'>> {
  const [survivorId, survivorEntryId, before] = [randomUUID(), randomUUID(), new Date(kickoffAt.getTime() - MINUTE_MS)];
  const game = { id: survivorId, kind: 'link', league_id: leagueId, season: '2026/27', group_id: null, made_by: userId, lives: 1 };
  const rules = { draw_survives: false, first_round: 'Round 1', begins_after: before, created_at: before };
  await db
    .insertInto('survivor_games')
    .values({ ...game, ...rules, facts_hash: 'counted', scored_at: now, over_at: now })
    .execute();
  const entry = { id: survivorEntryId, game_id: survivorId, user_id: userId, joined_at: before, lives: 1, rank_key: 1_001 };
  await db.insertInto('survivor_entries').values(entry).execute();
  const closed = { game_id: survivorId, number: 1, round: 'Round 1', deadline: kickoffAt, closed_at: kickoffAt, match_ids: [id] };
  await db.insertInto('survivor_rounds').values(closed).execute();
  const pick = { entry_id: survivorEntryId, round: 'Round 1', team_id: awayTeamId, match_id: id, picked_at: before };
  await db.insertInto('survivor_picks').values(pick).execute();
  return { survivorId, survivorEntryId };
}

/** Founds a tipping group on the match's league, whose owner tipped this match: it has closed, and is scored once there is a score. */
async function tipMatch(db: Db, userId: string, matchId: number, leagueId: number, kickoffAt: Date): Promise<string> {
  const id = randomUUID();
  const startsAt = new Date(kickoffAt.getTime() - MINUTE_MS);
  const group = { id, code: inviteCode(randomBytes(8)), name: 'Tippers', visibility: 'private', round_kind: 'day' };
  await db
    .insertInto('tipping_groups')
    .values({ ...group, starts_at: startsAt, created_at: startsAt })
    .execute();
  await db.insertInto('tipping_competitions').values({ group_id: id, position: 0, league_id: leagueId }).execute();
  const rules = JSON.stringify(PRESETS.classic);
  await db.insertInto('tipping_rules').values({ group_id: id, version: 1, rules, changed_by: userId, changed_at: startsAt }).execute();
  const member = await db
    .insertInto('tipping_members')
    .values({ group_id: id, user_id: userId, role: 'owner', joined_at: startsAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tip = { group_id: id, match_id: matchId, member_id: member.id, home: 0, away: 1, is_joker: false, entered_at: startsAt };
  await db.insertInto('tips').values(tip).execute();
  const closed = { group_id: id, match_id: matchId, closed_at: kickoffAt, rules_version: 1, round_key: `day:${utcDay(kickoffAt)}` };
  await db.insertInto('tipping_closed').values(closed).execute();
  return id;
}

/** Asks who scores, which the owner answered and decided after the match, and how many goals fall on its day, which follows from it. */
async function askAbout(
  db: Db,
  userId: string,
  { groupId, leagueId, kickoffAt, now }: { groupId: string; leagueId: number; kickoffAt: Date; now: Date },
): Promise<[string, string]> {
  const [entered, derived] = [randomUUID(), randomUUID()];
  const askedAt = new Date(kickoffAt.getTime() - MINUTE_MS);
  const common = { day: null, round: null, choices: [], picks: 1, nearest: false, points: 3 };
  const row = { group_id: groupId, deadline: kickoffAt, asked_at: askedAt, closed_at: kickoffAt };
  const result = JSON.stringify([TOLD.scorer]);
  const scorer = JSON.stringify({ ...common, kind: 'player', text: 'Who scores the last goal?' });
  const about = { terms: scorer, league_id: leagueId, season: '2026/27', result, result_at: now, result_by: userId };
  const goals = JSON.stringify({ ...common, kind: 'number', text: null, day: utcDay(kickoffAt) });
  await db
    .insertInto('tipping_questions')
    .values([
      { id: entered, ...row, ...about },
      { id: derived, ...row, terms: goals },
    ])
    .execute();
  await db.insertInto('tipping_question_log').values({ question_id: entered, at: now, by_user: userId, result }).execute();
  const member = await db.selectFrom('tipping_members').select('id').where('group_id', '=', groupId).executeTakeFirstOrThrow();
  const answer = { member_id: member.id, answer: JSON.stringify(['Nobody']), answered_at: askedAt };
  await db
    .insertInto('tipping_answers')
    .values({ question_id: entered, ...answer })
    .execute();
  return [entered, derived];
}

interface Ending {
  id: number;
  contestId: string;
  user: { id: string };
  bet: Parameters<typeof payoutTransfer>[0];
  now: Date;
}

async function endMatch(db: Db, { id, contestId, user, bet, now }: Ending): Promise<void> {
  const result = [TOLD.homeScore, TOLD.awayScore];
  const score = { home_score: result[0]!, away_score: result[1]! };
  await db
    .updateTable('matches')
    .set({ status: 'ft', ...score, fulltime: result, seen_at: now, fulltime_since: now })
    .where('id', '=', id)
    .execute();
  const goal = { match_id: id, feed_event_id: 'g', position: 1, type: 'goal', side: 'away', period: 'H2', minute: 88, player: TOLD.scorer };
  await db.insertInto('match_events').values(goal).execute();
  await db
    .insertInto('match_statistics')
    .values({ match_id: id, side: 'home', numbers: JSON.stringify({ shots: TOLD.shots }) })
    .execute();
  const counted = { home: JSON.stringify({ shots: TOLD.snapshot }), away: '{}' };
  await db
    .insertInto('match_statistic_snapshots')
    .values({ match_id: id, seen_at: now, minute: 90, feed: 'provider', ...counted })
    .execute();
  const players = JSON.stringify([
    { name: TOLD.scorer, number: 9, minutes: 90, rating: TOLD.rating },
    { name: RATED, number: 8, minutes: 90, rating: TOLD.otherRating },
  ]);
  await db.insertInto('player_ratings').values({ match_id: id, side: 'away', source: 'provider', players, seen_at: now }).execute();
  await db
    .updateTable('odds')
    .set({ away: Math.round(TOLD.price * 100), changed_at: now, confirmed_at: now })
    .where('match_id', '=', id)
    .execute();
  const moved = { at: now, home: 101, draw: 900, away: Math.round(TOLD.movement * 100) };
  await db
    .insertInto('odds_movements')
    .values({ match_id: id, bookmaker: 'Anchor', market: '1x2', ...moved })
    .execute();

  const at = now.toISOString();
  const known = {
    score_since: at,
    started_at: at,
    match_status: 'ft',
    match_status_since: at,
    confirmed_at: at,
    told_at: at,
    decided_at: at,
  };
  const facts = JSON.stringify({ ending: 'settle', void_reason: null, score: result, ...known });
  const settled = { state: 'settled', settled_at: now };
  await db
    .updateTable('bets')
    .set({ ...settled, payout: TOLD.payout, hit: true })
    .where('id', '=', bet.id)
    .execute();
  await db
    .updateTable('contests')
    .set({ ...settled, ...score, ending: 'settle', winner: 'away', fee: 0, paid: TOLD.payout, refunded: 0, started_at: now, facts })
    .where('id', '=', contestId)
    .execute();
  await db
    .insertInto('contest_corrections')
    .values({ contest_id: contestId, round: 1, ...score, started_at: null, house_loss: TOLD.payout, corrected_at: now, facts })
    .execute();
  // The contest's account holds the stake alone: the house adds the rest of what is paid.
  const cover = [bankrollTransfer('told match', TOLD.payout), houseCoverTransfer(contestId, TOLD.payout - STAKE)];
  await transact(db, (tx) => postTransfers(tx, [...cover, payoutTransfer(bet, TOLD.payout)], now));
  await db
    .updateTable('user_forecasts')
    .set({ result_since: now, outcome: 'away', score: TOLD.ownScore, model_score: TOLD.modelScore })
    .where('user_id', '=', user.id)
    .execute();
  const message = { match_id: id, locale: 'en', kind: 'user', user_id: user.id, text: TOLD.message, created_at: now };
  await db.insertInto('chat_messages').values(message).execute();
}
