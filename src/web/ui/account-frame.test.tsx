import { act, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { t } from '#test/web/words.ts';
import { Providers } from '#web/app/providers.tsx';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { AccountFrame } from './account-frame.tsx';

const LINK_WIDTH = 100;
const BAR_WIDTH = 300;

/** The widths on a phone, which jsdom lacks: five links side by side in a bar that shows three. */
let linkWidth = LINK_WIDTH;
beforeEach(async () => {
  linkWidth = LINK_WIDTH;
  await chooseLocale('en');
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => linkWidth);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return (
      linkWidth *
      within(this.closest('ul') as HTMLElement)
        .getAllByRole('link')
        .indexOf(this)
    );
  });
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(BAR_WIDTH);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(() => 5 * linkWidth);
});
afterEach(() => vi.restoreAllMocks());

function open(path: string) {
  render(
    <Providers>
      <MemoryRouter initialEntries={[path]}>
        <AccountFrame>The page</AccountFrame>
      </MemoryRouter>
    </Providers>,
  );
  const bar = screen.getByRole('link', { current: 'page' }).closest('ul') as HTMLElement;
  const isInSight = () => {
    const { offsetLeft, offsetWidth } = screen.getByRole('link', { current: 'page' });
    const { scrollLeft, clientWidth } = bar;
    return offsetLeft >= scrollLeft && offsetLeft + offsetWidth <= scrollLeft + clientWidth;
  };
  return { bar, isInSight };
}

it.each(['/account', '/account?tab=redeem', '/account?tab=history', '/account?tab=invite', '/settings/profile', '/settings/security'])(
  'shows the tab of %s, wherever it is in the bar',
  (path) => {
    expect(open(path).isInSight()).toBe(true);
  },
);

it('stays at its beginning if the tab is visible there', () => {
  expect(open('/account?tab=redeem').bar.scrollLeft).toBe(0);
});

it('still shows it with longer words in another language', async () => {
  const { isInSight } = open('/settings/security');
  linkWidth = 2 * LINK_WIDTH;
  expect(isInSight()).toBe(false);
  await act(() => chooseLocale('vi'));
  expect(isInSight()).toBe(true);
});

it.each([
  ['/account', 'account.overview', []],
  ['/account?tab=redeem', 'account.points', ['account.history', 'account.redeem']],
  ['/account?tab=invite', 'account.invite', []],
  [
    '/settings/limits',
    'account.settings',
    ['account.profile', 'account.security', 'account.notifications', 'account.limits', 'account.developers'],
  ],
] as const)('shows four groups, and at %s the pages of the current one', (path, group, pages) => {
  open(path);
  const words = (keys: readonly Parameters<typeof t>[0][]) => keys.map((key) => t(key as 'account.overview'));
  const names = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names).toEqual([...words(['account.overview', 'account.points', 'account.invite', 'account.settings']), ...words(pages)]);
  const [top] = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') !== null);
  expect(top?.textContent).toBe(t(group));
});

it('shows the overview’s group at an address with an unknown tab', () => {
  render(
    <Providers>
      <MemoryRouter initialEntries={['/account?tab=nonsense']}>
        <AccountFrame>The page</AccountFrame>
      </MemoryRouter>
    </Providers>,
  );
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(t('account.overview'));
});
