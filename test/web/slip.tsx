import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { placeBet } from '#contract/bets.ts';
import { Providers } from '#web/app/providers.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { closeAuth } from '#web/data/ui-state.ts';
import { BetSlip } from '#web/features/bets/bet-slip.tsx';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import type { SlipStart } from '#web/lib/slip-address.ts';
import { beUser, makeBet, makeContests, makeLimits, makeOverview } from './fixtures/accounts.ts';
import { makeBrief, makeContest, makeLeague, makeMatch } from './fixtures/matches.ts';
import type { TestServer } from './http-server.ts';
import { t } from './words.ts';

/** The match of the slips in tests: Avalon Town against Northgate. */
export const match = makeMatch({ id: 7 });
export const BETS = 'POST /api/bets';
export const LEG = '01890a5d-ac96-774b-bcce-0123456789ab';
export type ContestRest = NonNullable<Parameters<typeof makeContest>[1]>;

/** Signs the default user in, and serves what a slip asks for besides contests. Call it before each test. */
export async function serveSlip(server: TestServer): Promise<void> {
  queryClient.clear();
  closeAuth();
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('GET /api/account/limits', { json: makeLimits() });
  await chooseLocale('en');
}

/** Shows a slip with what the server offers. Returns its user. */
export async function showSlip({
  league = makeLeague(),
  start,
}: {
  league?: ReturnType<typeof makeLeague>;
  start?: SlipStart | undefined;
} = {}) {
  const props = { matchId: 7, home: match.home, away: match.away, league, drawPossible: true, isBarred: false };
  render(
    <Providers>
      <MemoryRouter>
        <BetSlip {...props} {...(start && { start })} />
      </MemoryRouter>
    </Providers>,
  );
  await screen.findByRole('group', { name: t('bets.options') });
  return userEvent.setup();
}

/** Returns a function that shows a slip whose contest pays from its pool. */
export const openSlipOn =
  (server: TestServer) =>
  (rest: ContestRest = {}, mine: Parameters<typeof makeContests>[2] = null, league = makeLeague()) => {
    server.on('GET /api/matches/7/contests', { json: makeContests(7, rest, mine) });
    return showSlip({ league });
  };

export const pick = (name: RegExp | string) => screen.getByRole('button', { name });
/** The name of the button that stakes all that balance and limits allow. */
export const maxName = (points: number) => `${t('bets.stake_max')}, ${points}`;
export const stakeField = () => screen.getByRole('textbox', { name: t('bets.stake') });
/** The value beside a label. */
export const fact = (label: string) => within(screen.getByText(label).parentElement as HTMLElement).getByRole('definition').textContent;
export const homeBet = (points: string) => t('bets.my_bet_value', { points, pick: t('bets.to_win', { team: 'Avalon Town' }) });
export const keysHeard = (server: TestServer) =>
  server.heard.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);

/** The server's reply to a stake of `stake` on home that brings the bet to `total`. */
export const receipt = (stake: number, total = stake) => ({
  status: 201,
  json: placeBet.reply.parse({
    bet: makeBet({ stake: total, returns_now: 750, match: makeBrief(match) }),
    leg: { id: LEG, stake, odds: null, placed_at: '2026-11-20T15:52:00.000Z' },
    balance: 12_480 - stake,
    contest: makeContest(7, { total_stake: 1_000 + stake }),
  }),
});
