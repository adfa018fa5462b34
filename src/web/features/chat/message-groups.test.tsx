import { expect, it } from 'vitest';
import { makeMessage } from '#test/web/fixtures/chat.ts';
import { makeEvent } from '#test/web/fixtures/matches.ts';
import { isContinued } from './message-list.tsx';

const at = (time: string, rest: Parameters<typeof makeMessage>[1] = {}) => makeMessage('Hello', { at: `2026-11-22T${time}Z`, ...rest });
const zhao = { handle: 'zhao', name: 'Zhao' };
const answer = { id: '1', handle: 'zhao', text: 'What?' };

it.each([
  [true, at('18:04:59.000'), at('18:04:01.000')],
  [false, at('18:05:00.000'), at('18:04:59.000')],
  [false, at('18:04:02.000', { author: zhao }), at('18:04:01.000')],
  [false, at('18:04:02.000', { author: null }), at('18:04:01.000', { author: null })],
  [false, at('18:04:02.000', { reply_to: answer }), at('18:04:01.000')],
  [false, at('18:04:02.000'), at('18:04:01.000', { kind: 'system', author: null, event: makeEvent() })],
  [false, at('18:04:02.000'), undefined],
])('continues the message above: %s', (expected, message, above) => {
  expect(isContinued(message, above)).toBe(expected);
});
