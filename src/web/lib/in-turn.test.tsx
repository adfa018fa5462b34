import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { InTurn, startTurns, takeTurns } from './in-turn.tsx';

const parts = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

function Parts() {
  return (
    <ul>
      <InTurn>
        {() => (
          <>
            <li>outer</li>
            <InTurn>{() => <li>inner</li>}</InTurn>
          </>
        )}
      </InTurn>
      <InTurn placeholder={<li>its place</li>}>{() => <li>next</li>}</InTurn>
    </ul>
  );
}

it('renders the parts of the first page one after the other, and later ones at once', async () => {
  startTurns();
  const first = render(<Parts />);
  expect(parts()).toEqual(['its place']);
  await takeTurns();
  expect(parts()).toEqual(['outer', 'inner', 'next']);
  first.unmount();
  render(<Parts />);
  expect(parts()).toEqual(['outer', 'inner', 'next']);
});
