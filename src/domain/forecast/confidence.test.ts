import { expect, it } from 'vitest';
import { confidenceOf } from './confidence.ts';

it.each([
  [[0.6, 0.3, 0.1], 'high'],
  [[0.3, 0.599, 0.101], 'medium'],
  [[0.25, 0.25, 0.5], 'medium'],
  [[0.4, 0.3, 0.3], 'cautious'],
  [[0.399, 0.301, 0.3], 'low'],
  [[0.7, 0.3], 'high'],
  [[0.31, 0.69], 'medium'],
  [[0.6, 0.4], 'medium'],
  [[0.55, 0.45], 'cautious'],
  [[0.549, 0.451], 'low'],
] as const)('%j is %s', (probabilities, tag) => expect(confidenceOf(probabilities, 10)).toBe(tag));

it('is one level lower with fewer than ten past matches, but not below low', () => {
  expect(confidenceOf([0.6, 0.3, 0.1], 9)).toBe('medium');
  expect(confidenceOf([0.34, 0.33, 0.33], 0)).toBe('low');
});
