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

/** Different URLs of servers with one of these schemes, separated by commas. */
export const urlsOf = (...schemes: string[]) =>
  z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine(
      (addresses) => addresses.every((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol) && new URL(text).host !== ''),
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}, or several of them separated by commas`,
    )
    .refine((addresses) => new Set(addresses).size === addresses.length, 'must name each server once');

/** Countries as two capital letters each, separated by commas. */
export const countries = z
  .string()
  .transform((text) => text.split(',').map((country) => country.trim().toUpperCase()))
  .refine((codes) => codes.every((code) => /^[A-Z]{2}$/.test(code)), 'must be countries such as FR,SG');

/** Origins of sites, separated by commas; `*.` in front of a host stands for all names below it. */
export const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim().toLowerCase()))
  .refine(
    (found) => found.every((origin) => /^https?:\/\/(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/.test(origin)),
    'must be origins such as https://blog.example or https://*.example.com, separated by commas',
  );
