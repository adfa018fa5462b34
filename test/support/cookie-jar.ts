/** A browser's cookies for one site, by name. Ignores paths, because our sites use each name once. */
export interface CookieJar {
  /** Returns the value of a request's `Cookie` header. */
  header: () => string;
  get: (name: string) => string | undefined;
  /** Applies the cookies that a reply sets and clears. */
  take: (headers: Headers) => void;
  /** Returns a copy, for another browser. */
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
