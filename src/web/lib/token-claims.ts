/** What a token says of its bearer, unproven: only the server can check the signature. Throws when it cannot be read. */
export function tokenClaims(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (typeof claims !== 'object' || claims === null) throw new TypeError('a token holds an object');
  return claims as Record<string, unknown>;
}

/** When a token ends; null where it does not say or cannot be read. */
export function tokenExpiry(token: string): Date | null {
  try {
    const { exp } = tokenClaims(token);
    return typeof exp === 'number' ? new Date(exp * 1_000) : null;
  } catch {
    return null;
  }
}
