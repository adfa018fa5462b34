import { expect, it } from 'vitest';
import { weekStart } from './calendar-panel.tsx';

it.each([
  ['en', [], 0],
  ['en', ['en'], 0],
  ['en', ['en-US'], 0],
  ['en', ['fr-FR', 'en-GB'], 1],
  ['vi', ['en-US'], 1],
  ['zh-CN', ['zh-CN'], 1],
  ['en', ['en-'], 0],
] as const)('in %s with %j weeks begin on day %i', (locale, languages, day) => {
  expect(weekStart(locale, languages)).toBe(day);
});
