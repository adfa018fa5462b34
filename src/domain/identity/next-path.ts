const HOME = '/';
/** Longer than any address of the site. */
const LENGTH_MAX = 2_000;

/**
 * Returns where to go after signing in: `raw` if it is a path of this site, else "/" (docs/rules.md#sign-in-with-other-services). The path
 * must begin with one slash that no other slash or backslash follows (browsers read both as "//host"). It must not contain control
 * characters (browsers drop them, which would bring back the second slash) or "." and ".." segments (they reduce "/..//host" to "//host",
 * which a router may then navigate to). The decoded path is checked; `raw` is returned unchanged.
 */
export function safeNext(raw: string | null | undefined): string {
  if (raw === null || raw === undefined || raw.length > LENGTH_MAX) return HOME;
  return isLocal(raw) && isLocal(decoded(raw)) && !DOTS.test(decoded(pathOf(raw))) ? raw : HOME;
}

const isLocal = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/\p{Cc}|\p{Cs}/u.test(path);

const DOTS = /[/\\]\.\.?(?:[/\\]|$)/;

/** Removes the query and the fragment, which cannot change the destination. */
const pathOf = (raw: string): string => raw.replace(/[?#].*$/s, '');

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return '';
  }
}
