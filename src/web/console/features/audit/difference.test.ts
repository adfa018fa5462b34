import { expect, it } from 'vitest';
import { differenceOf } from './entry-dialog.tsx';

it('lists the changed values by field, differences first', () => {
  expect(
    differenceOf({
      before: { email: 'a@example.com', status: 'normal', limits: { day: 1, month: 5 }, tags: ['a'] },
      after: { email: 'a@example.com', status: 'disabled', limits: { day: 2, month: 5 }, tags: ['a', 'b'], note: null },
    }),
  ).toEqual([
    { field: 'status', before: 'normal', after: 'disabled', isChanged: true },
    { field: 'limits.day', before: 1, after: 2, isChanged: true },
    { field: 'tags', before: ['a'], after: ['a', 'b'], isChanged: true },
    { field: 'note', before: undefined, after: null, isChanged: true },
    { field: 'email', before: 'a@example.com', after: 'a@example.com', isChanged: false },
    { field: 'limits.month', before: 5, after: 5, isChanged: false },
  ]);
});

it('is empty without logged values', () => {
  expect(differenceOf({ before: null, after: null })).toEqual([]);
});

it('marks added and removed values', () => {
  expect(differenceOf({ before: null, after: { id: 7 } })).toEqual([{ field: 'id', before: undefined, after: 7, isChanged: true }]);
  expect(differenceOf({ before: { id: 7 }, after: null })).toEqual([{ field: 'id', before: 7, after: undefined, isChanged: true }]);
});
