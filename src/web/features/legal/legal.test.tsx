import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { beGuest } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const META = 'GET /api/meta';
const TERMS = 'GET /api/legal/terms';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  beGuest();
  await chooseLocale('en');
});

it('shows the built-in text if the operator has none, without a request', async () => {
  server.on(META, { json: makeMeta({ own_texts: ['privacy'] }) });
  renderSite('/terms');
  expect(await screen.findByRole('heading', { name: 'Playing with care' })).toBeTruthy();
  expect(server.heard.some(({ path }) => path.startsWith('/api/legal/'))).toBe(false);
});

it('shows what the operator wrote: headings below the page’s own, lists and links, and HTML as text', async () => {
  server.on(META, { json: makeMeta({ own_texts: ['terms'] }) });
  const markdown = [
    '# Who we are',
    'A company of **Hanoi**. [Write to us](mailto:help@example.com), or [do not](javascript:alert(1)).',
    '- one',
    '- two',
    '',
    '<img src=x onerror="alert(1)"> <script>alert(2)</script>',
  ].join('\n');
  server.on(TERMS, { json: { markdown } });
  renderSite('/terms');
  expect(await screen.findByRole('heading', { level: 2, name: 'Who we are' })).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['one', 'two']);
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('mailto:help@example.com');
  expect(document.querySelector('article img, article script, article [href^="javascript"]')).toBeNull();
  expect(document.querySelector('article')?.textContent).toContain('onerror');
});

it('says that a text could not be loaded, and retries', async () => {
  server.on(META, { json: makeMeta({ own_texts: ['terms'] }) });
  server.on(TERMS, { status: 500, json: { code: 'internal', detail: 'Something went wrong.', status: 500 } });
  const user = userEvent.setup();
  renderSite('/terms');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.on(TERMS, { json: { markdown: '## Fair play' } });
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'Fair play' })).toBeTruthy();
});
