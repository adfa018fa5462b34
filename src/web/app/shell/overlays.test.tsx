import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { askStepUp, endStepUp } from '#web/data/step-up.ts';
import { toast, useToasts } from '#web/data/toasts.ts';
import * as ui from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { PHONE } from '#web/lib/use-media.ts';

const CHANNEL = 'https://t.me/matchpoint';
const media = window.matchMedia;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.reset();
  queryClient.clear();
  server.on('GET /api/meta', { json: makeMeta({ telegram_channel_url: CHANNEL }) });
  server.on('GET /api/account/overview', { json: makeOverview({ profile: { email_verified: false } }) });
  ui.closeAuth();
  for (const close of [ui.closePromo, ui.closeConfirmEmail, ui.closeTelegram]) close();
  useToasts.setState({ toasts: [] });
  endStepUp(false);
  beGuest();
  localStorage.setItem('promo_shown_at', String(Date.now()));
  await chooseLocale('en');
});
afterEach(() => {
  window.matchMedia = media;
});
afterAll(() => server.stop());

const bePhone = () => {
  window.matchMedia = (query) => Object.assign(media(query), { matches: query === PHONE });
};

/** The number of scroll locks, and whether the page is locked. */
const held = () => ({
  by: Number(document.body.getAttribute('data-scroll-locked') ?? 0),
  isStill: getComputedStyle(document.body).overflow === 'hidden',
});
const FREE = { by: 0, isStill: false };
const heldBy = (by: number) => waitFor(() => expect(held()).toEqual({ by, isStill: true }));

interface Overlay {
  /** The name of a dialog, from the translations. */
  name: string;
  open: () => void;
  close: () => void;
}

const PROMO: Overlay = { name: t('auth.promo_title'), open: ui.openPromo, close: ui.closePromo };
const LOGIN: Overlay = { name: t('auth.sign_in_title'), open: ui.openLogin, close: ui.closeAuth };
const REGISTER: Overlay = { name: t('auth.sign_up_title'), open: ui.openRegister, close: ui.closeAuth };
const TELEGRAM: Overlay = { name: t('telegram.title'), open: ui.openTelegram, close: ui.closeTelegram };
const CONFIRM: Overlay = { name: t('security.confirm_title'), open: ui.openConfirmEmail, close: ui.closeConfirmEmail };
const STEP_UP: Overlay = { name: t('security.step_up_title'), open: () => void askStepUp(), close: () => endStepUp(false) };
/** A dialog by its title, even if another covers it: that one is hidden from screen readers. */
const dialogNamed = (name: string) =>
  screen
    .queryAllByRole('dialog', { hidden: true })
    .find((dialog) => document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent === name);
/** The phone's sheet of languages, opened by its button and closed like any sheet. */
const SHEET: Overlay = {
  name: t('shell.language'),
  open: () => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${t('shell.language')}: `) })),
  close: () => fireEvent.click(within(dialogNamed(t('shell.language'))!).getByRole('button', { name: t('common.close'), hidden: true })),
};

describe.each([
  ['a guest’s', beGuest, [SHEET, PROMO, LOGIN]],
  ['a guest’s', beGuest, [SHEET, TELEGRAM, REGISTER]],
  ['a user’s', beUser, [SHEET, CONFIRM, STEP_UP]],
] as const)('locks the page while any of %s overlays is open', (_, beSomebody, overlays) => {
  const pairs = overlays.flatMap((first) =>
    overlays.filter((second) => second !== first && second !== SHEET).map((second) => [first, second] as const),
  );
  const isShown = (overlay: Overlay) => dialogNamed(overlay.name) !== undefined;

  it.each(
    pairs.flatMap(
      ([first, second]) =>
        [
          [`${first.name}, then ${second.name}, closed in the same order`, first, second, [first, second]],
          [`${first.name}, then ${second.name}, closed the other way round`, first, second, [second, first]],
        ] as const,
    ),
  )('%s', async (__, first, second, order) => {
    bePhone();
    beSomebody();
    renderSite('/terms');
    await screen.findByRole('heading', { name: t('legal.terms.heading') });
    expect(held()).toEqual(FREE);
    act(() => first.open());
    await waitFor(() => expect(isShown(first)).toBe(true));
    await heldBy(1);
    act(() => second.open());
    await waitFor(() => expect(isShown(second)).toBe(true));
    await heldBy(2);
    act(() => order[0].close());
    await waitFor(() => expect(isShown(order[0])).toBe(false));
    expect(isShown(order[1])).toBe(true);
    await heldBy(1);
    act(() => order[1].close());
    await waitFor(() => expect(held()).toEqual(FREE));
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });
});

it('opens at most one of sign-in, sign-up and reset', async () => {
  renderSite('/terms');
  await screen.findByRole('heading', { name: t('legal.terms.heading') });
  act(() => ui.openLogin());
  await screen.findByRole('dialog', { name: LOGIN.name });
  act(() => ui.openRegister());
  await screen.findByRole('dialog', { name: REGISTER.name });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(held().by).toBe(1);
  act(() => ui.openLogin());
  await screen.findByRole('dialog', { name: LOGIN.name });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

it('closes the promo after signing in, in another tab too', async () => {
  renderSite('/terms');
  await screen.findByRole('heading', { name: t('legal.terms.heading') });
  act(() => ui.openPromo());
  await screen.findByRole('dialog', { name: PROMO.name });
  act(() => beUser());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(ui.useUiState.getState().showPromo).toBe(false);
});

describe('the channel', () => {
  it('opens in a tab of its own', async () => {
    const user = userEvent.setup();
    renderSite('/terms');
    await user.click(await screen.findByRole('button', { name: t('telegram.button') }));
    const dialog = within(await screen.findByRole('dialog', { name: TELEGRAM.name }));
    expect(ui.useUiState.getState().showTelegram).toBe(true);
    const link = dialog.getByRole('link', { name: t('telegram.join') });
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([CHANNEL, '_blank', 'noopener noreferrer']);
    await user.click(dialog.getByRole('button', { name: t('telegram.later') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is absent without a channel', async () => {
    server.on('GET /api/meta', { json: makeMeta({ demo: true }) });
    renderSite('/terms');
    await screen.findByText(t('shell.demo'));
    expect(screen.queryByRole('button', { name: t('telegram.button') })).toBeNull();
  });
});

it.each(['before', 'after'])('keeps a toast that came %s a dialog dismissible above it, and the dialog open', async (when) => {
  const user = userEvent.setup();
  renderSite('/terms');
  await screen.findByRole('heading', { name: t('legal.terms.heading') });
  const steps = [() => toast('error', 'Broken', { timeout: 60_000 }), () => ui.openLogin()];
  for (const step of when === 'before' ? steps : steps.reverse()) {
    act(step);
    await waitFor(() => expect(screen.queryByText('Broken') ?? dialogNamed(LOGIN.name)).toBeTruthy());
  }
  await screen.findByText('Broken');
  await screen.findByRole('dialog', { name: LOGIN.name });
  // userEvent does not click elements without pointer events: a dialog disables them on the whole page.
  await user.click(screen.getByRole('button', { name: t('shell.dismiss'), hidden: true }));
  await waitFor(() => expect(screen.queryByText('Broken')).toBeNull());
  expect(screen.getByRole('dialog', { name: LOGIN.name })).toBeTruthy();
});
