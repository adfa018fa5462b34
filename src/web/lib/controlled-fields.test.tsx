import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';

it('removes what a field refuses', async () => {
  function Digits() {
    const [text, setText] = useState('');
    return <input aria-label="code" value={text} onChange={({ target }) => setText(target.value.replace(/\D/g, ''))} />;
  }
  render(<Digits />);
  const field = screen.getByLabelText<HTMLInputElement>('code');
  await userEvent.type(field, 'a1b-');
  expect(field.value).toBe('1');
});

it('keeps a switch and a choice where they are until something changes them', async () => {
  function Choices() {
    const [isOn, setOn] = useState(false);
    return (
      <>
        <input type="checkbox" aria-label="switch" checked={isOn} onChange={() => undefined} />
        <input type="radio" name="side" aria-label="home" value="home" checked onChange={() => undefined} />
        <input type="radio" name="side" aria-label="away" value="away" checked={false} onChange={() => undefined} />
        <select aria-label="list" value="b" onChange={() => undefined}>
          <option>a</option>
          <option>b</option>
        </select>
        <button type="button" onClick={() => setOn(true)}>
          answer
        </button>
      </>
    );
  }
  render(<Choices />);
  const isChecked = (name: string) => screen.getByLabelText<HTMLInputElement>(name).checked;
  for (const name of ['switch', 'away']) await userEvent.click(screen.getByLabelText(name));
  await userEvent.selectOptions(screen.getByLabelText('list'), 'a');
  await waitFor(() => expect(['switch', 'home', 'away'].map(isChecked)).toEqual([false, true, false]));
  expect(screen.getByLabelText<HTMLSelectElement>('list').value).toBe('b');
  await userEvent.click(screen.getByRole('button'));
  expect(isChecked('switch')).toBe(true);
});

it('leaves fields alone that keep what was entered', async () => {
  render(<input aria-label="note" defaultValue="a" onChange={() => undefined} />);
  const field = screen.getByLabelText<HTMLInputElement>('note');
  await userEvent.type(field, 'b');
  fireEvent.change(field);
  expect(field.value).toBe('ab');
});
