import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageParts } from './message-parts.tsx';

const named = (text: string, mentions: string[]) =>
  messageParts(text, mentions).flatMap(({ text: part, handle }) => (handle === null ? [] : [[part, handle]]));

describe('the names in a message', () => {
  it.each([
    ['@ada look', ['ada'], [['@ada', 'ada']]],
    ['look, @Ada!', ['ada'], [['@Ada', 'ada']]],
    [
      '@ada @minh',
      ['minh', 'ada'],
      [
        ['@ada', 'ada'],
        ['@minh', 'minh'],
      ],
    ],
    ['好球@ada，@ada', ['ada'], [['@ada', 'ada']]],
    ['nobody@ada.com', ['ada'], []],
    ['@adam', ['ada'], []],
    ['@@ada', ['ada'], []],
    ['@eve', ['ada'], []],
  ])('are those in its mentions: %s', (text, mentions, expected) => {
    expect(named(text, mentions)).toEqual(expected);
  });

  it('leave the text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('@', 'a', 'd', ' ', '\n', 'é', '👍', '<') }), (text) => {
        expect(
          messageParts(text, ['ad', 'ada', 'dad'])
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
