import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { ApiError } from '#web/data/api-error.ts';
import { useToasts } from '#web/data/toasts.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { byField, LEAVING, type Problems, useSubmit } from './use-submit.ts';

type Field = 'name' | 'code';

interface PartProps {
  send?: () => Promise<unknown>;
  check?: (name: string) => Problems<Field>;
  /** What the other button does. */
  other?: () => Promise<unknown>;
}

const refused = byField<Field>({ handle_taken: 'name', invalid_code: 'code' }, 'registration_failed');

function Part({ send = async () => null, check = () => ({}), other = async () => null }: PartProps) {
  const [name, setName] = useState('');
  const { form, problems, isBusy, isRunning, run, forgive } = useSubmit<Field>({ check: () => check(name), send, refused });
  return (
    <form {...form}>
      <FormAlert message={problems.form} />
      <TextField
        label="Name"
        value={name}
        error={problems.name}
        onChange={({ target }) => {
          setName(target.value);
          forgive('name');
        }}
      />
      <TextField label="Code" autoComplete="one-time-code" defaultValue="123456" error={problems.code} />
      <Button type="submit" busy={isBusy}>
        Save
      </Button>
      <Button busy={isRunning} onClick={() => run(other)}>
        Send again
      </Button>
    </form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole('button', { name });
const save = () => userEvent.click(button('Save'));
const isBusy = (name: string) => button(name).getAttribute('aria-busy') === 'true';
const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);

/** A request that is answered by hand. */
function pending() {
  let resolve: (answer: unknown) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const answer = new Promise<unknown>((...both) => {
    [resolve, reject] = both;
  });
  return { send: vi.fn(() => answer), resolve, reject };
}

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await showLocale('en');
});

describe('what the page finds itself', () => {
  const check = (name: string) => (name === '' ? { name: 'Enter a name.', code: 'Enter the code.' } : {});

  it('is shown at its fields with the focus at the first, and nothing is sent', async () => {
    const send = vi.fn(async () => null);
    renderPart(<Part check={check} send={send} />);
    await save();
    expect(field('Name')).toHaveProperty('ariaInvalid', 'true');
    expect(document.getElementById(field('Name').getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter a name.');
    expect(document.activeElement).toBe(field('Name'));
    expect(send).not.toHaveBeenCalled();
  });

  it('is cleared at a field as it is corrected, and at all once sent', async () => {
    renderPart(<Part check={check} />);
    await save();
    await userEvent.type(field('Name'), 'Mai');
    expect(screen.queryByText('Enter a name.')).toBeNull();
    expect(screen.queryByText('Enter the code.')).not.toBeNull();
    await save();
    expect(screen.queryByText('Enter the code.')).toBeNull();
  });
});

describe('while a request is under way', () => {
  it('is busy, and sends nothing a second time', async () => {
    const { send, resolve } = pending();
    renderPart(<Part send={send} />);
    const form = field('Name').form as HTMLFormElement;
    // Both in one frame, before the button is disabled.
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(isBusy('Save')).toBe(true));
    fireEvent.submit(form);
    expect(send).toHaveBeenCalledOnce();
    resolve(null);
    await waitFor(() => expect(isBusy('Save')).toBe(false));
    await save();
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('stays busy if the form leaves', async () => {
    const { send, resolve } = pending();
    renderPart(<Part send={send} />);
    await save();
    resolve(LEAVING);
    await new Promise((passed) => setTimeout(passed, 20));
    expect(isBusy('Save')).toBe(true);
  });

  it('does one thing at a time, and says which', async () => {
    const [sent, again] = [pending(), pending()];
    renderPart(<Part send={sent.send} other={again.send} />);
    await userEvent.click(button('Send again'));
    expect([isBusy('Save'), isBusy('Send again')]).toEqual([true, true]);
    fireEvent.submit(field('Name').form as HTMLFormElement);
    expect(sent.send).not.toHaveBeenCalled();
    again.resolve(null);
    await waitFor(() => expect(isBusy('Save')).toBe(false));
    await save();
    expect([isBusy('Save'), isBusy('Send again')]).toEqual([true, false]);
  });
});

describe('a refusal', () => {
  it('is shown at the field that it is about; a code is selected, to be typed again', async () => {
    renderPart(<Part send={async () => Promise.reject(new ApiError(422, 'invalid_code', 'Wrong code.'))} />);
    await save();
    await screen.findByText('Wrong code.');
    const code = field('Code');
    expect(document.activeElement).toBe(code);
    expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6]);
    expect(isBusy('Save')).toBe(false);
  });

  it.each([
    ['that no field explains', new ApiError(503, 'rate_limited', 'Too busy.'), 'Too busy.'],
    ['of the network', new ApiError(0, 'network', 'No connection.'), 'No connection.'],
    ['without words', new ApiError(500, 'request_failed', 'x'), t('errors.registration_failed')],
    ['that is a mistake of ours', new TypeError('x is undefined'), t('errors.registration_failed')],
  ])('%s is an alert of the whole form, until something is corrected', async (_, error, words) => {
    renderPart(<Part send={async () => Promise.reject(error)} />);
    await save();
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(field('Name').getAttribute('aria-invalid')).toBeNull();
    await userEvent.type(field('Name'), 'M');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of the whole form returns the focus to where it was, as a browser takes it from a button that is disabled meanwhile', async () => {
    const send = async () => {
      (document.activeElement as HTMLElement).blur();
      throw new ApiError(503, 'unavailable', 'Try again later.');
    };
    renderPart(<Part send={send} />);
    await save();
    expect((await screen.findByRole('alert')).textContent).toBe('Try again later.');
    expect(document.activeElement).toBe(button('Save'));
  });

  it('is shown for the other things that the form offers too', async () => {
    renderPart(<Part other={async () => Promise.reject(new ApiError(429, 'rate_limited', 'Too often.'))} />);
    await userEvent.click(button('Send again'));
    expect((await screen.findByRole('alert')).textContent).toBe('Too often.');
  });
});

describe('a form that is closed while its request is under way', () => {
  it('tells its refusal in a toast', async () => {
    const { send, reject } = pending();
    const { unmount } = renderPart(<Part send={send} />);
    await save();
    unmount();
    reject(new ApiError(422, 'handle_taken', 'Taken.'));
    await waitFor(() => expect(toasts()).toEqual(['error: Taken.']));
  });

  it('says nothing after success', async () => {
    const { send, resolve } = pending();
    const { unmount } = renderPart(<Part send={send} />);
    await save();
    unmount();
    resolve(null);
    await new Promise((passed) => setTimeout(passed, 20));
    expect(toasts()).toEqual([]);
  });
});
