import fc from 'fast-check';

const FAMILY = '👨‍👩‍👧‍👦';
const ENGLAND = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';

/** Generates texts of difficult characters: any code unit, marks, joiners, breaks, blanks, tags, markup. */
export const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        '\n',
        '\r\n',
        ' ',
        '\u200d',
        '\u0301',
        '\u202e',
        '\u3164',
        '\ufe0f',
        '\u1100',
        '\u0600',
        '\u{e0067}',
        ENGLAND,
        FAMILY,
        '<b>',
        '@ana',
      ),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));
