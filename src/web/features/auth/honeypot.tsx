/** A field that nobody sees, hears or reaches: who fills it in is a program. Its name is one that programs like. */
export const Honeypot = () => (
  <div aria-hidden className="sr-only">
    <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" defaultValue="" />
  </div>
);

const HONEYPOT = 'website';

/** What stands in the field; empty where a person is at work. */
export const trapped = (form: HTMLFormElement | null): string => String((form && new FormData(form).get(HONEYPOT)) ?? '');
