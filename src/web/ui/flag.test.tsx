import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Flag } from './flag.tsx';

it('is our drawing where there is one, whatever the case of the code', () => {
  const { container } = render(<Flag code="GB-ENG" />);
  expect(container.querySelector('svg path')?.getAttribute('fill')).toBe('#fff');
  expect(container.querySelector('img')).toBeNull();
});

it('is the round one for other countries, and a pennant if that does not exist', () => {
  const { container, rerender } = render(<Flag code="KZ" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/flags/kz.svg');
  fireEvent.error(container.querySelector('img')!);
  expect(container.querySelector('svg')).not.toBeNull();
  rerender(<Flag code="is" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/flags/is.svg');
});

it.each([null, '', 'x', 'world', '../admin', 'gb/eng'])('is a pennant for %j, which is no country', (code) => {
  const { container } = render(<Flag code={code} />);
  expect(container.querySelector('svg')).not.toBeNull();
  expect(container.querySelector('img')).toBeNull();
});
