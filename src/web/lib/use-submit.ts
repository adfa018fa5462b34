import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, type ClientErrorCode, errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';

/** Errors by field; `form` is for those that belong to no field. */
export type Problems<Field extends string = never> = { [Name in Field | 'form']?: string };

/** What `send` resolves to if the form disappears afterwards: until then it stays busy, so that it cannot be sent twice. */
export const LEAVING = Symbol('leaving');

type Assign<Field extends string> = (error: unknown) => Problems<Field>;

interface SubmitOptions<Field extends string> {
  /** Returns the errors that can be found without the server. If there are any, nothing is sent. */
  check?: () => Problems<Field>;
  /** Sends the form; throws the error if it is refused. */
  send: () => Promise<unknown>;
  /** Assigns an error to the field that it is about; by default all errors belong to the whole form. */
  refused?: Assign<Field>;
}

interface Submit<Field extends string> {
  /** The properties of the `form` element. */
  form: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
  problems: Problems<Field>;
  /** Whether it is being sent, or `run` works. */
  isBusy: boolean;
  isRunning: boolean;
  /** Does something else that the form offers, such as sending another code, by the same rules as `send`. */
  run: (work: () => Promise<unknown>, refused?: Assign<Field>) => void;
  /** Shows errors, and moves the focus to the first. */
  show: (problems: Problems<Field>) => void;
  /** Clears a field's error, and that of the form, while the field is being corrected. */
  forgive: (field: Field) => void;
}

type Work = 'send' | 'run';

/**
 * Submits a form: checks it, sends it, and shows errors where they belong. A form that is busy is not submitted again. If it has been
 * closed before its request fails, the error is a toast.
 */
export function useSubmit<Field extends string = never>({
  check,
  send,
  refused = byField<Field>({}),
}: SubmitOptions<Field>): Submit<Field> {
  const element = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [doing, setDoing] = useState<Work | null>(null);
  /** Current at once: two submits can arrive before the next rendering. */
  const isBusy = useRef(false);

  function turn(work: Work | null) {
    isBusy.current = work !== null;
    setDoing(work);
  }

  function show(found: Problems<Field>, focused = document.activeElement) {
    flushSync(() => setProblems(found));
    if (textsOf(found).length > 0) focusProblem(element.current, focused);
  }

  async function attempt(what: Work, work: () => Promise<unknown>, assign: Assign<Field>) {
    if (isBusy.current) return;
    const focused = document.activeElement;
    turn(what);
    setProblems({});
    try {
      if ((await work()) !== LEAVING) turn(null);
    } catch (error) {
      turn(null);
      const found = assign(error);
      if (element.current) show(found, focused);
      else for (const words of textsOf(found)) toast('error', words);
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy.current) return;
    const found = check?.() ?? {};
    if (textsOf(found).length > 0) show(found);
    else void attempt('send', send, refused);
  }

  const forgive = (field: Field) => setProblems((now) => ({ ...now, [field]: undefined, form: undefined }));
  return {
    form: { ref: element, noValidate: true, onSubmit },
    problems,
    isBusy: doing !== null,
    isRunning: doing === 'run',
    run: (work, assign = refused) => void attempt('run', work, assign),
    show,
    forgive,
  };
}

/**
 * Returns a function that assigns an error to a field by its code, or else to the whole form. `fallback` names the failed action if there
 * is no better message.
 */
export const byField =
  <Field extends string>(fieldOf: Readonly<Record<string, Field>>, fallback?: ClientErrorCode): Assign<Field> =>
  (error) =>
    ({ [fieldOf[codeOf(error)] ?? 'form']: errorText(error, fallback) }) as Problems<Field>;

/** Returns the code of a server's error; '' for all others. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? (error.code ?? '') : '');

const textsOf = (problems: object): string[] => Object.values(problems).filter((text) => text !== undefined);

/** What cannot be corrected, only typed again: selected, so that typing replaces it. */
const RETYPED = '[autocomplete=one-time-code], [autocomplete=current-password], [name=recovery_code]';

/**
 * Moves the focus to the first field with an error. Without one, scrolls to the form's own error, an alert that is read out anyway, and
 * returns the focus to where it was when the form was sent: browsers take it from a button that is disabled meanwhile.
 */
function focusProblem(form: HTMLFormElement | null, focused: Element | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!field) {
    form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    const isLost = form?.contains(focused) && !form.contains(document.activeElement);
    if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return;
  }
  field.focus();
  if (field instanceof HTMLInputElement && field.matches(RETYPED)) field.select();
}
