import { z } from 'zod';
import { urlOf, wholeNumber } from '#server/platform/setting-values.ts';
import type { PolledSettings } from './polled-feed.ts';

/** Operators' settings of a provider: what each is called, and what is allowed. */
export interface ProviderSettings<Extra extends Record<string, z.ZodType> = Record<never, never>> {
  /** Name of the setting with the key, without which the provider cannot be followed. */
  keySetting: string;
  /** The schema of each setting, by name. */
  shape: Record<string, z.ZodType>;
  /** Returns the settings from values that the schemas have accepted. */
  read: (values: Readonly<Record<string, unknown>>) => PolledSettings & { [Name in keyof Extra]: z.output<Extra[Name]> };
}

interface Usual<Extra extends Record<string, z.ZodType>> {
  url: string;
  /** Suffix of the setting that says what is followed, and its schema. */
  followed: [suffix: string, schema: z.ZodType<readonly string[]>];
  /** The allowance of the provider's cheapest plan; a limit that it does not have is left out. */
  perDay?: number;
  perHour?: number;
  perMinute: number;
  /** Further settings, by their name in code: `tiers` is PREFIX_TIERS. */
  extra?: Extra;
}

const PER_DAY_MAX = 10_000_000;
const PER_HOUR_MAX = 1_000_000;
const PER_MINUTE_MAX = 10_000;

/** Describes a provider's settings: PREFIX_KEY, PREFIX_URL, what is followed, the allowance, and its own ones. */
export function providerSettings<Extra extends Record<string, z.ZodType> = Record<never, never>>(
  prefix: string,
  { url, followed: [suffix, schema], perDay, perHour, perMinute, extra }: Usual<Extra>,
): ProviderSettings<Extra> {
  const named = (name: string) => `${prefix}_${name}`;
  const further = Object.entries(extra ?? {}).map(([name, type]) => ({ name, setting: named(upperSnake(name)), type }));
  const shape: Record<string, z.ZodType> = {
    [named('KEY')]: apiKey.default(''),
    [named('URL')]: baseUrl.default(url),
    [named(suffix)]: schema,
    ...(perDay !== undefined && { [named('PER_DAY')]: wholeNumber(1, PER_DAY_MAX, perDay) }),
    ...(perHour !== undefined && { [named('PER_HOUR')]: wholeNumber(1, PER_HOUR_MAX, perHour) }),
    [named('PER_MINUTE')]: wholeNumber(1, PER_MINUTE_MAX, perMinute),
    ...Object.fromEntries(further.map(({ setting, type }) => [setting, type])),
  };
  const read = (values: Readonly<Record<string, unknown>>) => {
    const settings = {
      key: values[named('KEY')],
      baseUrl: values[named('URL')],
      followed: values[named(suffix)],
      ...(perDay !== undefined && { perDay: values[named('PER_DAY')] }),
      ...(perHour !== undefined && { perHour: values[named('PER_HOUR')] }),
      perMinute: values[named('PER_MINUTE')],
      ...Object.fromEntries(further.map(({ name, setting }) => [name, values[setting]])),
    };
    // The schemas above have accepted each value.
    return settings as ReturnType<ProviderSettings<Extra>['read']>;
  };
  return { keySetting: named('KEY'), shape, read };
}

const upperSnake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const apiKey = z
  .string()
  .trim()
  .max(200, 'must have at most 200 characters')
  .regex(/^[\x21-\x7e]*$/, 'must be letters, digits and signs without spaces');

const baseUrl = urlOf('https:', 'http:').transform((text) => text.replace(/\/+$/, ''));

/** Returns the parts of a list, separated by commas, each once. */
const listed = (text: string): string[] => [...new Set(text.split(',').map((part) => part.trim()))];

/** A list of values of a pattern, such as ids of leagues; `what` names them in the message. */
export const listOf = (pattern: RegExp, max: number, what: string) =>
  z
    .string()
    .transform(listed)
    .refine(
      (parts) => parts.length <= max && parts.every((part) => pattern.test(part)),
      `must be at most ${max} ${what}, separated by commas`,
    );
