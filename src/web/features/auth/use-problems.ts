import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AuthField, AuthProblems } from './refusal-problems.ts';

interface Problems {
  problems: AuthProblems;
  form: RefObject<HTMLFormElement | null>;
  /** Shows what is wrong and leads there; none are shown where there are none. */
  show: (problems: AuthProblems) => void;
  /** What is being corrected is not called wrong any longer. */
  forgive: (field: AuthField) => void;
}

/** What is wrong with a form. */
export function useProblems(): Problems {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<AuthProblems>({});
  const show = (found: AuthProblems) => {
    flushSync(() => setProblems(found));
    if (Object.keys(found).length > 0) focusProblem(form.current);
  };
  const forgive = (field: AuthField) => setProblems(({ [field]: _, form: __, ...others }) => others);
  return { problems, form, show, forgive };
}

/**
 * Leads to what is wrong with a form: into the first field that is, or to where its problem as a whole is told (which is
 * read out by itself). Call it when the problems are on the page (`flushSync`).
 */
function focusProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!field) {
    form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    return;
  }
  field.focus();
  // A code that was wrong is typed anew.
  if (field instanceof HTMLInputElement && field.autocomplete === 'one-time-code') field.select();
}
