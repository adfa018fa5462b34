import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OutcomeProbabilities } from '#contract/forecasts.ts';
import { beGuest, beUser } from '#test/web/fixtures/accounts.ts';
import { makeProjection } from '#test/web/fixtures/forecasts.ts';
import { makeDetail } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { DifferentFavourites, driversFor, favouriteOf } from './different-favourites.tsx';

const ADDRESS = 'GET /api/matches/7/projection';
const HOME = { home: 0.45, draw: 0.25, away: 0.3 };
const DRAW = { home: 0.3, draw: 0.4, away: 0.3 };
const AWAY = { home: 0.3, draw: 0.28, away: 0.42 };

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  beUser();
  await showLocale('en');
});

const show = (model: OutcomeProbabilities, market: OutcomeProbabilities) =>
  renderPart(<DifferentFavourites match={makeDetail({ id: 7 })} model={model} market={market} />);
const note = () => screen.queryByRole('note');
const who = t('forecast.differ.who', { model: 'Avalon Town', model_percent: '45%', market: 'Northgate', market_percent: '42%' });

it('is the likeliest outcome by the shown figures; none if two are level', () => {
  expect(favouriteOf(HOME)).toEqual({ outcome: 'home', percent: 45 });
  expect(favouriteOf({ home: 0.4, draw: 0.2, away: 0.4 })).toBeNull();
  expect(favouriteOf({ home: 0.401, draw: 0.2, away: 0.399 })).toBeNull();
});

it('says nothing if both have the same favourite, or one has none', () => {
  show(HOME, { home: 0.6, draw: 0.2, away: 0.2 });
  show(HOME, { home: 0.4, draw: 0.2, away: 0.4 });
  expect(note()).toBeNull();
  expect(server.calls()).toEqual([]);
});

describe('different favourites', () => {
  it('are named, with what lifts the model’s own most', async () => {
    server.on(ADDRESS, { json: makeProjection() });
    show(HOME, AWAY);
    const why = t('forecast.differ.drivers', { team: 'Avalon Town', drivers: t('forecast.differ.home') });
    await screen.findByText(why, { exact: false });
    expect(note()?.textContent).toBe(`${who} ${why}`);
  });

  it('are explained by the expected score if the model’s is a draw', async () => {
    server.on(ADDRESS, { json: makeProjection() });
    show(DRAW, HOME);
    await screen.findByText(t('forecast.differ.expected', { home: '1.75', away: '1.05' }), { exact: false });
    expect(note()?.textContent).toContain(t('forecast.differ.draw'));
  });

  it('are explained by the expected score without drivers', async () => {
    server.on(ADDRESS, { json: makeProjection({ drivers: null }) });
    show(HOME, AWAY);
    expect(await screen.findByText(t('forecast.differ.expected', { home: '1.75', away: '1.05' }), { exact: false })).toBeTruthy();
  });

  it('are named to guests without a request for the reasons', () => {
    beGuest();
    show(HOME, AWAY);
    expect(note()?.textContent?.trim()).toBe(who);
    expect(server.calls()).toEqual([]);
  });
});

it('names at most two drivers, the strongest first, and none that speaks for the other side', () => {
  const none = { level: 0.3, home: 0, attack: 0, opponent_defence: 0, form: 0, rest: 0, other: 0 };
  const { projection } = makeProjection({
    drivers: { home: { ...none, home: 0.1, attack: 0.3, form: 0.2, rest: -0.4 }, away: { ...none, other: 5 } },
  });
  expect(driversFor(projection!, 'home')).toEqual(['attack', 'form']);
  expect(driversFor(projection!, 'away')).toEqual(['rest']);
  expect(driversFor({ ...projection!, drivers: null }, 'home')).toEqual([]);
});
