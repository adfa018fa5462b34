import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { startTransition, useEffect, useState } from 'react';
import { expect, it } from 'vitest';

/** Longer than React renders before it yields to other tasks (5 ms). */
const BUSY_MS = 8;

/** Shows its text at once, and reaches its last step through slow effects and transitions. */
function Steps({ last }: { last: number }) {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step < last) startTransition(() => setStep(step + 1));
  }, [step, last]);
  const end = performance.now() + BUSY_MS;
  while (performance.now() < end);
  return <p data-step={step}>the text</p>;
}

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setTimeout(() => setIsOpen(true), 10)}>
        Open later
      </button>
      {isOpen && <Steps last={5} />}
    </>
  );
}

it('waits for the effects of a query’s result', async () => {
  render(<Opener />);
  await userEvent.setup().click(screen.getByRole('button'));
  expect((await screen.findByText('the text')).dataset.step).toBe('5');
});

it('waits for the effects of a user’s action', async () => {
  function Toggle() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <button type="button" onClick={() => setIsOpen(true)}>
        {isOpen ? <Steps last={5} /> : 'Open'}
      </button>
    );
  }
  render(<Toggle />);
  await userEvent.setup().click(screen.getByRole('button'));
  expect(screen.getByText('the text').dataset.step).toBe('5');
});
