import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Queries of the data stored about one user, table by table. Secrets (hashes, sealed texts) are left out: they are only useful to us and
 * contain no personal data.
 */

export const findUserRow = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select([
      ...(['id', 'email', 'email_verified_at', 'display_name', 'public_handle', 'status', 'wallet_address', 'wallet_changed_at'] as const),
      ...([
        'phone',
        'phone_verified_at',
        'country',
        'time_zone',
        'locale',
        'invite_code',
        'invited_with',
        'invited_through',
        'registration_ip',
      ] as const),
      ...(['registration_country', 'registration_device_id', 'terms_version', 'created_at', 'last_login_at'] as const),
      ...([
        'password_changed_at',
        'redeem_held_until',
        'totp_enabled_at',
        'telegram_notices',
        'named_in_receipts',
        'deletion_due_at',
      ] as const),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

export const findSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .select([
      'id',
      'remember',
      'user_agent',
      'ip',
      'country',
      'device_id',
      'created_at',
      'last_seen_at',
      'expires_at',
      'ended_at',
      'ended_because',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

export const findLinks = (db: Db, userId: string) =>
  db
    .selectFrom('linked_accounts')
    .select(['type', 'subject', 'identifier', 'reachable', 'created_at', 'verified_at'])
    .where('user_id', '=', userId)
    .orderBy('type')
    .execute();

export const findPlayLimits = (db: Db, userId: string) =>
  db
    .selectFrom('play_limits')
    .select(['kind', 'period', 'amount', 'next_amount', 'next_from', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .orderBy('period')
    .execute();

export const findExclusions = (db: Db, userId: string) =>
  db
    .selectFrom('exclusions')
    .select(['kind', 'began_at', 'until', 'pauses_tipping'])
    .where('user_id', '=', userId)
    .orderBy('began_at')
    .execute();

export const findFavorites = (db: Db, userId: string) =>
  db.selectFrom('favorites').select(['kind', 'target_id', 'created_at']).where('user_id', '=', userId).orderBy('created_at').execute();

/** Returns the user's notification settings. */
export const findNotificationSettings = (db: Db, userId: string) =>
  db
    .selectFrom('notification_settings')
    .select(['kinds', 'match_max', 'day_max', 'quiet_from', 'quiet_to', 'quiet_kinds', 'changed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const findMutes = (db: Db, userId: string) =>
  db.selectFrom('match_mutes').select(['match_id', 'muted_at']).where('user_id', '=', userId).orderBy('muted_at').execute();

/** Returns the browsers that receive push notifications, without their keys, which are secrets. */
export const findPushDevices = (db: Db, userId: string) =>
  db
    .selectFrom('push_devices')
    .select(['session_id', 'endpoint', 'created_at', 'reached_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

/** Returns notifications that are waiting or were sent recently. */
export const findNotifications = (db: Db, userId: string) =>
  db.selectFrom('notifications').select(['channel', 'payload', 'not_after']).where('user_id', '=', userId).orderBy('not_after').execute();

/** Returns the tips that the user was reminded of, or is to be. */
export const findTipReminders = (db: Db, userId: string) =>
  db
    .selectFrom('tip_reminders')
    .select(['group_id', 'match_id', 'closes_at', 'told_at'])
    .where('user_id', '=', userId)
    .orderBy('closes_at')
    .orderBy('match_id')
    .execute();

/** Returns the Telegram group chats that the user connected to tipping groups. */
export const findTelegramGroups = (db: Db, userId: string) =>
  db.selectFrom('telegram_groups').select(['group_id', 'title', 'bound_at']).where('bound_by', '=', userId).orderBy('bound_at').execute();

export const findMessages = (db: Db, userId: string) =>
  db
    .selectFrom('messages')
    .select(['channel', 'kind', 'locale', 'state', 'created_at', 'ended_at', 'ended_because'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

/** Returns when the user's invitees registered and whether the user was rewarded, and nothing else, as that is the invitees' data. */
export const findInvitees = (db: Db, userId: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('invite_rewards as r', 'r.invitee_id', 'u.id')
    .select(['u.created_at', 'u.invited_with', 'r.state', 'r.qualified_at', 'r.decided_at'])
    .where('u.invited_by', '=', userId)
    .orderBy('u.created_at')
    .execute();

/** Returns the state of the invite that the user registered with; undefined before they qualified. */
export const findOwnInvite = (db: Db, userId: string) =>
  db.selectFrom('invite_rewards').select(['state', 'qualified_at', 'decided_at']).where('invitee_id', '=', userId).executeTakeFirst();

export const findPastWallets = (db: Db, userId: string) =>
  db.selectFrom('past_wallets').select('wallet_address').where('user_id', '=', userId).orderBy('wallet_address').execute();

/** Returns the user's withdrawals without the operators who decided on them. */
export const findWithdrawals = (db: Db, userId: string) =>
  db
    .selectFrom('withdrawals')
    .select(['id', 'points', 'amount', 'wallet_address', 'wallet_since', 'contact_channel', 'contact', 'status', 'created_at'])
    .select(['first_approved_at', 'decided_at', 'reason_code', 'note', 'tx_hash', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

/** Returns operators' notes about the user without their authors. */
export const findNotes = (db: Db, userId: string) =>
  db.selectFrom('user_notes').select(['text', 'created_at']).where('user_id', '=', userId).orderBy('created_at').execute();

/** Returns adjustments by operators with their reasons. */
export const findAdjustments = (db: Db, userId: string) =>
  db
    .selectFrom('adjustments')
    .select(['delta', 'source', 'reason', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Returns adjustments that required a second operator, including rejected ones. */
export const findAdjustmentRequests = (db: Db, userId: string) =>
  db
    .selectFrom('approvals')
    .select([sql<number>`(payload->>'delta')::bigint`.as('delta'), sql<string>`payload->>'source'`.as('source')])
    .select(['reason', 'state', 'decision_note', 'created_at'])
    .where('kind', '=', 'adjust')
    .where('subject_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Returns operators' internal comments on the user's withdrawals without their authors. */
export const findPayoutWords = (db: Db, userId: string) =>
  db
    .selectFrom('withdrawal_events as e')
    .innerJoin('withdrawals as w', 'w.id', 'e.withdrawal_id')
    .select(['e.withdrawal_id', 'e.kind', 'e.note', 'e.created_at'])
    .where('w.user_id', '=', userId)
    .where('e.note', 'is not', null)
    .orderBy('e.id')
    .execute();

export const findCheckIns = (db: Db, userId: string) =>
  db.selectFrom('check_ins').select(['day', 'streak', 'points', 'created_at']).where('user_id', '=', userId).orderBy('day').execute();

/** Returns the UTC days with requests of the user, and the first and last time of each, to the quarter of an hour. */
export const findActiveDays = (db: Db, userId: string) =>
  db.selectFrom('active_days').select(['day', 'first_at', 'last_at']).where('user_id', '=', userId).orderBy('day').execute();

/** Returns postings to the user's balance and held points, oldest first, after `after`: one transfer may post to both. */
export const findPostings = (db: Db, userId: string, after: { transfer_id: number; kind: string }, limit: number) =>
  db
    .selectFrom('postings')
    .select(['transfer_id', 'created_at', 'kind', 'source', 'delta', 'balance', 'contest_id', 'note'])
    .where('owner', '=', userId)
    // The index covers users' accounts only.
    .where('kind', 'in', [sql.lit('balance'), sql.lit('held')])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('transfer_id', 'kind'), '>', tuple(after.transfer_id, after.kind)))
    .orderBy('transfer_id')
    .orderBy('kind')
    .limit(limit)
    .execute();

/** Returns the user's stakes with their bets, ordered by id, after `after`. */
export const findStakes = (db: Db, userId: string, after: string, limit: number) =>
  db
    .selectFrom('bet_legs as l')
    .innerJoin('bets as b', 'b.id', 'l.bet_id')
    .innerJoin('contests as c', 'c.id', 'b.contest_id')
    .select(['l.id', 'l.bet_id', 'c.match_id', 'c.market', 'b.pick', 'l.stake', 'l.odds', 'l.placed_at', 'l.refunded_at'])
    .select(['b.state', 'b.payout', 'b.refund', 'b.hit', 'b.settled_at', 'b.at_risk', 'b.at_risk_reason'])
    .where('l.user_id', '=', userId)
    .where('l.id', '>', after)
    .orderBy('l.id')
    .limit(limit)
    .execute();

/** Returns the user's forecasts without stakes, ordered by match, after `after`. */
export const findForecasts = (db: Db, userId: string, after: number, limit: number) =>
  db
    .selectFrom('user_forecasts')
    .select(['match_id', 'home', 'draw', 'away', 'made_at', 'outcome', 'score', 'model_score', 'market_score', 'crowd_score', 'voided_at'])
    .where('user_id', '=', userId)
    .where('match_id', '>', after)
    .orderBy('match_id')
    .limit(limit)
    .execute();

/** Returns the user's chat messages, including removed ones, ordered by id, after `after`. */
export const findChatMessages = (db: Db, userId: string, after: number, limit: number) =>
  db
    .selectFrom('chat_messages')
    .select(['id', 'match_id', 'locale', 'created_at', 'text', 'reply_to', 'removed', 'removed_at', 'group_id', 'tip_match_id'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Returns messages of others that the user reported. */
export const findChatReports = (db: Db, userId: string) =>
  db
    .selectFrom('chat_reports')
    .select(['message_id', 'reason', 'created_at', 'state', 'decided_at'])
    .where('reporter_id', '=', userId)
    .orderBy('id')
    .execute();

/** Returns the user's mutes with reasons and appeals. */
export const findChatMutes = (db: Db, userId: string) =>
  db
    .selectFrom('chat_mutes as m')
    .leftJoin('chat_appeals as a', 'a.mute_id', 'm.id')
    .select(['m.created_at', 'm.until', 'm.reason', 'm.lifted_at'])
    .select(['a.text as appeal', 'a.created_at as appealed_at', 'a.state as appeal_state', 'a.answer as appeal_answer'])
    .where('m.user_id', '=', userId)
    .orderBy('m.created_at')
    .execute();

/** Returns the tipping groups in which the user may not write, and until when. */
export const findGroupMutes = (db: Db, userId: string) =>
  db
    .selectFrom('tipping_chat_mutes')
    .select(['group_id', 'created_at', 'until'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

/** Returns the handles of users whom the user ignores. */
export const findChatIgnored = (db: Db, userId: string) =>
  db
    .selectFrom('chat_ignored as i')
    .innerJoin('users as u', 'u.id', 'i.ignored_id')
    .select(['u.public_handle', 'i.created_at'])
    .where('i.user_id', '=', userId)
    .orderBy('i.created_at')
    .execute();

/** Returns the user's memberships of private leagues and the names that they gave; other members are not the user's data. */
export const findForecastGroups = (db: Db, userId: string) =>
  db
    .selectFrom('forecast_group_members as n')
    .innerJoin('forecast_groups as g', 'g.id', 'n.group_id')
    .select(['g.id', 'g.name', 'n.joined_at'])
    .select((eb) => eb('g.owner_id', '=', userId).as('is_owner'))
    .where('n.user_id', '=', userId)
    .orderBy('n.joined_at')
    .execute();

/** Returns the user's memberships of tipping groups, past ones too; other members are not the user's data. */
export const findTippingGroups = (db: Db, userId: string) =>
  db
    .selectFrom('tipping_members as m')
    .innerJoin('tipping_groups as g', 'g.id', 'm.group_id')
    .select(['g.id', 'g.name', 'm.role', 'm.joined_at', 'm.left_at', 'm.place_name as imported_as'])
    .where('m.user_id', '=', userId)
    .orderBy('m.joined_at')
    .execute();

/** Returns what the user imported into tipping groups: how much, and when. */
export const findTippingImports = (db: Db, userId: string) =>
  db
    .selectFrom('tipping_imports')
    .select(['group_id', 'imported_at', 'places', 'tips', 'changed'])
    .where('imported_by', '=', userId)
    .orderBy('id')
    .execute();

/** Returns the user's tips, ordered by membership and match, after the one with these. */
export const findTips = (db: Db, userId: string, after: { member_id: number; match_id: number }, limit: number) =>
  db
    .selectFrom('tips as t')
    .innerJoin('tipping_members as m', 'm.id', 't.member_id')
    .select(['t.member_id', 't.group_id', 't.match_id', 't.home', 't.away', 't.is_joker', 't.entered_at'])
    .where('m.user_id', '=', userId)
    .where(sql<boolean>`(t.member_id, t.match_id) > (${after.member_id}, ${after.match_id})`)
    .orderBy('t.member_id')
    .orderBy('t.match_id')
    .limit(limit)
    .execute();

/** Returns the user's answers to bonus questions of tipping groups. */
export const findBonusAnswers = (db: Db, userId: string) =>
  db
    .selectFrom('tipping_answers as a')
    .innerJoin('tipping_members as m', 'm.id', 'a.member_id')
    .innerJoin('tipping_questions as q', 'q.id', 'a.question_id')
    .select(['m.group_id', 'a.question_id', 'q.terms as question', 'q.league_id', 'a.answer', 'a.answered_at'])
    .where('m.user_id', '=', userId)
    .orderBy('a.answered_at')
    .orderBy('a.question_id')
    .execute();

/** Returns the user's brackets. */
export const findBrackets = (db: Db, userId: string) =>
  db
    .selectFrom('bracket_entries as e')
    .innerJoin('bracket_challenges as c', 'c.id', 'e.challenge_id')
    .select(['e.id', 'c.league_id', 'c.season', 'c.section', 'e.made_at', 'e.tree', 'e.is_late', 'e.points'])
    .where('e.user_id', '=', userId)
    .orderBy('e.made_at')
    .execute();

/** Returns the survivor games that the user made or plays, with the picks by round. */
export const findSurvivor = (db: Db, userId: string) =>
  db
    .selectFrom('survivor_games as g')
    .leftJoin('survivor_entries as e', (join) => join.onRef('e.game_id', '=', 'g.id').on('e.user_id', '=', userId))
    .select(['g.id', 'g.kind', 'g.league_id', 'g.season', 'g.group_id', 'g.created_at', 'e.joined_at', 'e.lives', 'e.out_in'])
    .select(sql<boolean>`g.made_by is not distinct from ${userId}`.as('is_mine'))
    .select(
      sql<unknown>`coalesce((select jsonb_agg(jsonb_build_object('round', p.round, 'team_id', p.team_id, 'match_id', p.match_id,
          'picked_at', p.picked_at) order by p.picked_at)
        from survivor_picks p where p.entry_id = e.id and p.team_id is not null), '[]')`.as('picks'),
    )
    .where((eb) => eb.or([eb('g.made_by', '=', userId), eb('e.user_id', 'is not', null)]))
    .orderBy('g.created_at')
    .orderBy('g.id')
    .execute();
/** Returns the user's seasons in the divisions, and what counted in them; other players are not the user's data. */
export const findDivisions = async (db: Db, userId: string) => ({
  joined_at:
    (await db.selectFrom('division_players').select('joined_at').where('user_id', '=', userId).executeTakeFirst())?.joined_at ?? null,
  seasons: await db
    .selectFrom('division_seats')
    .select(['season', 'tier', 'number', 'seated_at', 'place', 'points', 'matches', 'move', 'medal'])
    .where('user_id', '=', userId)
    .orderBy('season')
    .execute(),
  entries: await db
    .selectFrom('division_entries')
    .select(['season', 'match_id', 'is_tip', 'home', 'draw', 'away', 'entered_at'])
    .where('user_id', '=', userId)
    .orderBy('season')
    .orderBy('match_id')
    .execute(),
});
