import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { NextBet } from './bets.ts';

/*
 * Alternative ways to write a bet: the same rows by several statements in one transaction, or by one function call, one bet at a time. Both
 * read the data that validates a stake, but validate little of it and create no receipt, so they do less work.
 */

export interface Peer {
  place: (bet: NextBet) => Promise<void>;
  close: () => Promise<void>;
}

const ENDPOINT = 'bench';
const NO_HASH = createHash('sha256').digest();
/** A reply of typical size. */
const REPLY = JSON.stringify({ bet: 'x'.repeat(1_000) });

const inPool = (url: string, max: number) => new pg.Pool({ connectionString: url, max, options: '-c TimeZone=UTC -c jit=off' });

/** Each statement is prepared once per connection, as in the app. */
const STATEMENTS = {
  claim: `insert into idempotency_keys (user_id, endpoint, key, body_hash, created_at) values ($1, $2, $3, $4, now()) on conflict do nothing returning key`,
  contest: `select id, state, deadline_at from contests where id = $1 and state = 'open' and deadline_at > now() for update`,
  bettor: `select u.status, (select max(e.until) from exclusions e where e.user_id = u.id and e.until > now()) as until,
      (select count(*) from play_limits l where l.user_id = u.id) as limits,
      (select count(*) from bet_legs l where l.user_id = u.id and l.placed_at > now() - interval '1 minute') as recent
    from users u where u.id = $1`,
  debit: `update accounts set balance = balance - $2 where kind = 'balance' and owner = $1 and balance >= $2 returning balance`,
  credit: `update accounts set balance = balance + $2 where kind = 'contest' and owner = $1 returning balance`,
  bet: `insert into bets as b (id, user_id, contest_id, pick, stake, placed_at) values ($1, $2, $3, $4, $5, now())
    on conflict (user_id, contest_id) do update set stake = b.stake + excluded.stake returning id`,
  leg: `insert into bet_legs (id, bet_id, user_id, stake, placed_at) values ($1, $2, $3, $4, now())`,
  transfer: `insert into transfers (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, created_at)
    values ($1, 'bet_stake', 'balance', $2, 'contest', $3, $4, $5, $6, $3, $7, now())`,
  pool: `update contests set stake_home = stake_home + $2, stake_draw = stake_draw + $3, stake_away = stake_away + $4,
    participants = participants + $5 where id = $1`,
  reply: `update idempotency_keys set reply = $4::json where user_id = $1 and endpoint = $2 and key = $3`,
};

export function severalStatements(url: string, connections: number): Peer {
  const pool = inPool(url, connections);
  return { place: (bet) => inTransaction(pool, (ask) => placeStepwise(ask, bet)), close: () => pool.end() };
}

type Ask = (name: keyof typeof STATEMENTS, ...values: unknown[]) => Promise<Record<string, number | string>>;

async function inTransaction(pool: pg.Pool, act: (ask: Ask) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  const ask: Ask = async (name, ...values) => {
    const { rows } = await client.query<Record<string, number | string>>({ name, text: STATEMENTS[name], values });
    return rows[0]!;
  };
  try {
    await client.query('begin');
    await act(ask);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function placeStepwise(ask: Ask, { user, match, pick, stake, key }: NextBet): Promise<void> {
  const { contestId } = match;
  const [betId, legId] = [randomUUID(), randomUUID()];
  if (!(await ask('claim', user.id, ENDPOINT, key, NO_HASH))) throw new Error('the idempotency key is taken');
  if (!(await ask('contest', contestId))) throw new Error('the contest is closed');
  if ((await ask('bettor', user.id)).status !== 'normal') throw new Error('the account is disabled');
  const { balance: left } = await ask('debit', user.id, stake);
  const { balance: pooled } = await ask('credit', contestId, stake);
  const { id } = await ask('bet', betId, user.id, contestId, pick, stake);
  await ask('leg', legId, id, user.id, stake);
  await ask('transfer', `bet:${legId}:stake`, user.id, contestId, stake, left, pooled, id);
  const staked = (['home', 'draw', 'away'] as const).map((one) => (one === pick ? stake : 0));
  await ask('pool', contestId, ...staked, id === betId ? 1 : 0);
  await ask('reply', user.id, ENDPOINT, key, REPLY);
}

/** The same in one database function. */
export const FUNCTION_PEER = `
  create or replace function bench_place_bet(
    p_user uuid, p_contest uuid, p_pick text, p_stake bigint, p_key uuid, p_hash bytea, p_bet uuid, p_leg uuid, p_reply json
  ) returns void language plpgsql set enable_seqscan = off as $$
  declare
    v_key uuid; v_open uuid; v_bettor record; v_left bigint; v_pooled bigint; v_bet uuid;
  begin
    insert into idempotency_keys (user_id, endpoint, key, body_hash, reply, created_at)
      values (p_user, '${ENDPOINT}', p_key, p_hash, p_reply, now()) on conflict do nothing returning key into strict v_key;
    select id into strict v_open from contests where id = p_contest and state = 'open' and deadline_at > now() for update;
    select u.status, (select max(e.until) from exclusions e where e.user_id = u.id and e.until > now()),
        (select count(*) from play_limits l where l.user_id = u.id),
        (select count(*) from bet_legs l where l.user_id = u.id and l.placed_at > now() - interval '1 minute')
      into strict v_bettor from users u where u.id = p_user and u.status = 'normal';
    update accounts set balance = balance - p_stake where kind = 'balance' and owner = p_user and balance >= p_stake
      returning balance into strict v_left;
    update accounts set balance = balance + p_stake where kind = 'contest' and owner = p_contest returning balance into strict v_pooled;
    insert into bets as b (id, user_id, contest_id, pick, stake, placed_at) values (p_bet, p_user, p_contest, p_pick, p_stake, now())
      on conflict (user_id, contest_id) do update set stake = b.stake + excluded.stake returning id into v_bet;
    insert into bet_legs (id, bet_id, user_id, stake, placed_at) values (p_leg, v_bet, p_user, p_stake, now());
    insert into transfers (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, created_at)
      values ('bet:' || p_leg || ':stake', 'bet_stake', 'balance', p_user, 'contest', p_contest, p_stake, v_left, v_pooled, p_contest, v_bet, now());
    update contests set stake_home = stake_home + case p_pick when 'home' then p_stake else 0 end,
        stake_draw = stake_draw + case p_pick when 'draw' then p_stake else 0 end,
        stake_away = stake_away + case p_pick when 'away' then p_stake else 0 end,
        participants = participants + (v_bet = p_bet)::integer where id = p_contest;
  end $$`;

export function oneCall(url: string, connections: number): Peer {
  const pool = inPool(url, connections);
  return {
    place: async ({ user, match, pick, stake, key }) => {
      const values = [user.id, match.contestId, pick, stake, key, NO_HASH, randomUUID(), randomUUID(), REPLY];
      await pool.query({ name: 'bench_place_bet', text: 'select bench_place_bet($1, $2, $3, $4, $5, $6, $7, $8, $9)', values });
    },
    close: () => pool.end(),
  };
}
