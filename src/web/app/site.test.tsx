import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { closeAuth, closePromo, openLogin, openPromo, openRegister, openResetPassword, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { LANGUAGES } from '#web/lib/languages.ts';

const META = {
  name: 'Matchpoint',
  version: '0',
  demo: true,
  match_speed: 1,
  now: '2026-03-02T10:00:00Z',
  stake_min: 10,
  stake_max: 5000,
  stake_contest_max: 10000,
  fee_percent: 0,
  points_per_usdt: 1000,
  play_through: false,
  invite_bonus: 100,
  invitee_bonus: 50,
  check_in_rewards: [10],
  odds_refresh_seconds: 15,
  standings_top: 5,
  support_url: null,
  telegram_channel_url: null,
  sign_in: { google: false, telegram: false },
  contacts: { phone: true, telegram: false },
  own_texts: [],
  switches: { staking: true, redeem: true, chat: true, sign_up: true },
  notice: null,
  geo_urls: [],
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.reset();
  server.on('GET /api/meta', { json: META });
  queryClient.clear();
  closeAuth();
  closePromo();
  useSession.setState({ user: null, token: '', booted: true });
  await chooseLocale('en');
});
afterAll(() => server.stop());

const isLocked = () => document.body.hasAttribute('data-scroll-locked');

describe('page titles', () => {
  it('come from the route, in the current language', async () => {
    const { navigate } = renderSite('/terms');
    await waitFor(() => expect(document.title).toBe(`${t('titles.terms')} · Matchpoint`));
    await act(() => chooseLocale('vi'));
    await waitFor(() => expect(document.title).toBe(`${tVi('titles.terms')} · Matchpoint`));
    await navigate('/privacy');
    await waitFor(() => expect(document.title).toBe(`${tVi('titles.privacy')} · Matchpoint`));
    await act(() => chooseLocale('zh-CN'));
    await waitFor(() => expect(document.title).toBe(`${tZh('titles.privacy')} · Matchpoint`));
  });
});

describe('dialogs', () => {
  it('exclude each other: sign-in, sign-up and password reset', () => {
    const shown = () => {
      const { showLogin, showRegister, showResetPassword, showPromo } = useUiState.getState();
      return { showLogin, showRegister, showResetPassword, showPromo };
    };
    openPromo();
    openLogin();
    expect(shown()).toEqual({ showLogin: true, showRegister: false, showResetPassword: false, showPromo: true });
    openRegister();
    expect(shown()).toEqual({ showLogin: false, showRegister: true, showResetPassword: false, showPromo: true });
    openResetPassword('a@example.com');
    expect(shown()).toEqual({ showLogin: false, showRegister: false, showResetPassword: true, showPromo: true });
    closeAuth();
    expect(shown()).toEqual({ showLogin: false, showRegister: false, showResetPassword: false, showPromo: true });
  });

  it('accept only a local path to go on to', () => {
    for (const [next, kept] of [
      ['/bets', '/bets'],
      ['//evil.example', '/'],
      ['https://evil.example', '/'],
      [undefined, '/'],
    ] as const) {
      openLogin(next);
      expect(useUiState.getState().authNext).toBe(kept);
    }
  });

  it('lock the page’s scrolling until the last one closes', async () => {
    renderSite('/terms');
    await screen.findByRole('heading', { name: t('legal.terms.heading') });
    expect(isLocked()).toBe(false);
    act(() => openPromo());
    await screen.findByRole('dialog', { name: t('auth.promo_title') });
    act(() => openLogin());
    await screen.findByRole('dialog', { name: t('auth.sign_in_title') });
    expect(isLocked()).toBe(true);
    act(() => closeAuth());
    expect(isLocked()).toBe(true);
    act(() => closePromo());
    await waitFor(() => expect(isLocked()).toBe(false));
  });

  it('close on Escape', async () => {
    const user = userEvent.setup();
    renderSite('/terms');
    await user.click(await screen.findByRole('button', { name: t('shell.sign_in') }));
    await screen.findByRole('dialog', { name: t('auth.sign_in_title') });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('an invite link', () => {
  it('is removed from the address bar and opens Register with its code', async () => {
    const { path } = renderSite('/terms?invite=qx7m2kpa&x=1');
    expect(await screen.findByRole('textbox', { name: t('auth.invite_code') })).toHaveProperty('value', 'QX7M2KPA');
    await waitFor(() => expect(path()).toBe('/terms?x=1'));
    expect(localStorage.getItem('invite')).toContain('QX7M2KPA');
  });

  it('opens nothing for signed-in users', async () => {
    useSession.setState({ user: { id: 'u', email: 'a@example.com', display_name: 'A', avatar_url: null, public_handle: 'a' } });
    const { path } = renderSite('/terms?invite=QX7M2KPA');
    await waitFor(() => expect(path()).toBe('/terms'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('operators’ settings', () => {
  const notice = { id: 7, tone: 'warning' as const, en: 'Odds are late today.', zh_cn: '今日赔率延迟。', vi: '', shown_until: null };
  beforeEach(() => localStorage.removeItem('notice_closed'));

  it('include a notice above every page, in the current language or else in English', async () => {
    server.on('GET /api/meta', { json: { ...META, notice } });
    renderSite('/terms');
    expect(await screen.findByText('Odds are late today.')).toBeTruthy();
    await act(() => chooseLocale('zh-CN'));
    expect(await screen.findByText('今日赔率延迟。')).toBeTruthy();
    await act(() => chooseLocale('vi'));
    expect(await screen.findByText('Odds are late today.')).toBeTruthy();
  });

  it('keep a closed notice closed, until there is another one', async () => {
    server.on('GET /api/meta', { json: { ...META, notice } });
    const { navigate } = renderSite('/terms');
    await userEvent.click(await screen.findByRole('button', { name: t('shell.close_notice') }));
    await navigate('/privacy');
    expect(screen.queryByText('Odds are late today.')).toBeNull();
    server.on('GET /api/meta', { json: { ...META, notice: { ...notice, id: 8, en: 'All is well again.' } } });
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText('All is well again.')).toBeTruthy();
  });

  it('do not include an expired notice', async () => {
    server.on('GET /api/meta', { json: { ...META, notice: { ...notice, shown_until: new Date(Date.now() - 1).toISOString() } } });
    renderSite('/terms');
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(queryClient.getQueryData(['meta'])).toBeTruthy());
    expect(screen.queryByText('Odds are late today.')).toBeNull();
  });

  it('can close registration: the dialog says so, and links to signing in', async () => {
    server.on('GET /api/meta', { json: { ...META, switches: { ...META.switches, sign_up: false } } });
    renderSite('/terms');
    await waitFor(() => expect(queryClient.getQueryData(['meta'])).toBeTruthy());
    act(openRegister);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(t('auth.sign_up_closed'))).toBeTruthy();
    expect(within(dialog).queryByLabelText(t('auth.email'))).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: t('auth.to_sign_in') }));
    expect(await screen.findByRole('dialog', { name: t('auth.sign_in_title') })).toBeTruthy();
  });
});

describe('the shell', () => {
  it('shows the demo banner, but only in the demo', async () => {
    renderSite('/terms');
    expect(await screen.findByText(t('shell.demo'))).toBeTruthy();
    queryClient.setQueryData(['meta'], { ...META, demo: false });
    await waitFor(() => expect(screen.queryByText(t('shell.demo'))).toBeNull());
  });

  it('puts the search into the match list’s address', async () => {
    const user = userEvent.setup();
    const { path } = renderSite('/terms');
    await screen.findByRole('heading', { name: t('legal.terms.heading') });
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: t('search.label') }));
    await user.keyboard('avalon town{Enter}');
    await waitFor(() => expect(path()).toBe('/matches?q=avalon+town'));
  });

  it('switches language and theme from its menu, and stores both', async () => {
    const user = userEvent.setup();
    renderSite('/terms');
    await user.click(await screen.findByRole('button', { name: `${t('shell.language')}, ${t('shell.theme')}: EN` }));
    await user.click(await screen.findByRole('menuitemradio', { name: LANGUAGES.vi.name }));
    await screen.findByRole('heading', { name: tVi('legal.terms.heading') });
    expect(document.documentElement.lang).toBe('vi');
    await user.click(
      await screen.findByRole('button', {
        name: `${tVi('shell.language')}, ${tVi('shell.theme')}: VI`,
      }),
    );
    await user.click(await screen.findByRole('menuitemradio', { name: tVi('shell.theme_light') }));
    expect(document.documentElement.dataset.theme).toBe('programme');
    expect(document.cookie).toContain('theme=light');
    expect(document.cookie).toContain('lang=vi');
  });

  it('scrolls to the top on a new page, and keeps the position when only a filter changes', async () => {
    const scrolls: unknown[] = [];
    window.scrollTo = ((...args: unknown[]) => scrolls.push(args)) as typeof window.scrollTo;
    const { navigate } = renderSite('/terms');
    await screen.findByRole('heading', { name: t('legal.terms.heading') });
    scrolls.length = 0;
    await navigate('/terms?part=2');
    expect(scrolls).toEqual([]);
    await navigate('/privacy');
    await waitFor(() => expect(scrolls).toEqual([[0, 0]]));
  });
});
