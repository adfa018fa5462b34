import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeHelpLine, makeHelpLines } from '#test/web/fixtures/legal.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t, tVi } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { HelpHint, HelpLines } from './help-lines.tsx';

const LINES = 'GET /api/help-lines';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  await chooseLocale('en');
});

const region = (name: string) => within(screen.getByText(name).closest('section') as HTMLElement);

describe('services that help', () => {
  it('are those of the reader’s country, as the server knows it, and those for anywhere', async () => {
    renderPart(<HelpLines />);
    await screen.findByText('GamCare');
    expect(server.heard.at(-1)?.query).toEqual({});
    const here = region(t('help_lines.in_country', { country: 'United Kingdom' }));
    expect(here.getByText('GamCare')).toBeTruthy();
    expect(here.getByText(/^24 hours a day · Languages: English · Checked 25 Nov 2026$/)).toBeTruthy();
    expect(region(t('help_lines.international')).getByText('Gambling Therapy')).toBeTruthy();
  });

  it('can be called and opened', async () => {
    renderPart(<HelpLines />);
    const call = await screen.findByRole('link', { name: `${t('help_lines.call', { name: 'GamCare' })}: 0808 8020 133` });
    expect(call.getAttribute('href')).toBe('tel:08088020133');
    expect(screen.getByRole('link', { name: t('help_lines.website', { name: 'GamCare' }) }).getAttribute('href')).toBe(
      'https://help.example/',
    );
  });

  it('are shown for another country on request', async () => {
    server.on(LINES, ({ query }) => ({
      json: query.country === 'VN' ? makeHelpLines({ country: 'VN', lines: [makeHelpLine('Ngày Mai')] }) : makeHelpLines(),
    }));
    renderPart(<HelpLines />);
    await userEvent.setup().selectOptions(await screen.findByRole('combobox', { name: t('help_lines.country') }), 'VN');
    expect(await screen.findByText('Ngày Mai')).toBeTruthy();
    expect(screen.queryByText('GamCare')).toBeNull();
  });

  it('are those for anywhere, if we know of none in the country, or not which it is', async () => {
    server.on(LINES, { json: makeHelpLines({ country: 'IS', lines: [] }) });
    const { unmount } = renderPart(<HelpLines />);
    expect(await screen.findByText(t('help_lines.none', { country: 'Iceland' }))).toBeTruthy();
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'IS');
    unmount();
    queryClient.clear();
    server.on(LINES, { json: makeHelpLines({ country: null, lines: [] }) });
    renderPart(<HelpLines />);
    expect(await screen.findByRole('option', { name: t('help_lines.choose') })).toBeTruthy();
    expect(screen.getByText('Gambling Therapy')).toBeTruthy();
  });

  it('are named in the reader’s language, in its alphabetical order', async () => {
    await chooseLocale('vi');
    server.on(LINES, { json: makeHelpLines({ countries: ['VN', 'GB', 'DE'] }) });
    renderPart(<HelpLines />);
    await screen.findByText('GamCare');
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(names).toEqual(['Đức', 'Việt Nam', 'Vương quốc Anh']);
    expect(screen.getByText(tVi('help_lines.heading'))).toBeTruthy();
  });

  it('say that they could not be loaded, and are tried again', async () => {
    server.on(LINES, { status: 500, json: { code: 'internal', detail: 'Something went wrong.', status: 500 } });
    renderPart(<HelpLines />);
    const retry = await screen.findByRole('button', { name: t('common.retry') });
    server.on(LINES, { json: makeHelpLines() });
    await userEvent.setup().click(retry);
    expect(await screen.findByText('GamCare')).toBeTruthy();
  });
});

describe('the hint in a dialog', () => {
  it('names the first service of the country, or one for anywhere', async () => {
    const { unmount } = renderPart(<HelpHint />);
    expect(await screen.findByText('GamCare')).toBeTruthy();
    unmount();
    queryClient.clear();
    server.on(LINES, { json: makeHelpLines({ country: null, lines: [] }) });
    renderPart(<HelpHint />);
    expect(await screen.findByText('Gambling Therapy')).toBeTruthy();
  });

  it('is missing while there is nothing to name', async () => {
    server.on(LINES, { status: 500, json: {} });
    const { container } = renderPart(<HelpHint />);
    await server.settle();
    expect(container.textContent).toBe('');
  });
});
