import { expect, it } from 'vitest';
import { passwordFaults } from './password.ts';

it.each([
  ['Matchday9', []],
  ['Ñandú2026é', []],
  ['', ['password_min', 'password_lower', 'password_upper', 'password_digit']],
  ['Short1a', ['password_min']],
  ['alllower9', ['password_upper']],
  ['ALLUPPER9', ['password_lower']],
  ['NoDigitsHere', ['password_digit']],
  [`Aa1${'x'.repeat(125)}`, []],
  [`Aa1${'x'.repeat(126)}`, ['password_max']],
  ['Aa1😀😀😀😀', ['password_min']],
])('passwordFaults: %s', (password, faults) => expect(passwordFaults(password)).toEqual(faults));
