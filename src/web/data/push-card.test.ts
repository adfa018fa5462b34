import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pushPayload } from '#contract/notifications.ts';
import { unreadablePush as en, pushWords as enWords } from '#web/i18n/en/notifications.ts';
import { unreadablePush as vi, pushWords as viWords } from '#web/i18n/vi/notifications.ts';
import { unreadablePush as zhCN, pushWords as zhWords } from '#web/i18n/zh-CN/notifications.ts';
import { cardData, cardOf } from './push-events.ts';

const NOW = Date.parse('2026-11-22T18:00:00Z');
const GOAL = pushPayload.parse({
  kind: 'goal',
  title: 'Avalon Town 2–1 Northgate',
  body: 'Goal! Lindqvist 63′',
  lang: 'en',
  tag: 'match:12',
  url: '/match/12',
  renotify: true,
  silent: false,
  at: '2026-11-22T17:59:30.000Z',
  mute: 'device.12.proof',
});
const card = (payload: unknown, language = 'en-GB') =>
  cardOf(typeof payload === 'string' ? payload : JSON.stringify(payload), language, NOW);

it('is the pushed card, with our own icon and badge', () => {
  expect(card(GOAL)).toEqual({
    title: 'Avalon Town 2–1 Northgate',
    options: {
      body: 'Goal! Lindqvist 63′',
      lang: 'en',
      tag: 'match:12',
      renotify: true,
      silent: false,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      timestamp: Date.parse(GOAL.at),
      actions: [
        { action: 'open', title: enWords.open },
        { action: 'mute', title: enWords.mute },
      ],
      data: { url: '/match/12', at: Date.parse(GOAL.at), shownAt: NOW, mute: 'device.12.proof' },
    },
  });
});

it.each([
  ['zh-CN', zhWords],
  ['vi', viWords],
  ['fr', enWords],
])('has buttons in the language of its text: %s', (lang, words) => {
  expect(card({ ...GOAL, lang }).options.actions.map(({ title }) => title)).toEqual([words.open, words.mute]);
});

it('has no buttons if it is about no match', () => {
  expect(card({ ...GOAL, tag: 'bets', mute: null }).options.actions).toEqual([]);
  expect(card({ ...GOAL, mute: 5 }).options.actions).toEqual([]);
});

it('does not sound again if browsers would refuse it: without a tag, or silent', () => {
  expect(card({ ...GOAL, tag: '' }).options.renotify).toBe(false);
  expect(card({ ...GOAL, silent: true }).options).toMatchObject({ renotify: false, silent: true });
});

describe('an unreadable push', () => {
  it.each(['', '{', '[]', 'null', '7', '"goal"', '{"title":5}', '{"body":"without a title"}'])('is still a card: %s', (text) => {
    expect(card(text)).toMatchObject({
      title: 'Matchpoint',
      options: { body: en, lang: 'en', tag: 'unreadable', data: { url: '/matches', at: NOW, shownAt: NOW, mute: '' } },
    });
  });

  it.each([
    ['zh-TW', zhCN],
    ['vi-VN', vi],
    ['fr', en],
  ])('uses the browser’s language: %s', (language, body) => {
    expect(card('', language).options.body).toBe(body);
  });
});

it.each([
  '//evil.example/',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/%2f/evil.example',
  '',
  5,
  null,
  `/${'a'.repeat(3_000)}/..//x`,
])('leads only to a page of ours: %s', (url) => {
  const { pathname, origin } = new URL(card({ ...GOAL, url }).options.data.url, 'https://matchpoint.example');
  expect(origin).toBe('https://matchpoint.example');
  expect(pathname.startsWith('//')).toBe(false);
});

it('is limited in length, whatever the push', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(GOAL)), fc.jsonValue()), (payload) => {
      const { title, options } = card(payload);
      expect(title.length).toBeGreaterThan(0);
      expect(title.length).toBeLessThanOrEqual(200);
      expect(options.body.length).toBeLessThanOrEqual(600);
      expect(options.tag.length).toBeLessThanOrEqual(60);
      expect(Number.isFinite(options.timestamp)).toBe(true);
      expect(new URL(options.data.url, 'https://matchpoint.example').origin).toBe('https://matchpoint.example');
    }),
  );
});

it.each([[undefined], [null], ['/match/12'], [{ url: '//evil.example', at: 'now', shownAt: '1', mute: 5 }]])(
  'knows its address even if another version showed it: %j',
  (data) => {
    expect(cardData(data)).toEqual({ url: '/matches', at: 0, shownAt: 0, mute: '' });
  },
);
