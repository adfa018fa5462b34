const HOME = '/';

/**
 * Where to go after signing in: `raw` when it is a path of this site, else "/" (decisions.md section 6). It must begin with
 * one slash, not followed by another or by a backslash (browsers read both as "//host"), and hold no control characters
 * (browsers drop them, which would bring the second slash back). It is judged decoded, and handed back as it came.
 */
export function safeNext(raw: string | null | undefined): string {
  if (raw === null || raw === undefined) return HOME;
  return isLocal(raw) && isLocal(decoded(raw)) ? raw : HOME;
}

const isLocal = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/\p{Cc}/u.test(path);

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return '';
  }
}
