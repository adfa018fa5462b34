const HOME = '/';
/** Longer than any address of ours. */
const LENGTH_MAX = 2_000;

/**
 * Where to go after signing in: `raw` when it is a path of this site, else "/" (docs/rules.md#sign-in-with-other-services). It must begin with
 * one slash, not followed by another or by a backslash (browsers read both as "//host"), hold no control characters
 * (browsers drop them, which would bring the second slash back) and no "." or ".." as a step (what they leave of "/..//host"
 * is "//host", which a router may then go to). It is judged decoded, and handed back as it came.
 */
export function safeNext(raw: string | null | undefined): string {
  if (raw === null || raw === undefined || raw.length > LENGTH_MAX) return HOME;
  return isLocal(raw) && isLocal(decoded(raw)) && !DOTS.test(decoded(pathOf(raw))) ? raw : HOME;
}

const isLocal = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/\p{Cc}|\p{Cs}/u.test(path);

const DOTS = /[/\\]\.\.?(?:[/\\]|$)/;

/** Without query and fragment: what stands there leads nowhere. */
const pathOf = (raw: string): string => raw.replace(/[?#].*$/s, '');

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return '';
  }
}
