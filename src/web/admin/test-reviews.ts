import type { z } from 'zod';
import { type AdminUser, adminUser } from '#contract/admin-users.ts';
import { type Approval, approval } from '#contract/approvals.ts';
import { type ExclusionReview, exclusionReview } from '#contract/exclusion-reviews.ts';
import { type InviteReview, inviteReview } from '#contract/invite-reviews.ts';
import { type Review, type ReviewRow, review, reviewRow } from '#contract/withdrawal-review.ts';
import { ORIGINS } from '#domain/provenance.ts';

/** What the server would tell an operator of users and what waits for a decision, made for tests through the contract's own schemas. */
type Part<S extends z.ZodType> = Partial<z.input<S>>;

let lastId = 0;
const uuid = () => `0195a000-0000-7000-8000-${String(++lastId).padStart(12, '0')}`;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const makeUserRef = (name: string) => ({
  id: uuid(),
  display_name: name,
  public_handle: name.toLowerCase().replaceAll(' ', '_'),
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
});

const origins = () =>
  ORIGINS.map((origin, at) => ({ origin, points: at === 0 ? 8_800 : at === 1 ? 1_200 : 0, share: [0.88, 0.12][at] ?? 0 }));

/** A withdrawal that waits, by `name`, since so many hours. */
export const makeReviewRow = ({
  name = 'Minh Hoang',
  hours = 21,
  ...rest
}: { name?: string; hours?: number } & Part<typeof reviewRow> = {}): ReviewRow =>
  reviewRow.parse({
    id: uuid(),
    status: 'pending',
    stage: 'in_review',
    points: 32_000,
    usdt: '32.00',
    wallet_address: 'TXk9f2Qm1ab77XcQm1ab77XcQm1ab8Qp3a',
    contact: { channel: 'email', address: 'minh@example.com' },
    submitted_at: hoursAgo(hours),
    decided_at: null,
    reason_code: null,
    note: null,
    tx_hash: null,
    sent_at: null,
    user: { ...makeUserRef(name), status: 'normal' },
    wallet_since: hoursAgo(40 * 24),
    wallet_days: 40,
    waited_seconds: hours * 3_600,
    is_overdue: hours >= 24,
    approvals: { given: 0, needed: 1, reasons: [], first: null },
    decided_by: null,
    sent_by: null,
    frozen: null,
    origins: origins(),
    flags: [],
    ...rest,
  });

const NO_SHARED = { items: [], count: 0 };
const NO_RING = { score: 0, flagged_from: 3, reasons: [], members: NO_SHARED };

/** A review of a withdrawal, whose evidence shows nothing unless told otherwise. */
export const makeReview = (withdrawal: ReviewRow, rest: Part<typeof review> = {}): Review =>
  review.parse({
    withdrawal,
    account: {
      registered_at: hoursAgo(90 * 24),
      registration_country: 'VN',
      country: 'VN',
      last_login_at: hoursAgo(2),
      balance: 1_240,
      held: withdrawal.points,
      two_factor: true,
      password_changed_at: null,
      redeem_held_until: null,
      deletion_due_at: null,
      predictions_played: 120,
      hits: 71,
      net_won: 8_800,
      notes: 2,
    },
    wallet: { current: withdrawal.wallet_address, current_since: withdrawal.wallet_since, past: [] },
    provenance: { origins: origins(), redeemed: withdrawal.points },
    winnings: { won: 9_000, from_house: 2_000, traced: 7_000, losers: [], few_share: 0.12, is_concentrated: false },
    evidence: { ring: NO_RING, devices: NO_SHARED, networks: NO_SHARED, wallets: NO_SHARED, invites: NO_SHARED },
    earlier: { items: [], approved_count: 0, approved_points: 0 },
    ledger: [],
    next_id: null,
    events: [],
    waiting: { return: null, correct: null },
    adjustments: { items: [], total: 0 },
    can: { approve: null, reject: null, send: null, return: null, correct: null },
    ...rest,
  });

/** An account that lost or shares something with another one. */
export const makeAccountRef = (name: string) => ({ ...makeUserRef(name), status: 'normal' as const });

export const makeAdminUser = ({ name = 'Minh Hoang', ...rest }: { name?: string } & Part<typeof adminUser> = {}): AdminUser =>
  adminUser.parse({
    ...makeUserRef(name),
    phone: '+84901234567',
    status: 'normal',
    registered_at: '2026-08-01T09:30:00.000Z',
    registration_ip: '203.0.113.7',
    registration_country: 'VN',
    last_login_at: '2026-11-21T20:15:00.000Z',
    points_balance: 12_480,
    referral_code: 'ABCD2345',
    linked_accounts: [{ type: 'telegram', identifier: '@minh' }],
    referrer: null,
    invitees: 2,
    email_verified_at: '2026-08-01T09:35:00.000Z',
    phone_verified_at: null,
    has_password: true,
    two_factor: false,
    avatar_url: null,
    country: 'VN',
    time_zone: 'Asia/Ho_Chi_Minh',
    locale: 'vi',
    wallet_address: null,
    wallet_changed_at: null,
    password_changed_at: null,
    points_held: 0,
    stats: { level: 'gold_ii', experience: 3_100, predictions_played: 120, hits: 71, net_won: 8_800 },
    status_change: null,
    redeem_held_until: null,
    exclusion: null,
    deletion_due_at: null,
    ...rest,
  });

/** Somebody in a tree of invites. */
export const makeInvited = (name: string, rest: { invitees?: number; id?: string } = {}) => ({
  ...makeUserRef(name),
  status: 'normal' as const,
  registered_at: '2026-09-01T10:00:00.000Z',
  points_balance: 150,
  invite_status: 'rewarded' as const,
  invitees: 0,
  ...rest,
});

/** Points for a user that wait for a second admin. */
export const makeApproval = (rest: Part<typeof approval> = {}): Approval =>
  approval.parse({
    id: uuid(),
    deed: { kind: 'adjust', user: makeUserRef('Minh Hoang'), delta: 20_000, source: 'manual_adjust', note: 'Top-up of 22 November' },
    points: 20_000,
    reason: 'Paid at the counter',
    state: 'waiting',
    requested_by: { id: uuid(), email: 'first@example.com' },
    created_at: hoursAgo(3),
    decided_by: null,
    decided_at: null,
    decision_note: null,
    refusal: null,
    may_reject: true,
    alone_at: null,
    ...rest,
  });

/** An invite that is held. */
export const makeInviteReview = (rest: Part<typeof inviteReview> = {}): InviteReview => {
  const side = (name: string, reward: number) => ({
    ...makeUserRef(name),
    status: 'normal' as const,
    registered_at: '2026-11-01T10:00:00.000Z',
    registration_ip: '203.0.113.7',
    registration_country: 'VN',
    predictions_played: 3,
    reward,
  });
  return inviteReview.parse({
    inviter: side('Old Hand', 100),
    invitee: side('New Comer', 50),
    reasons: ['device', 'ip'],
    evidence: { devices: [uuid()], wallets: [], mailboxes: [], household_accounts: 7 },
    inviter_held: 4,
    inviter_paid: 12,
    qualified_at: hoursAgo(30),
    created_at: hoursAgo(29),
    ...rest,
  });
};

/** A self-exclusion that may hold for another account. */
export const makeExclusionReview = (rest: Part<typeof exclusionReview> = {}): ExclusionReview =>
  exclusionReview.parse({
    user: makeUserRef('Same Wallet'),
    owner: makeUserRef('Long Away'),
    exclusion_id: uuid(),
    reason: 'wallet',
    began_at: '2026-10-01T10:00:00.000Z',
    until: '2031-10-01T10:00:00.000Z',
    created_at: hoursAgo(30),
    ...rest,
  });

/** A page of a list, as the server answers it. */
export const makePage = <T>(items: readonly T[], rest: { page?: number; total?: number } = {}) => ({
  items,
  page: 1,
  page_size: 20,
  total: items.length,
  ...rest,
});
