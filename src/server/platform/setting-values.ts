import { z } from 'zod';

/** Values of settings, as the environment has them: texts. */

/** A whole number in a range, both ends included. */
export const wholeNumberFrom = (min: number, max: number) =>
  z
    .string()
    .trim()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max, `must be a whole number from ${min} to ${max}`)
    .transform(Number);

/** A whole number in a range; `usual` if the setting is absent. */
export const wholeNumber = (min: number, max: number, usual: number) => wholeNumberFrom(min, max).default(usual);

/** A URL with one of these schemes, such as "https:". */
export const urlOf = (...schemes: string[]) =>
  z
    .string()
    .trim()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    );
