import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withEmptySpreads } from './vite.shapes.ts';

setFlagsFromString('--allow-natives-syntax');
const shareShape = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;

type Make = (row: object) => object;
const made = (code: string) => runInThisContext(withEmptySpreads('made.js', code)) as Make;
const row = () => JSON.parse('{"id":7,"name":"Vojvodina","score":null}') as object;

it.each([
  ['one', 'row => ({ ...row, more: 1 })', { id: 7, name: 'Vojvodina', score: null, more: 1 }],
  ['several', 'row => ({ ...row, id: 8, more: 1, most: 2 })', { id: 8, name: 'Vojvodina', score: null, more: 1, most: 2 }],
  [
    'letters of other scripts before them',
    'row => ["Đội 💥 足球", { ...row, more: 1 }][1]',
    { id: 7, name: 'Vojvodina', score: null, more: 1 },
  ],
  ['of another spread', 'row => ({ ...row, ...{ more: 1 } })', { id: 7, name: 'Vojvodina', score: null, more: 1 }],
  ['another spread between', 'row => ({ ...row, ...{ name: "" }, more: 1 })', { id: 7, name: '', score: null, more: 1 }],
  [
    'one within',
    'row => ({ ...row, more: { ...row, id: 9, less: 0 } })',
    expect.objectContaining({ more: expect.objectContaining({ less: 0 }) }),
  ],
])('gives objects that begin with a spread and have keys after it a shared shape: %s', (_, code, value) => {
  const make = made(code);
  const objects = Array.from({ length: 100 }, () => make(row()));
  expect(objects.at(-1)).toEqual(value);
  expect(shareShape(objects.at(-2)!, objects.at(-1)!)).toBe(true);
});

it('leaves all other code unchanged', () => {
  const code = 'f({ ...row }); f({ id: 1, ...row }); f(...rows, { id: 1 }); const { id, ...rest } = row; f([...rows, row]);';
  expect(withEmptySpreads('made.js', code)).toBe(code);
});
