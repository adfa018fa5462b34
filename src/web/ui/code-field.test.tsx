import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { renderPart } from '#test/web/render-site.tsx';
import { showLocale } from '#web/i18n/locale-store.ts';
import { CodeField } from './code-field.tsx';

function Part({ error = null }: { error?: string | null }) {
  const [code, setCode] = useState('');
  return <CodeField label="Code" value={code} onChange={setCode} error={error} />;
}

beforeEach(() => showLocale('en'));

it('is a single field of digits, which phones can fill in from a message', () => {
  renderPart(<Part error="Wrong." />);
  const field = screen.getByLabelText('Code');
  expect(field.getAttribute('inputmode')).toBe('numeric');
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it.each([
  ['as it stands in the mail', '123 456', '123456'],
  ['with its sentence', 'Your code: 123-456.', '123456'],
  ['in wide digits', '１２３４５６', '123456'],
  ['with more than a code has', '12345678', '123456'],
  ['that is none', 'abc', ''],
])('accepts pasted text %s', async (_, pasted, code) => {
  const user = userEvent.setup();
  renderPart(<Part />);
  await user.click(screen.getByLabelText('Code'));
  await user.paste(pasted);
  expect(screen.getByLabelText('Code')).toHaveProperty('value', code);
});

it('accepts typed digits only', async () => {
  const user = userEvent.setup();
  renderPart(<Part />);
  await user.type(screen.getByLabelText('Code'), '1a2 3');
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '123');
});
