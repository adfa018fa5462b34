import { expect, it } from 'vitest';
import { chatStatus } from './use-room.ts';

const open = { room: 'open', isOn: true, live: 'open', hasFailed: false } as const;

it.each([
  ['open', open],
  ['connecting', { ...open, room: undefined }],
  ['connecting', { ...open, live: 'connecting' }],
  ['error', { ...open, live: 'polling' }],
  ['error', { ...open, room: undefined, live: 'polling' }],
  ['error', { ...open, room: undefined, hasFailed: true }],
  ['idle', { ...open, room: 'idle' }],
  ['idle', { ...open, room: 'idle', live: 'polling' }],
  ['closed', { ...open, room: 'read_only' }],
  ['closed', { ...open, room: 'read_only', live: 'polling' }],
  ['closed', { ...open, isOn: false }],
] as const)('a chat is %s: %o', (status, facts) => {
  expect(chatStatus(facts)).toBe(status);
});
