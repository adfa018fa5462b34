import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { LEGAL_NUMBERS } from '#contract/legal.ts';
import { beGuest } from '#test/web/fixtures/accounts.ts';
import { makeLegalFacts, NO_OPERATOR, NUMBERS } from '#test/web/fixtures/legal.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const META = 'GET /api/meta';
const TERMS = 'GET /api/legal/terms';
const FACTS = 'GET /api/legal';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  beGuest();
  await chooseLocale('en');
});

const article = () => document.querySelector('article')!;
const shown = async (path: string) => {
  renderSite(path);
  await waitFor(() => expect(document.querySelectorAll('article h2').length).toBeGreaterThan(2));
  return article().textContent ?? '';
};

describe('the built-in texts', () => {
  it('are shown if the operator has none, without a request for one', async () => {
    server.on(META, { json: makeMeta({ own_texts: ['privacy'] }) });
    await shown('/terms');
    expect(screen.getByRole('heading', { level: 2, name: t('legal.terms.sections.care.title') })).toBeTruthy();
    expect(server.heard.some(({ path }) => path.startsWith('/api/legal/'))).toBe(false);
  });

  it.each(['en', 'zh-CN', 'vi'] as const)('state every number as the server does, and no message by its name, in %s', async (locale) => {
    await chooseLocale(locale);
    const facts = makeLegalFacts();
    const rest = { stake_blocked: ['FR'], redeem_blocked: ['SG'], services: { mail: true, sms: true, telegram: true, google: true } };
    server.on(FACTS, { json: { ...facts, ...rest } });
    const texts: string[] = [];
    for (const path of ['/terms', '/privacy', '/responsible-play']) {
      texts.push(await shown(path));
      document.body.replaceChildren();
    }
    const text = texts.join(' ');
    const missing = LEGAL_NUMBERS.filter((name) => !text.includes(new Intl.NumberFormat(locale).format(NUMBERS[name])));
    expect(missing).toEqual([]);
    expect(text).not.toMatch(/legal\.|\{|<\w/);
    expect(text).toContain(new Intl.DisplayNames(locale, { type: 'region' }).of('FR'));
  });

  it('leave out what the settings turn off', async () => {
    const numbers = { ...NUMBERS, pool_fee_percent: 0, pool_participants_min: 1, redeem_won_hours_min: 0 };
    server.on(FACTS, { json: makeLegalFacts({ numbers, play_through: false }) });
    const text = await shown('/terms');
    expect(text).toContain('We take no fee from the pool.');
    expect(text).toContain('There is no play-through');
    expect(text).not.toContain('With fewer than');
    expect(text).not.toContain('can’t be withdrawn yet');
    expect([...article().querySelectorAll('p')].filter(({ textContent }) => textContent === '')).toEqual([]);
  });

  it('say plainly that no operator is named, and that they are a template', async () => {
    expect(await shown('/privacy')).toContain(`${t('legal.operator.missing')} ${t('legal.template')}`);
  });

  it('name the operator, whose words are text and never markup', async () => {
    const operator = {
      ...NO_OPERATOR,
      name: '<img src=x onerror=alert(1)> Ltd',
      address: '1 Main Street, Leeds',
      email: 'legal@example.com',
      law: 'England and Wales',
      services: 'Example Hosting (Iceland)',
    };
    server.on(FACTS, { json: makeLegalFacts({ operator }) });
    const text = await shown('/privacy');
    for (const words of [operator.name, operator.address, operator.law, operator.services]) expect(text).toContain(words);
    expect(text).not.toContain(t('legal.operator.missing'));
    expect(article().querySelector('img')).toBeNull();
    expect(screen.getByRole('link', { name: operator.email }).getAttribute('href')).toBe('mailto:legal@example.com');
  });

  it('have a list of contents that leads to every section', async () => {
    await shown('/terms');
    const contents = within(screen.getByRole('navigation', { name: t('legal.contents') }));
    const targets = contents.getAllByRole('link').map((link) => link.getAttribute('href')?.slice(1) ?? '');
    expect(targets.length).toBe(article().querySelectorAll('section[aria-labelledby]').length);
    expect(targets.filter((id) => document.getElementById(id) === null)).toEqual([]);
  });

  it('can be loaded again after a failure', async () => {
    server.on(FACTS, { status: 500, json: { code: 'internal', detail: 'Something went wrong.', status: 500 } });
    const user = userEvent.setup();
    renderSite('/terms');
    const retry = await screen.findByRole('button', { name: t('common.retry') });
    server.on(FACTS, { json: makeLegalFacts() });
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: t('legal.terms.sections.points.title') })).toBeTruthy();
  });
});

describe('the page on responsible play', () => {
  it('lists services that help, also below the operator’s own text', async () => {
    server.on(META, { json: makeMeta({ own_texts: ['responsible-play'] }) });
    server.on('GET /api/legal/responsible-play', { json: { markdown: '## Our promise' } });
    renderSite('/responsible-play');
    expect(await screen.findByRole('heading', { name: 'Our promise' })).toBeTruthy();
    expect(await screen.findByText('GamCare')).toBeTruthy();
  });

  it('is linked from every page', async () => {
    renderSite('/terms');
    const footer = within(await screen.findByRole('contentinfo'));
    expect(footer.getByRole('link', { name: t('titles.responsible_play') }).getAttribute('href')).toBe('/responsible-play');
  });
});

describe('the operator’s text', () => {
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
    expect(article().textContent).toContain('onerror');
  });

  it('can be loaded again after a failure', async () => {
    server.on(META, { json: makeMeta({ own_texts: ['terms'] }) });
    server.on(TERMS, { status: 500, json: { code: 'internal', detail: 'Something went wrong.', status: 500 } });
    const user = userEvent.setup();
    renderSite('/terms');
    const retry = await screen.findByRole('button', { name: t('common.retry') });
    server.on(TERMS, { json: { markdown: '## Fair play' } });
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: 'Fair play' })).toBeTruthy();
  });
});
