import { z } from 'zod';
import { urlOf } from '#server/platform/setting-values.ts';

/** Settings of the gateways that send texts and codes to phones. */

/** An `http` gateway is any service that accepts a text by one POST request (docs/decisions/017). */
export const GATEWAY_KINDS = ['http', 'telegram-gateway', 'esms', 'twilio'] as const;
export type GatewayKind = (typeof GATEWAY_KINDS)[number];

const secret = (pattern: RegExp, rule: string) => z.string().trim().regex(pattern, rule).optional();
const visible = secret(/^[\x21-\x7e]{1,1000}$/, 'must have at most 1000 letters, digits and signs without spaces');
const withoutSlash = (url: string) => url.replace(/\/+$/, '');
const baseUrl = (standard: string) => urlOf('https:', 'http:').default(standard).transform(withoutSlash);

const areKinds = (kinds: string[]): kinds is GatewayKind[] => kinds.every((kind) => (GATEWAY_KINDS as readonly string[]).includes(kind));

const TEMPLATE_LENGTH_MAX = 300;

export const gatewaySettings = {
  /** Gateways in the order in which they are tried. */
  SMS_KIND: z
    .string()
    .transform((text) => text.split(',').map((kind) => kind.trim()))
    .refine(areKinds, `must be one or several of ${GATEWAY_KINDS.join(', ')}, separated by commas`)
    .refine((kinds) => new Set(kinds).size === kinds.length, 'must name each gateway once')
    .optional(),
  SMS_URL: urlOf('https:', 'http:').optional(),
  SMS_TOKEN: z.string().trim().max(1000).optional(),
  TELEGRAM_GATEWAY_TOKEN: visible,
  TELEGRAM_GATEWAY_URL: baseUrl('https://gatewayapi.telegram.org'),
  ESMS_API_KEY: visible,
  ESMS_SECRET_KEY: visible,
  /** The sender's name that was registered with eSMS. */
  ESMS_BRAND: secret(/^[\w .-]{1,20}$/, 'must be a registered name of at most 20 letters'),
  /** The text that was registered for codes. */
  ESMS_TEMPLATE: z
    .string()
    .trim()
    .max(TEMPLATE_LENGTH_MAX, `must have at most ${TEMPLATE_LENGTH_MAX} characters`)
    .refine((text) => text.includes('{code}'), 'must contain {code}, and may contain {minutes}')
    .optional(),
  ESMS_URL: baseUrl('https://rest.esms.vn'),
  TWILIO_ACCOUNT_SID: secret(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits'),
  TWILIO_AUTH_TOKEN: visible,
  /** A number, or the id of a messaging service. */
  TWILIO_FROM: secret(/^(\+\d{6,15}|MG[0-9a-f]{32})$/, 'must be a number such as +15005550006, or a messaging service (MG...)'),
  TWILIO_URL: baseUrl('https://api.twilio.com'),
};

/** Settings that are never written to a log. */
export const GATEWAY_SECRETS = [
  'SMS_TOKEN',
  'SMS_URL',
  'TELEGRAM_GATEWAY_TOKEN',
  'ESMS_API_KEY',
  'ESMS_SECRET_KEY',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
];

type GatewayValues = { [Name in keyof typeof gatewaySettings]?: z.output<(typeof gatewaySettings)[Name]> };

export type GatewaySettings =
  | { kind: 'http'; url: string; token: string | null }
  | { kind: 'telegram-gateway'; url: string; token: string }
  | { kind: 'esms'; url: string; apiKey: string; secretKey: string; brand: string; template: string | null }
  | { kind: 'twilio'; url: string; accountSid: string; authToken: string; from: string };

/** What each gateway cannot do without. */
const NEEDED = {
  http: ['SMS_URL'],
  'telegram-gateway': ['TELEGRAM_GATEWAY_TOKEN'],
  esms: ['ESMS_API_KEY', 'ESMS_SECRET_KEY', 'ESMS_BRAND'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
} as const satisfies Record<GatewayKind, readonly (keyof GatewayValues)[]>;

const kindsOf = ({ SMS_KIND, SMS_URL }: GatewayValues): readonly GatewayKind[] => SMS_KIND ?? (SMS_URL ? ['http'] : []);

/** Returns the chosen gateways in the order in which they are tried; empty if nothing is sent to phones. */
export const gatewaysOf = (values: GatewayValues): GatewaySettings[] => kindsOf(values).map((kind) => gatewayOf(kind, values));

function gatewayOf(kind: GatewayKind, values: GatewayValues): GatewaySettings {
  const text = (name: keyof GatewayValues) => String(values[name] ?? '');
  switch (kind) {
    case 'http':
      return { kind, url: text('SMS_URL'), token: values.SMS_TOKEN ?? null };
    case 'telegram-gateway':
      return { kind, url: text('TELEGRAM_GATEWAY_URL'), token: text('TELEGRAM_GATEWAY_TOKEN') };
    case 'esms': {
      const keys = { apiKey: text('ESMS_API_KEY'), secretKey: text('ESMS_SECRET_KEY') };
      return { kind, url: text('ESMS_URL'), ...keys, brand: text('ESMS_BRAND'), template: values.ESMS_TEMPLATE ?? null };
    }
    case 'twilio': {
      const keys = { accountSid: text('TWILIO_ACCOUNT_SID'), authToken: text('TWILIO_AUTH_TOKEN') };
      return { kind, url: text('TWILIO_URL'), ...keys, from: text('TWILIO_FROM') };
    }
  }
}

/** Returns the settings that the chosen gateways lack. */
export const missingGatewaySettings = (values: GatewayValues): { name: keyof GatewayValues; kind: GatewayKind }[] =>
  kindsOf(values).flatMap((kind) => (NEEDED[kind] ?? []).filter((name) => !values[name]).map((name) => ({ name, kind })));
