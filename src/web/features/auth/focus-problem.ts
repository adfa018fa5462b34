/**
 * Leads to what is wrong with a form: into the first field that is, or to where its problem as a whole is told (which is
 * read out by itself). Call it when the problems are on the page (`flushSync`).
 */
export function focusProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!field) {
    form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    return;
  }
  field.focus();
  // A code that was wrong is typed anew.
  if (field instanceof HTMLInputElement && field.autocomplete === 'one-time-code') field.select();
}
