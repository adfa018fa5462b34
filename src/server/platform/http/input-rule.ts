import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * Returns the rule that an input breaks, in English, for the programmer of a client: it goes on after the name of the field, as in "must be
 * at most 200". A schema may bring its own sentence, which begins with "must".
 */
export function ruleOf(issue: Issue): string {
  if (issue.message.startsWith('must ')) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => `\`${String(value)}\``).join(', ')}`;
    case 'too_small':
      return `must ${boundOf('least', issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must ${boundOf('most', issue.origin, issue.maximum)}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has a wrong format';
    case 'unrecognized_keys':
      return 'is not a field of this request';
    default:
      return 'is not valid';
  }
}

const KINDS: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

const FORMATS: Record<string, string> = {
  date: 'must be a day that exists, written as `2026-11-20`',
  datetime: 'must be a time in UTC, written as `2026-11-20T15:00:00Z`',
  uuid: 'must be a UUID',
};

function boundOf(word: 'least' | 'most', origin: string, bound: number | bigint): string {
  const counted = { string: 'character', array: 'item' }[origin];
  if (counted) return `have at ${word} ${bound} ${counted}${Number(bound) === 1 ? '' : 's'}`;
  return `be at ${word} ${bound}`;
}
