import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { servePages } from '#test/web/page-server.ts';
import { BETS, fact, keysHeard, openSlipOn, pick, receipt, serveSlip, stakeField } from '#test/web/slip.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';

const server = await servePages();
beforeEach(() => serveSlip(server));
const openWith = openSlipOn(server);

describe('a stake whose outcome is unknown', () => {
  /** Stakes 500 on the home side, without pauses between attempts, until the result is unknown; then presses the button again. */
  const stakeUntilUnsure = async () => {
    const usual = queryClient.getDefaultOptions();
    queryClient.setDefaultOptions({ ...usual, mutations: { ...usual.mutations, retryDelay: 1 } });
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    await screen.findByText(t('bets.unsure'), { exact: false });
    await user.click(screen.getByRole('button', { name: t('bets.retry_stake', { points: 500 }) }));
    return user;
  };

  it.each([500, 502, 504])('keeps its key after an error %i, says so, and uses a new key for the next stake', async (status) => {
    const away = { status, text: '' };
    server.on(BETS, away, away, receipt(500), receipt(500, 1_000));
    const user = await stakeUntilUnsure();
    await user.click(await screen.findByRole('button', { name: t('bets.done') }));
    await user.type(stakeField(), '500');
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    await screen.findByRole('dialog', { name: t('bets.success_added') });
    const [first, second, third, fourth, ...more] = keysHeard(server);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
    expect(more).toEqual([]);
  });

  it('keeps its key while the server still works on the first attempt', async () => {
    const underWay = { status: 409, json: { code: 'request_in_progress', detail: 'We are working on this.' } };
    server.on(BETS, { status: 502, text: '' }, ...Array.from({ length: 4 }, () => underWay), receipt(500));
    await stakeUntilUnsure();
    await screen.findByRole('dialog', { name: t('bets.success') });
    expect(keysHeard(server)).toHaveLength(6);
    expect(new Set(keysHeard(server)).size).toBe(1);
  });

  describe('a stake whose outcome was unknown when the page was left', () => {
    const storageKey = () => `stake:${useSession.getState().user!.id}:7`;
    const leftOpen = async () => {
      const away = { status: 502, text: '' };
      server.on(BETS, away, away, away, away, receipt(500));
      await stakeUntilUnsure();
      await waitFor(() => expect(keysHeard(server)).toHaveLength(4));
      await screen.findByText(t('bets.unsure'), { exact: false });
      cleanup();
    };

    it('is offered again with its key, and is forgotten once it is placed', async () => {
      await leftOpen();
      const user = await openWith();
      expect(screen.getByText(t('bets.unsure'))).toBeTruthy();
      expect(pick(/^Avalon Town/).getAttribute('aria-pressed')).toBe('true');
      expect(stakeField()).toHaveProperty('value', '500');
      // It may be in the balance and the pool already.
      expect(fact(t('bets.returns_now'))).toBe('–');
      expect(screen.queryByText(t('bets.balance_after'))).toBeNull();
      await user.click(screen.getByRole('button', { name: t('bets.retry_stake', { points: 500 }) }));
      await screen.findByRole('dialog', { name: t('bets.success') });
      expect(keysHeard(server)).toHaveLength(5);
      expect(new Set(keysHeard(server)).size).toBe(1);
      cleanup();
      await openWith();
      expect(screen.queryByText(t('bets.unsure'))).toBeNull();
    });

    it('is forgotten when another amount is entered', async () => {
      await leftOpen();
      const user = await openWith();
      await user.type(stakeField(), '0');
      expect(screen.queryByText(t('bets.unsure'))).toBeNull();
      expect(screen.getByRole('button', { name: t('bets.stake_points', { points: 5_000 }) })).toBeTruthy();
      cleanup();
      await openWith();
      expect(stakeField()).toHaveProperty('value', '');
    });

    it('is not offered to another user, nor once the server has forgotten its key', async () => {
      await leftOpen();
      const { user } = useSession.getState();
      useSession.setState({ user: { ...user!, id: '01890a5d-ac96-774b-bcce-00000000000b' } });
      await openWith();
      expect(screen.queryByText(t('bets.unsure'))).toBeNull();
      cleanup();
      useSession.setState({ user });
      const kept = JSON.parse(localStorage.getItem(storageKey())!);
      localStorage.setItem(storageKey(), JSON.stringify({ ...kept, sentMs: kept.sentMs - 23 * HOUR_MS }));
      await openWith();
      expect(screen.queryByText(t('bets.unsure'))).toBeNull();
    });

    it.each(['{', 'null', '{"input":{"match_id":7,"stake":-5}}', '{"input":7,"sentMs":1e99}'])(
      'ignores what is no stake: %s',
      async (text) => {
        localStorage.setItem(storageKey(), text);
        await openWith();
        expect(screen.queryByText(t('bets.unsure'))).toBeNull();
      },
    );
  });
});
