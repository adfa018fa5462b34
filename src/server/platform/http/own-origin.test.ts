import { expect, it } from 'vitest';
import { isOwnOrigin } from './request-context.ts';

it.each([
  ['the host that was asked', 'http://localhost:3000', 'localhost:3000', undefined, true],
  ['the same over https', 'https://matchpoint.example', 'matchpoint.example', undefined, true],
  ['the public address', 'https://matchpoint.example', '10.0.0.7:3000', 'https://matchpoint.example/', true],
  ['another host', 'https://evil.example', 'matchpoint.example', undefined, false],
  ['another port', 'http://localhost:3001', 'localhost:3000', undefined, false],
  ['the public address without its https', 'http://matchpoint.example', '10.0.0.7:3000', 'https://matchpoint.example', false],
  ['no page at all', 'null', 'localhost', undefined, false],
  ['nonsense', 'localhost', 'localhost', undefined, false],
  ['a script', 'javascript://localhost', 'localhost', undefined, false],
  ['a file', 'file://localhost', 'localhost', undefined, false],
  ['nobody, where no host was named', 'http://localhost', null, undefined, false],
])('takes %s for what it is', (_, origin, host, publicUrl, isOwn) => {
  expect(isOwnOrigin(origin, host, publicUrl)).toBe(isOwn);
});
