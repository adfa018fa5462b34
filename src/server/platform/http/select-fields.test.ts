import { expect, it } from 'vitest';
import { selectFields } from './select-fields.ts';

const MATCH = { id: 1, status: 'ns', home: { id: 2, name: 'A' }, away: { id: 3, name: 'B' }, events: [{ minute: 1, type: 'goal' }] };

it('keeps the fields that were asked for, in their order, and whole objects by their name', () => {
  expect(selectFields(MATCH, ['status', 'id'])).toEqual({ status: 'ns', id: 1 });
  expect(selectFields(MATCH, ['home'])).toEqual({ home: MATCH.home });
});

it('leads into objects, and into each element of an array', () => {
  expect(selectFields(MATCH, ['home.name', 'away.id', 'events.type'])).toEqual({
    home: { name: 'A' },
    away: { id: 3 },
    events: [{ type: 'goal' }],
  });
});

it.each([[['home', 'home.name']], [['home.name', 'home']]])('%j is the whole object', (fields) => {
  expect(selectFields(MATCH, fields)).toEqual({ home: MATCH.home });
});

it('selects the fields of the items of a list, and keeps what is beside them', () => {
  expect(selectFields({ data: [MATCH, MATCH], next_cursor: 'x' }, ['id'])).toEqual({ data: [{ id: 1 }, { id: 1 }], next_cursor: 'x' });
});

it('leaves out fields that do not exist, also those of every object', () => {
  expect(selectFields(MATCH, ['nothing', 'home.nothing', 'constructor', '__proto__', 'toString.name', ''])).toEqual({ home: {} });
});

it('a field within a value that has none is the value', () => {
  expect(selectFields(MATCH, ['status.length'])).toEqual({ status: 'ns' });
  expect(selectFields({ home: null }, ['home.name'])).toEqual({ home: null });
});
