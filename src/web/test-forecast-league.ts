import type { z } from 'zod';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getForecast, getForecastStanding, getForecastTable, listForecastGroups, listForecasts } from '#contract/forecast-league.ts';
import { makeBrief, makeLeague } from '#web/test-matches.ts';

/** What the server would answer of the forecast league, made for tests through the contract's own schemas. */
type Part<S extends z.ZodType> = Partial<z.input<S>>;

export const makeForecast = (rest: Part<typeof getForecast.reply> = {}) =>
  getForecast.reply.parse({
    match: makeBrief(),
    league: makeLeague(),
    state: 'open',
    mine: null,
    others: { model: { home: 0.5, draw: 0.3, away: 0.2 }, market: null, crowd: null },
    scored: null,
    ...rest,
  });

export const makeMine = (home: number, draw: number, away: number) => ({ home, draw, away, made_at: '2026-11-20T12:00:00.000Z' });

export const makeForecasts = (items: ReturnType<typeof makeForecast>[], rest: Part<typeof listForecasts.reply> = {}) =>
  listForecasts.reply.parse({ items, page: 1, page_size: 20, total: items.length, ...rest });

export const makeStanding = (rest: Part<typeof getForecastStanding.reply> = {}) =>
  getForecastStanding.reply.parse({ forecasts: 0, mean: null, beside: [], calibration: [], rank: null, ranked: 0, ...rest });

export const makeTable = (items: ReplyOf<typeof getForecastTable>['items'], rest: Part<typeof getForecastTable.reply> = {}) =>
  getForecastTable.reply.parse({ items, page: 1, page_size: 20, total: items.length, ...rest });

let lastId = 0;
export const makeGroup = (rest: Partial<ReplyOf<typeof listForecastGroups>['items'][number]> = {}) =>
  listForecastGroups.reply.shape.items.element.parse({
    id: `01890a5d-ac96-774b-bcce-${String(++lastId).padStart(12, '0')}`,
    name: 'Sunday friends',
    code: 'ABCD2345',
    members: 2,
    is_owner: false,
    ...rest,
  });
