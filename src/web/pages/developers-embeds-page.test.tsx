import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { listOpenTippingGroups } from '#contract/tipping-groups.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { EMBED_KINDS } from '#domain/matches/embed.ts';
import { beGuest } from '#test/web/fixtures/accounts.ts';
import { makeDay, makeLeague, makeMatch, makeTeam } from '#test/web/fixtures/matches.ts';
import { GROUP_ID, makeTippingGroup } from '#test/web/fixtures/tipping.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { setSpoilerMode } from '#web/data/set-spoiler-mode.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LONG = 'Queensferry Albion and Southern Docks "Reserves" <b>';
const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  beGuest();
  localStorage.setItem('promo_shown_at', String(Date.now()));
  const match = makeMatch({ id: 7, home: makeTeam('Avalon Town'), away: makeTeam(LONG) });
  server.on('GET /api/matches', { json: makeDay([match]) });
  await chooseLocale('en');
});

const code = () => (screen.getByRole('textbox', { name: t('embeds.code') }) as HTMLTextAreaElement).value;
const frame = () => document.querySelector('iframe')!;
const show = async () => {
  renderSite('/developers/embeds');
  return screen.findByRole('button', { name: /Avalon Town/ });
};
function choose(label: string, value: string): void {
  const field = screen.getByLabelText(label);
  fireEvent[field instanceof HTMLSelectElement ? 'change' : 'input'](field, { target: { value } });
}

it('shows what was chosen in the frame that other sites get, and its code', async () => {
  const option = await show();
  expect(frame()).toBeNull();
  expect(screen.getByText(t('embeds.preview_empty'))).toBeTruthy();
  await userEvent.click(option);
  expect(option.getAttribute('aria-pressed')).toBe('true');
  expect(frame().getAttribute('src')).toBe('/embed/match/7');
  expect(frame().getAttribute('sandbox')).not.toContain('same-origin');
  expect(code()).toContain('<div data-matchpoint="match" data-id="7" data-width="480">');
  expect(code()).toContain('&quot;Reserves&quot; &lt;b&gt;</a></div>');

  choose(t('embeds.theme'), 'dark');
  choose(t('embeds.language'), 'zh-CN');
  await userEvent.click(screen.getByRole('switch', { name: t('embeds.hide_score') }));
  choose(t('embeds.kind'), 'probability');
  expect(frame().getAttribute('src')).toBe('/embed/probability/7?theme=dark&lang=zh-CN&hide=score');
  await userEvent.click(screen.getByRole('radio', { name: t('embeds.frame') }));
  expect(code()).toMatch(/^<iframe src="http.*\/embed\/probability\/7\?theme=dark&amp;lang=zh-CN&amp;hide=score"/);
});

it('copies the code', async () => {
  const user = userEvent.setup();
  await user.click(await show());
  await user.click(screen.getByRole('button', { name: t('embeds.copy') }));
  expect(await navigator.clipboard.readText()).toBe(code());
});

it('believes a height from its own frame alone', async () => {
  await userEvent.click(await show());
  const tell = (source: Window | null) =>
    window.dispatchEvent(new MessageEvent('message', { source, data: { type: 'matchpoint:height', height: 222 } }));
  tell(window);
  expect(frame().height).toBe('180');
  tell(frame().contentWindow);
  await waitFor(() => expect(frame().height).toBe('222'));
});

it('says which widths are possible, and keeps the last one that was', async () => {
  await userEvent.click(await show());
  for (const wrong of ['', '100', '99999', '40x', '-1', '1e3']) {
    choose(t('embeds.width'), wrong);
    expect(screen.getByText(t('embeds.width_error', { min: 240, max: 1200 }))).toBeTruthy();
    expect(code()).toContain('data-width="480"');
  }
  choose(t('embeds.width'), '320');
  expect(code()).toContain('data-width="320"');
});

it('takes the link of a page of this site, and of no other', async () => {
  server.on('GET /api/leagues/3', { json: { ...makeLeague({ id: 3, name: 'Primera' }), season: '2026/27' } });
  await show();
  choose(t('embeds.kind'), 'table');
  const paste = (link: string) => choose(t('embeds.search.table'), link);
  paste('https://evil.example/leagues/3/standings');
  paste(`${window.location.origin}/match/7`);
  expect(frame()).toBeNull();
  paste(`${window.location.origin}/leagues/3/standings?season=2025/26`);
  await waitFor(() => expect(frame().getAttribute('src')).toBe('/embed/table/3?season=2025%2F26'));
  expect(frame().title).toBe('Primera');
});

it('offers groups that are open to everybody', async () => {
  const groups = [makeTippingGroup({ name: LONG, visibility: 'listed' })];
  server.on('GET /api/tipping/open-groups', {
    json: listOpenTippingGroups.reply.parse({ items: groups, page: 1, page_size: 8, total: 1 }),
  });
  await show();
  choose(t('embeds.kind'), 'group');
  await userEvent.click(await screen.findByRole('button', { name: LONG }));
  expect(frame().getAttribute('src')).toBe(`/embed/group/${GROUP_ID}`);
  expect(screen.queryByRole('switch', { name: t('embeds.hide_score') })).toBeNull();
});

it('shows no score by itself to a reader behind the spoiler shield', async () => {
  setSpoilerMode({ revealed: [] });
  try {
    await userEvent.click(await show());
    expect(frame().getAttribute('src')).toBe('/embed/match/7?hide=score');
    expect(code()).not.toContain('data-hide');
  } finally {
    setSpoilerMode(null);
  }
});

it('says that nothing was found, and that a search failed', async () => {
  server.on('GET /api/search', { json: { items: [] } });
  await show();
  choose(t('embeds.search.match'), 'nobody');
  expect(await screen.findByText(t('embeds.nothing'))).toBeTruthy();
  server.on('GET /api/search', { status: 503, json: {} });
  choose(t('embeds.search.match'), 'somebody');
  expect(await screen.findByText(t('embeds.failed'))).toBeTruthy();
});

const WORDS = { en: t, 'zh-CN': tZh, vi: tVi };

it.each(LOCALES)('speaks %s', async (locale) => {
  await chooseLocale(locale);
  renderSite('/developers/embeds');
  const words = WORDS[locale];
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.textContent).toBe(words('embeds.heading'));
  const options = within(screen.getByLabelText(words('embeds.kind'))).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(EMBED_KINDS.map((kind) => words(`embeds.kinds.${kind}`)));
});
