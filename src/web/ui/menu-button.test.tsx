import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { useToasts } from '#web/data/toasts.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { Menu, MenuItem } from './menu.tsx';
import { MenuButton, menuPart } from './menu-button.tsx';

const Sizes = ({ trigger }: { trigger: ReactElement }) => (
  <Menu trigger={trigger}>
    <MenuItem>Large</MenuItem>
  </Menu>
);

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  // React reports errors that a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await showLocale('en');
});
afterEach(() => vi.restoreAllMocks());

it('opens its menu with the first press, which fetches it', async () => {
  renderPart(<MenuButton Menu={menuPart(async () => Sizes)}>Size</MenuButton>);
  const button = screen.getByRole('button', { name: 'Size' });
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual(['menu', 'false']);
  await userEvent.click(button);
  await screen.findByRole('menuitem', { name: 'Large' });
});

it('says so if the menu cannot be loaded, keeps the button, and tries again with the next press', async () => {
  const fetchMenu = vi.fn(async () => Sizes).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Sized = menuPart(fetchMenu);
  renderPart(<MenuButton Menu={Sized}>Size</MenuButton>);
  await userEvent.click(screen.getByRole('button', { name: 'Size' }));
  await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([t('errors.request_failed')]));
  await userEvent.click(screen.getByRole('button', { name: 'Size' }));
  await screen.findByRole('menuitem', { name: 'Large' });
});
