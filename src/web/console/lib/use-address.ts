import { useSearchParams } from 'react-router';

/** Parses a value of the address; null stands for a missing value, and invalid values are treated as missing. */
type Reader<T> = (text: string | null) => T;
type Values<R extends Record<string, Reader<unknown>>> = { [K in keyof R]: ReturnType<R[K]> };

/** A text up to a maximum length; '' if missing. */
export const textUpTo =
  (lengthMax: number): Reader<string> =>
  (text) =>
    text?.slice(0, lengthMax).trim() ?? '';

/** What belongs to a place in a list, not to how it is filtered and sorted. */
const PLACES = ['page', 'before', 'after', 'entry'];

/**
 * The filters of a list, kept in the address so that they can be shared, reloaded and navigated. `change` updates the address: default
 * values are left out, and a changed filter resets `page`. `hrefWith` returns the address with some changes.
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
  /** Returns the known values among these that differ from their defaults, without the place in the list. */
  const kept = (textOf: (name: string) => string | null): Record<string, string> =>
    Object.fromEntries(
      entries.flatMap(([name, read]) => {
        const [value, usual] = [String(read(textOf(name)) ?? ''), String(read(null) ?? '')];
        return PLACES.includes(name) || value === usual ? [] : [[name, value]];
      }),
    );
  return {
    /** The filters, search and sorting as a view keeps them; of a view saved before, what is known of it now. */
    view: kept((name) => params.get(name)),
    viewOf: (saved: Readonly<Record<string, string>>) => kept((name) => saved[name] ?? null),
    /** Replaces all values by those of a view. */
    open: (saved: Readonly<Record<string, string>>) =>
      setParams(new URLSearchParams(kept((name) => saved[name] ?? null)), { preventScrollReset: true }),
    values,
    change: (changes: Partial<Values<R>>) => setParams(paramsWith(changes), { replace: true, preventScrollReset: true }),
    hrefWith: (changes: Partial<Values<R>>) => `?${paramsWith(changes)}`,
    /** Whether any value but the page differs from its default. */
    isFiltered: entries.some(([name, read]) => name !== 'page' && String(values[name]) !== String(read(null))),
  };
}
