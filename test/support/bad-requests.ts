import fc from 'fast-check';
import { z } from 'zod';
import { type Endpoint, isInPath } from '#contract/endpoint.ts';

/** A request as it is sent. */
export interface BadRequest {
  method: string;
  /** Includes the query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether something in it is definitely wrong: then it must be refused, not only be harmless. */
  isWrong: boolean;
}

/** Existing objects and callers to use in requests. */
export interface Surroundings {
  /** Values that identify something: ids, addresses, days. */
  values: string[];
  /** Returns a token that an endpoint accepts. */
  tokenFor: (endpoint: Endpoint) => string;
  /** Values of the Authorization header that are refused everywhere. */
  badAuthorizations: string[];
  /** Returns validly signed tokens of nonexistent users, or of nonexistent admins for endpoints of the console. */
  strangersFor: (endpoint: Endpoint) => string[];
  /** Returns the methods of all endpoints at this path. */
  methodsAt: (path: string) => string[];
}

/** Generates requests that must change nothing and cause no server error: each is made from valid input, with something wrong. */
export function badRequests(endpoint: Endpoint, around: Surroundings): fc.Arbitrary<BadRequest> {
  const names = Object.keys(endpoint.input.shape);
  const inPath = names.filter((name) => isInPath(endpoint, name));
  const others = names.filter((name) => !inPath.includes(name));
  const takesBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  const takesToken = !['public', 'optional', 'open'].includes(endpoint.access as string);
  const strangers = around.strangersFor(endpoint);
  const fields = (wanted: readonly string[], rest: fc.Arbitrary<unknown>) =>
    fc.record(
      Object.fromEntries(
        wanted.map((name) => [
          name,
          fc.oneof({ weight: 3, arbitrary: valid(endpoint.input.shape[name] as z.ZodType, around) }, { weight: 2, arbitrary: rest }),
        ]),
      ),
      { requiredKeys: [] },
    );
  return fc
    .record({
      params: fields(inPath, ODD_TEXT),
      others: fields(others, takesBody ? ODD_VALUE : ODD_TEXT),
      extra: fc.option(fc.tuple(fc.oneof(ODD_NAME, fc.constantFrom('id', ...names.map(renamed))), ODD_VALUE), { freq: 6 }),
      body: fc.option(BROKEN_BODY, { freq: 6 }),
      contentType: fc.oneof({ weight: 15, arbitrary: fc.constant('application/json') }, { weight: 1, arbitrary: CONTENT_TYPE }),
      method: fc.option(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'), { freq: 15 }),
      authorization: fc.oneof(
        { weight: 6, arbitrary: fc.constant(`Bearer ${around.tokenFor(endpoint)}`) },
        { weight: 1, arbitrary: fc.constantFrom(...around.badAuthorizations) },
        { weight: 1, arbitrary: fc.constantFrom(...strangers.map((token) => `Bearer ${token}`)) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      key: fc.oneof(
        { weight: 3, arbitrary: fc.uuid() },
        { weight: 1, arbitrary: HEADER_TEXT },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      headers: fc.dictionary(
        fc.constantFrom('accept-language', 'origin', 'cookie', 'x-forwarded-for', 'user-agent', 'if-none-match'),
        HEADER_TEXT,
        {
          maxKeys: 2,
        },
      ),
      stranger: fc.constantFrom(...strangers),
    })
    .map((made) => {
      const path = endpoint.path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => inAddress(made.params[name] ?? around.values[0]));
      const method = made.method && !around.methodsAt(path).includes(made.method) ? made.method : endpoint.method;
      const sent = { ...made.others, ...(made.extra && { [`${made.extra[0]}`]: made.extra[1] }) };
      const body = made.body ?? JSON.stringify(sent, plain);
      const isRefused =
        method !== endpoint.method ||
        (takesToken && (made.authorization === null || around.badAuthorizations.includes(made.authorization))) ||
        (takesBody && !isTaken(endpoint, path, body));
      const hasBody = !['GET', 'DELETE'].includes(method);
      // This request is valid apart from, now, its sender.
      const isHarmful = !isRefused && endpoint.method !== 'GET' && takesToken;
      const authorization = isHarmful ? `Bearer ${made.stranger}` : made.authorization;
      const query = takesBody ? '' : `?${queryOf(sent)}${made.body === null ? '' : `&${inAddress(made.body.slice(0, 2_000))}`}`;
      return {
        method,
        path: path + query,
        headers: {
          host: 'localhost',
          origin: 'http://localhost',
          ...made.headers,
          ...(hasBody && { 'content-type': made.contentType }),
          ...(authorization !== null && { authorization }),
          ...(made.key !== null && { 'idempotency-key': made.key }),
        },
        ...(hasBody && { body }),
        isWrong: isRefused,
      };
    });
}

/** Returns whether an endpoint can read the body and finds no field missing or invalid. */
function isTaken(endpoint: Endpoint, path: string, body: string): boolean {
  try {
    // A byte order mark is not part of the text.
    const read = body.replace(/^\ufeff/, '');
    const given = read === '' ? {} : JSON.parse(read);
    if (typeof given !== 'object' || given === null || Array.isArray(given) || body.length > BODY_LENGTH_MAX) return false;
    const wanted = endpoint.path.split('/');
    const params = path.split('/').flatMap((part, index) => {
      const name = wanted[index]?.startsWith(':') ? wanted[index].slice(1) : null;
      return name === null ? [] : [[name, decodeURIComponent(part)]];
    });
    return endpoint.input.safeParse({ ...given, ...Object.fromEntries(params) }).success;
  } catch {
    return false;
  }
}

const BODY_LENGTH_MAX = 64 * 1024;

/** JSON has no bigints. */
const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value);

/** Encodes as a browser does; unpaired surrogates cannot be encoded, and become a broken escape. */
const inAddress = (value: unknown): string => {
  try {
    return encodeURIComponent(String(value)) || '%20';
  } catch {
    return '%ED%A0%80';
  }
};

const queryOf = (sent: Record<string, unknown>): string =>
  Object.entries(sent)
    .map(([name, value]) => `${inAddress(name)}=${inAddress(typeof value === 'object' ? JSON.stringify(value, plain) : value)}`)
    .join('&');

const renamed = (name: string): string =>
  name.includes('_') ? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : name.toUpperCase();

/** Generates valid and nearly valid values of a field, so that requests also reach the code behind the schema. */
function valid(schema: z.ZodType, around: Surroundings): fc.Arbitrary<unknown> {
  return fromJsonSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, around);
}

type JsonSchema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  /** False for a tuple. */
  items?: JsonSchema | false;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

function fromJsonSchema(schema: JsonSchema, around: Surroundings): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fromJsonSchema(one, around)));
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({ min: Math.max(schema.minimum ?? -100, -1e9), max: Math.min(schema.maximum ?? 1_000_000, 1e9) });
  if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((one) => fromJsonSchema(one, around)));
  if (schema.type === 'array') return fc.array(fromJsonSchema(schema.items || {}, around), { maxLength: 5 });
  if (schema.type === 'object')
    return fc.record(Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, fromJsonSchema(one, around)])));
  if (schema.type === 'string')
    return fc.oneof(fc.constantFrom(...around.values), ODD_TEXT, fc.string({ maxLength: schema.maxLength ?? 40 }));
  return fc.oneof(fc.constantFrom(...around.values), fc.integer({ min: 1, max: 100 }));
}

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e400',
  '-0',
  '0x10',
  'NaN',
  'Infinity',
  '2147483648',
  '99999999999999999999',
  'null',
  'true',
  '[object Object]',
  '2026-02-30',
  '9999-12-31',
  '0001-01-01',
  '2026-11-20T12:00:00+99:99',
  'Asia/Nowhere',
  '00000000-0000-0000-0000-000000000000',
  // Emoji, emoji sequences, right-to-left text, zero-width characters, stacked marks.
  '💥',
  '👩‍👩‍👧‍👦'.repeat(20),
  '\u202eevil\u202c',
  'שלום\u200fعالم',
  '\u200b\u200c\u200d\ufeff',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
  // Unpaired surrogates, NUL, and line ends.
  '\ud800',
  'a\udfff',
  '\u0000',
  'a\u0000b',
  '\r\nSet-Cookie: a=b',
  '\u2028\u2029\u0085',
  // SQL, HTML, templates, paths, formats.
  "'; drop table users; --",
  "1' or '1'='1",
  '1); select pg_sleep(9); --',
  "\\'; --",
  '%27%20or%201=1',
  '$1',
  '%',
  '_',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `{{7*7}}#{7*7}<%= 7*7 %>`,
  '../../../../etc/passwd',
  '%s%s%n',
  'constructor',
  '__proto__',
  'toString',
  'a@b.example',
  'a@b@c',
  `${'a'.repeat(300)}@example.com`,
  '000000',
  '١٢٣٤٥٦',
  'x'.repeat(500),
  'é'.repeat(5_000),
];

const ODD_TEXT = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
const ODD_NAME = fc.constantFrom(
  'surprise',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'role',
  'user_id',
  'status',
  '',
  '💥',
  'a.b',
  'a[]',
  '$where',
);
const nested = (depth: number): unknown => (depth === 0 ? 1 : depth % 2 === 0 ? [nested(depth - 1)] : { a: nested(depth - 1) });
const ODD_VALUE: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: ODD_TEXT },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, -1, 0, 1.5, 1e308, -1e-308, Number.MAX_SAFE_INTEGER + 2, [], {}, [[]], [null], {
      length: -1,
    }),
  },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 2, maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(nested(50), nested(500)) },
);

const BROKEN_BODY = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.constantFrom(
      '{',
      'null',
      '[]',
      '[{}]',
      '"text"',
      '1',
      '{"a":1}{',
      "{'a':1}",
      '{"a":NaN}',
      '{"a":1,}',
      '\ufeff{}',
      '{"__proto__":{"access":"user"}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '{"a":"\ud800"}',
      '{"a":"\\u0000"}',
      '[[[[[[[[',
      'a=1&b=2',
      '<a>1</a>',
      '\u0000',
    ),
  },
  { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('['.repeat(20_000) + ']'.repeat(20_000), `{"a":"${'x'.repeat(60_000)}"}`, `{"a":"${'x'.repeat(70_000)}"}`),
  },
);

const CONTENT_TYPE = fc.constantFrom(
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonp',
  'application/problem+json',
  'APPLICATION/JSON',
  '',
  'x'.repeat(1_000),
);

/** Valid header values: fetch itself refuses others. */
const HEADER_TEXT = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    'x',
    '*',
    'https://evil.example',
    '10.0.0.1',
    '::1',
    '1, 2, 3',
    'refresh=abc; device=nonsense',
    '=;=',
    '%00',
    'zz-ZZ;q=9',
    '"'.repeat(300),
  ),
  fc.string({ maxLength: 40 }).map((text) => text.trim()),
);
