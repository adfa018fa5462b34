import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import type { Overview } from '#contract/overview.ts';
import { Console } from '#web/console/app/router.tsx';
import { Providers } from '#web/console/app/start.tsx';
import { storeToken, useAdminSession } from '#web/console/lib/session.ts';
import { createLocationProbe } from './location-probe.tsx';

/** Renders the whole console at a path, as on an operator's desktop. */
export function renderConsole(initialPath: string) {
  const { Probe, path, navigate } = createLocationProbe();
  render(
    <Providers>
      <MemoryRouter initialEntries={[initialPath]}>
        <Probe />
        <Console />
      </MemoryRouter>
    </Providers>,
  );
  return { path, navigate };
}

export const makeAdmin = (changes: Partial<SessionAdmin> = {}): SessionAdmin => ({
  id: '0195a000-0000-7000-8000-00000000ad31',
  email: 'ops@example.com',
  role: 'finance',
  totp_enabled: true,
  must_change_password: false,
  ...changes,
});

/** Signs an admin in. */
export function beAdmin(changes: Partial<SessionAdmin> = {}): SessionAdmin {
  const admin = makeAdmin(changes);
  storeToken('admin-token');
  useAdminSession.setState({ admin, hasIdled: false });
  return admin;
}

/** Signs out. */
export function beNobody(): void {
  storeToken('');
  useAdminSession.setState({ hasIdled: false });
}

const EMPTY_QUEUE = { count: 0, oldest_at: null };

/** An overview without problems; `changes` apply to its first level. */
export const makeConsoleOverview = (changes: Partial<Overview> = {}): Overview => ({
  counted_at: '2026-11-22T12:00:00.000Z',
  metrics: {
    total_users: { now: 48_210, before: 47_358 },
    actives_24h: { now: 6_944, before: 6_607 },
    points_in_circulation: { now: 91_400_000, before: 91_000_000 },
    pending_redeems: { ...EMPTY_QUEUE, before: 0, points: 0, usdt: '0.00' },
    redeemed_today: { now: '312.00', before: '280.00' },
  },
  problems: [],
  ledger: { proof: { proven: true, proven_at: '2026-11-22T11:58:00.000Z', blocks: 12 }, unsealed: 3 },
  feeds: [{ feed: 'demo', state: 'ok', heard_at: '2026-11-22T11:59:56.000Z', ages: [], allowance: null, problem: null, history: [] }],
  contests: { unresolved: 0, blind: 0, corrected: 0, disputed: 0 },
  quarantine: { total: 0, last_24h: 0 },
  refusals: [],
  opinions: [],
  queues: {
    withdrawals: EMPTY_QUEUE,
    withdrawals_second: EMPTY_QUEUE,
    withdrawals_unsent: EMPTY_QUEUE,
    approvals: EMPTY_QUEUE,
    invite_reviews: EMPTY_QUEUE,
    exclusion_reviews: EMPTY_QUEUE,
    chat_reports: EMPTY_QUEUE,
    chat_appeals: EMPTY_QUEUE,
    messages: { ...EMPTY_QUEUE, is_stuck: false },
  },
  house: { is_closed: false, balance: 5_000_000, lost_24h: 0, loss_max: 500_000 },
  switches: [
    { name: 'staking', is_on: true },
    { name: 'redeem', is_on: true },
    { name: 'chat', is_on: true },
    { name: 'sign_up', is_on: true },
  ],
  ...changes,
});
