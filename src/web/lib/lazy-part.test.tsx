import { act, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '#test/web/render-site.tsx';
import { lazyPart, Nothing } from './lazy-part.tsx';

interface Named {
  name: string;
}

const Greeting = ({ name }: Named) => <p>Hello, {name}</p>;
const Waiting = ({ name }: Named) => <p>{name} has to wait</p>;
const Failed = ({ name, error }: Named & { error: unknown }) => (
  <p>
    {name}: {String(error)}
  </p>
);

/** A download that is finished by hand. */
function download() {
  let resolve: (code: typeof Greeting) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const code = new Promise<typeof Greeting>((...both) => {
    [resolve, reject] = both;
  });
  return { fetchPart: vi.fn(() => code), arrive: () => act(async () => resolve(Greeting)), fail: () => act(async () => reject('offline')) };
}

const text = () => document.body.textContent;

// React reports errors that a boundary has caught.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

describe('while its code loads', () => {
  it('shows its fallback, then the part; the code is fetched once', async () => {
    const { fetchPart, arrive } = download();
    const Part = lazyPart(fetchPart, { fallback: Waiting, failed: Failed });
    renderPart(
      <>
        <Part name="Mai" />
        <Part name="An" />
      </>,
    );
    expect(text()).toBe('Mai has to waitAn has to wait');
    await arrive();
    await waitFor(() => expect(text()).toBe('Hello, MaiHello, An'));
    expect(fetchPart).toHaveBeenCalledOnce();
  });

  it('gives way to another part, and stays away when its code has come', async () => {
    const [first, second] = [download(), download()];
    const First = lazyPart(first.fetchPart, { fallback: Waiting });
    const Second = lazyPart(second.fetchPart, { fallback: Waiting });
    let showSecond: () => void = () => undefined;
    const Place = () => {
      const [isSecond, setSecond] = useState(false);
      showSecond = () => setSecond(true);
      return isSecond ? <Second name="An" /> : <First name="Mai" />;
    };
    renderPart(<Place />);
    expect(text()).toBe('Mai has to wait');
    act(() => showSecond());
    await first.arrive();
    expect(text()).toBe('An has to wait');
    await second.arrive();
    await waitFor(() => expect(text()).toBe('Hello, An'));
  });

  it('is there at once if it was loaded in advance', async () => {
    const { fetchPart, arrive } = download();
    const Part = lazyPart(fetchPart, { fallback: Waiting });
    const loaded = Part.load();
    await arrive();
    await loaded;
    renderPart(<Part name="Mai" />);
    expect(text()).toBe('Hello, Mai');
    expect(fetchPart).toHaveBeenCalledOnce();
  });
});

describe('if its code cannot be loaded', () => {
  it('says so in its place, and the rest of the page stays', async () => {
    const { fetchPart, fail } = download();
    const Part = lazyPart(fetchPart, { fallback: Nothing, failed: Failed });
    renderPart(
      <>
        beside <Part name="Mai" />
      </>,
    );
    await fail();
    await waitFor(() => expect(text()).toBe('beside Mai: offline'));
  });

  it('leaves that to the boundary above if it has no words of its own', async () => {
    const { fetchPart, fail } = download();
    const Part = lazyPart(fetchPart, { fallback: Nothing });
    renderPart(
      <ErrorBoundary fallback="the page failed">
        <Part name="Mai" />
      </ErrorBoundary>,
    );
    await fail();
    await waitFor(() => expect(text()).toBe('the page failed'));
  });

  it('asks again when it is shown again', async () => {
    const fetchPart = vi.fn(async () => Greeting).mockRejectedValueOnce('offline');
    const Part = lazyPart(fetchPart, { fallback: Waiting, failed: Failed });
    const { rerender } = renderPart(<Part key="first" name="Mai" />);
    await screen.findByText('Mai: offline');
    rerender(<Part key="second" name="Mai" />);
    await screen.findByText('Hello, Mai');
    expect(fetchPart).toHaveBeenCalledTimes(2);
  });

  it('rejects loading in advance, and tries again when it is shown', async () => {
    const fetchPart = vi.fn(async () => Greeting).mockRejectedValueOnce('offline');
    const Part = lazyPart(fetchPart, { fallback: Waiting, failed: Failed });
    await expect(Part.load()).rejects.toBe('offline');
    renderPart(<Part name="Mai" />);
    await screen.findByText('Hello, Mai');
  });
});

it('shows a crash of the part in its place too', async () => {
  const Crashing = (_: Named): ReactNode => {
    throw new Error('broken');
  };
  const Part = lazyPart(async () => Crashing, { fallback: Nothing, failed: Failed });
  renderPart(<Part name="Mai" />);
  await screen.findByText('Mai: Error: broken');
});
