import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusProblem } from './focus-problem.ts';
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
