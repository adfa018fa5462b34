import { expect, it } from 'vitest';
import { slipAddress, slipStartIn } from './slip-address.ts';

const startIn = (search: string) => slipStartIn(new URLSearchParams(search));

it('leads to the market, pick and price that were tapped', () => {
  const { search } = new URL(slipAddress(7, 'draw', 3.4), 'https://example.com');
  expect(search).toBe('?market=1x2&pick=draw&odds=3.40');
  expect(startIn(search)).toEqual({ pick: 'draw', market: '1x2', odds: 3.4 });
  expect(startIn(slipAddress(7, 'home', null).split('?')[1]!)).toEqual({ pick: 'home', market: '1x2', odds: null });
});

it.each([
  'market=1x2&pick=home&odds=0.50',
  'market=1x2&pick=home&odds=1.00',
  'market=1x2&pick=home&odds=50.01',
  'market=1x2&pick=home&odds=999.00',
  'market=1x2&pick=home&odds=2.345',
  'market=1x2&pick=home&odds=1e1',
  'market=1x2&pick=home&odds=-2.00',
  'market=1x2&pick=home&odds=NaN',
  'market=1x2&pick=nobody&odds=2.00',
  'market=wdl&pick=home&odds=2.00',
  'pick=home&odds=2.00',
])('treats a price that cannot be as missing: %s', (search) => {
  expect(startIn(search).odds).toBeNull();
});

it('treats unknown picks and markets as missing', () => {
  expect(startIn('market=corners&pick=referee')).toEqual({ pick: null, market: null, odds: null });
  expect(startIn('')).toEqual({ pick: null, market: null, odds: null });
});
