import type { AccountKind, AccountRef, PointSource, TransferDraft } from '#domain/ledger/ledger.ts';
import { iso, type Rows } from './rows.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A transfer posted by the server, with the columns of its table. */
export interface PostedTransfer {
  id: number;
  source: string;
  from_kind: AccountKind;
  from_owner: string;
  to_kind: AccountKind;
  to_owner: string;
  amount: number;
  created_at: Date;
}

/** Sources of points that were given, not won. */
const GIVEN: ReadonlySet<string> = new Set([
  'daily_login',
  'manual_adjust',
  'invite_reward_inviter',
  'invite_reward_invitee',
  'invite_reward',
]);

interface LedgerAccount {
  kind: AccountKind;
  owner: string;
  balance: number;
  isNew: boolean;
}

/**
 * Creates a ledger in memory: it turns the domain's transfer drafts into rows with the balances after each, in the order of their ids, as
 * `post_transfers` does. `absorb` adds transfers posted by the server. `onGiven` is called for points given to users.
 */
export function createLedger(rows: Rows, onGiven: (userId: string, points: number, at: number) => void) {
  const accounts = new Map<string, LedgerAccount>();
  const changed = new Set<LedgerAccount>();
  const sums = new Map<string, Map<PointSource, number>>();
  let lastId = 0;

  const accountOf = (kind: AccountKind, owner: string, isNew: boolean): LedgerAccount => {
    const key = kind + owner;
    let account = accounts.get(key);
    if (!account) {
      account = { kind, owner, balance: 0, isNew };
      accounts.set(key, account);
    }
    return account;
  };
  accountOf('house', NOBODY, false);
  accountOf('issuance', NOBODY, false);

  const change = (account: LedgerAccount, delta: number, source: string, at: number): void => {
    account.balance += delta;
    if (account.balance < 0 && account.kind !== 'house' && account.kind !== 'issuance')
      throw new Error(`${account.kind} ${account.owner} would have ${account.balance} points`);
    changed.add(account);
    if (account.kind !== 'balance') return;
    const own = sums.get(account.owner) ?? new Map<PointSource, number>();
    own.set(source as PointSource, (own.get(source as PointSource) ?? 0) + delta);
    sums.set(account.owner, own);
    if (delta > 0 && GIVEN.has(source)) onGiven(account.owner, delta, at);
  };

  return {
    /** Opens an account; its row is written at the end of the day. */
    open: (kind: AccountKind, owner: string): void => {
      changed.add(accountOf(kind, owner, true));
    },
    /** Posts a transfer and returns its id. */
    post: (draft: TransferDraft, at: number): number => {
      const [from, to] = [draft.from, draft.to].map((ref) => accountOf(ref.kind, ownerOf(ref), false)) as [LedgerAccount, LedgerAccount];
      change(from, -draft.amount, draft.source, at);
      change(to, draft.amount, draft.source, at);
      const sides = [from.kind, from.owner, to.kind, to.owner, draft.amount, from.balance, to.balance];
      rows.add('transfers', ++lastId, draft.key, draft.source, ...sides, draft.contestId ?? null, draft.betId ?? null, iso(at));
      return lastId;
    },
    /** Adds what the server posted after our last transfer; those accounts are already written. */
    absorb: (posted: readonly PostedTransfer[]): void => {
      for (const { id, source, amount, created_at, ...sides } of posted) {
        change(accountOf(sides.from_kind, sides.from_owner, false), -amount, source, created_at.getTime());
        change(accountOf(sides.to_kind, sides.to_owner, false), amount, source, created_at.getTime());
        lastId = id;
      }
      changed.clear();
    },
    balanceOf: (userId: string): number => accounts.get(`balance${userId}`)?.balance ?? 0,
    heldOf: (userId: string): number => accounts.get(`held${userId}`)?.balance ?? 0,
    /** Returns the sum of a user's balance changes by source; negative if more was paid than received. */
    sumsOf: (userId: string): { source: PointSource; sum: number }[] =>
      [...(sums.get(userId) ?? [])].map(([source, sum]) => ({ source, sum })),
    lastId: (): number => lastId,
    /** Returns the accounts to write: new ones, and those with a changed balance. */
    takeChanged: (): { fresh: LedgerAccount[]; known: LedgerAccount[] } => {
      const all = [...changed];
      changed.clear();
      const fresh = all.filter(({ isNew }) => isNew);
      for (const account of fresh) account.isNew = false;
      const isFresh = new Set(fresh);
      return { fresh, known: all.filter((account) => !isFresh.has(account)) };
    },
  };
}
export type WorldLedger = ReturnType<typeof createLedger>;

function ownerOf(account: AccountRef): string {
  if (account.kind === 'contest') return account.contestId;
  return account.kind === 'balance' || account.kind === 'held' ? account.userId : NOBODY;
}
