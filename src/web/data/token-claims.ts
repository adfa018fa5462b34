/** An object written as base64 (or base64url) of JSON. Throws when it is none. */
export function base64Object(text: string): Record<string, unknown> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  const object: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (typeof object !== 'object' || object === null) throw new TypeError('an object is expected');
  return object as Record<string, unknown>;
}

/** What a token says of its bearer, unproven: only the server can check the signature. Throws when it cannot be read. */
export const tokenClaims = (token: string): Record<string, unknown> => base64Object(token.split('.')[1] ?? '');

/** When a token ends; null where it does not say or cannot be read. */
export function tokenExpiry(token: string): Date | null {
  try {
    const { exp } = tokenClaims(token);
    return typeof exp === 'number' ? new Date(exp * 1_000) : null;
  } catch {
    return null;
  }
}
