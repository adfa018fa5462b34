import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { describe, expect, it } from 'vitest';

/** Long enough for several tasks of others. */
const BUSY_MS = 8;

/** Shows its text at once, and reaches its last step through slow effects. */
function Steps({ last }: { last: number }) {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step < last) setStep(step + 1);
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

describe('the fast computed style', () => {
  const shown = (element: Element) => {
    const { display, visibility, pointerEvents } = getComputedStyle(element);
    return [display, visibility, pointerEvents, getComputedStyle(element).getPropertyValue('pointer-events')];
  };
  const find = (name: string) => document.querySelector(`[data-name=${name}]`)!;

  it('knows kinds of elements, style attributes, what is inherited, and what is hidden', () => {
    render(
      <div style={{ visibility: 'hidden', pointerEvents: 'none' }}>
        <p data-name="block">
          <b data-name="inherits" style={{ pointerEvents: 'auto' }} />
        </p>
        <span data-name="hidden" hidden />
        <input data-name="hidden-field" type="hidden" />
        <ul style={{ display: 'flex', visibility: 'visible' }} data-name="styled">
          <li data-name="item" />
        </ul>
      </div>,
    );
    expect(shown(find('block'))).toEqual(['block', 'hidden', 'none', 'none']);
    expect(shown(find('inherits'))).toEqual(['inline', 'hidden', 'auto', 'auto']);
    expect(shown(find('hidden'))[0]).toBe('none');
    expect(shown(find('hidden-field'))[0]).toBe('none');
    expect(shown(find('styled')).slice(0, 2)).toEqual(['flex', 'visible']);
    expect(shown(find('item')).slice(0, 3)).toEqual(['list-item', 'visible', 'none']);
  });

  it('leaves the decision to a style sheet of the page', () => {
    const sheet = document.createElement('style');
    sheet.textContent = 'p { display: none }';
    document.head.append(sheet);
    render(<p data-name="text" />);
    expect(getComputedStyle(find('text')).display).toBe('none');
    sheet.remove();
    expect(getComputedStyle(find('text')).display).toBe('block');
  });
});
