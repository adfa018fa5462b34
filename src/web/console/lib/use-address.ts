import { useSearchParams } from 'react-router';

/** What an address's value means; null stands for one that is not there, and what makes no sense is as if it were not. */
type Reader<T> = (text: string | null) => T;
type Values<R extends Record<string, Reader<unknown>>> = { [K in keyof R]: ReturnType<R[K]> };

/** A text of at most so many characters; '' where there is none. */
export const textUpTo =
  (lengthMax: number): Reader<string> =>
  (text) =>
    text?.slice(0, lengthMax).trim() ?? '';

/**
 * What a list is narrowed down by, kept in the address so that it can be shared, reloaded and gone back to. `change` writes it there;
 * what is as it would be anyway is left out, and another filter begins at the first `page`. `hrefWith` is the address with some of it changed.
 */
export function useAddress<R extends Record<string, Reader<unknown>>>(readers: R) {
  const [params, setParams] = useSearchParams();
  const entries = Object.entries(readers);
  const values = Object.fromEntries(entries.map(([name, read]) => [name, read(params.get(name))])) as Values<R>;

  function paramsWith(changes: Partial<Values<R>>): URLSearchParams {
    const next = new URLSearchParams(params);
    if (!('page' in changes)) next.delete('page');
    for (const [name, value] of Object.entries(changes)) {
      const isDefault = String(value ?? '') === String(readers[name]?.(null) ?? '');
      if (isDefault) next.delete(name);
      else next.set(name, String(value));
    }
    return next;
  }
  return {
    values,
    change: (changes: Partial<Values<R>>) => setParams(paramsWith(changes), { replace: true, preventScrollReset: true }),
    hrefWith: (changes: Partial<Values<R>>) => `?${paramsWith(changes)}`,
    /** Whether anything but the page is not as it would be anyway. */
    isFiltered: entries.some(([name, read]) => name !== 'page' && String(values[name]) !== String(read(null))),
  };
}
