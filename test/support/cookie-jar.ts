/** What a browser keeps for one site: cookies by name. Their paths are not looked at, as our sites set no name twice. */
export interface CookieJar {
  /** For a request's `Cookie` header. */
  header: () => string;
  get: (name: string) => string | undefined;
  /** Keeps what an answer sets, and drops what it clears. */
  take: (headers: Headers) => void;
  /** The same cookies in another browser. */
  copy: () => CookieJar;
}

export function cookieJar(kept: Iterable<[string, string]> = []): CookieJar {
  const cookies = new Map(kept);
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    get: (name) => cookies.get(name),
    take: (headers) => {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
    copy: () => cookieJar(cookies),
  };
}
