import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookmakerStanding, marketSpeakers } from './market-speakers.ts';

const fresh: BookmakerStanding = { isSuspended: false, isOutdated: false, isInPlay: true };
const old: BookmakerStanding = { ...fresh, isOutdated: true };
const shut: BookmakerStanding = { ...fresh, isSuspended: true };
const closedAtKickoff: BookmakerStanding = { isSuspended: true, isOutdated: false, isInPlay: false };
const ask = (...books: BookmakerStanding[]) => marketSpeakers(books, (book) => book);

describe('the bookmakers that count for a market', () => {
  it('are those that accept bets', () => {
    expect(ask(fresh, shut, fresh)).toEqual({ speakers: [fresh, fresh], isSuspended: false });
  });

  it('exclude prices from before a goal while enough newer ones exist', () => {
    expect(ask(old, fresh, old, fresh)).toEqual({ speakers: [fresh, fresh], isSuspended: false });
  });

  it('are all with their last prices if most have withdrawn theirs: the market is suspended', () => {
    expect(ask(shut, shut, shut, old, old)).toEqual({ speakers: [shut, shut, shut, old, old], isSuspended: true });
    expect(ask(shut, shut, shut, old, fresh)).toEqual({ speakers: [shut, shut, shut, old, fresh], isSuspended: true });
  });

  it('are only one if one alone prices the match in play, however many did before it', () => {
    expect(ask(fresh)).toEqual({ speakers: [fresh], isSuspended: false });
    expect(ask(closedAtKickoff, closedAtKickoff, closedAtKickoff, fresh)).toEqual({ speakers: [fresh], isSuspended: false });
  });

  it.each([
    [6, 1, true],
    [6, 2, false],
    [9, 2, true],
    [9, 3, false],
  ])('of %i who price it in play, %i are too few: %s', (total, speaking, isSuspended) => {
    const books = Array.from({ length: total }, (_, i) => (i < speaking ? fresh : shut));
    expect(ask(...books).isSuspended).toBe(isSuspended);
  });

  it('never mix prices from before and after an event while the market is open', () => {
    const book = fc.record({ isSuspended: fc.boolean(), isOutdated: fc.boolean(), isInPlay: fc.boolean() });
    fc.assert(
      fc.property(fc.array(book, { minLength: 1, maxLength: 12 }), (books) => {
        const { speakers, isSuspended } = ask(...books);
        if (isSuspended) expect(speakers).toEqual(books);
        else expect(speakers).toEqual(books.filter((one) => !one.isSuspended && !one.isOutdated));
        expect(speakers.length).toBeGreaterThan(0);
      }),
    );
  });
});
