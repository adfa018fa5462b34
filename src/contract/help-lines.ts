import { z } from 'zod';
import { countryCode } from '#domain/identity/region.ts';
import { endpoint } from './endpoint.ts';

/** What a name may not hold: line breaks, and signs that do not show or that turn text around. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const webAddress = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'must be a URL that starts with https://' })
  .max(300)
  // A name before the host would make the address look like another site's; without its slashes it would be a path of ours.
  .regex(/^https:\/\/[^@\\\s\p{Cc}\p{Cf}]+$/u, 'must be a URL that starts with https://, without @ and spaces');

/** As it is dialled in the country: "0808 8020 133", "12356". */
const phone = z.string().regex(/^\+?\d[\d ()-]{1,28}\d$/, 'must be a phone number of 3 to 30 digits, spaces, brackets and hyphens');

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30');

/** Where to find help with gambling problems, and how we know. */
export const helpLine = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .refine((text) => !HIDDEN.test(text), 'must be one line without signs that do not show'),
    /** Whether it helps with any crisis, not with gambling alone. */
    is_general: z.boolean().optional(),
    phone: phone.optional(),
    url: webAddress.optional(),
    /** When it answers, in its own time zone; missing if unknown. */
    hours: z.union([z.literal('always'), z.strictObject({ from: time, to: time })]).optional(),
    /** Languages it is known to speak, as tags such as "en" or "zh-Hant". */
    languages: z
      .array(z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/, 'must be a language such as en'))
      .max(10)
      .optional(),
    /** The page where the entry can be checked, and the day on which it last was. */
    source: webAddress,
    checked: z.iso.date('must be a day such as 2026-11-25'),
  })
  .refine(({ phone, url }) => phone !== undefined || url !== undefined, 'must have a phone or a url');
export type HelpLine = z.infer<typeof helpLine>;

/** Two capital letters. */
export const helpCountry = z.string().refine((code) => countryCode(code) === code, 'must be a country such as VN');

export const getHelpLines = endpoint({
  method: 'GET',
  path: '/api/help-lines',
  access: 'optional',
  summary: "Where to find help with gambling problems: in a country, by default the caller's, and anywhere",
  input: z.object({ country: helpCountry.optional() }),
  reply: z.object({
    /** The given country, else that of the caller's profile, else that of their IP address; null if unknown. */
    country: z.string().nullable(),
    /** Empty if we know of none there. */
    lines: z.array(helpLine),
    /** Open to everybody. */
    international: z.array(helpLine),
    /** The countries with lines of their own. */
    countries: z.array(z.string()),
  }),
});
export type HelpLines = z.infer<typeof getHelpLines.reply>;
