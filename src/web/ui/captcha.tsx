import CaptchaWorker from 'altcha/workers/pbkdf2?worker';
import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { clientError, errorText } from '#web/data/api-error.ts';
import { nowMs } from '#web/lib/clock.ts';

interface CaptchaFieldProps {
  captcha: Captcha;
  /** What the server said of the last one. */
  error?: string | null;
}

/** How far the check is that somebody is human: one quiet line, that asks for nothing unless it failed. */
export function CaptchaField({ captcha: { state, hasExpired, problem, renew }, error }: CaptchaFieldProps) {
  const t = useTranslations('auth');
  const wrong = problem ?? error ?? null;
  const words = hasExpired ? 'captcha_expired' : (`captcha_${state === 'idle' ? 'ready' : state}` as const);
  return (
    <div className="grid gap-1">
      <div className="flex min-h-6 items-center gap-2 text-[12.5px] text-muted">
        <CaptchaIcon state={state} />
        <span role="status">{t(words)}</span>
        {state === 'failed' && (
          <button type="button" onClick={renew} className="thumb ml-auto font-[620] text-accent hover:underline">
            {t('captcha_retry')}
          </button>
        )}
      </div>
      {wrong && (
        <p role="alert" className="text-[12.5px] text-bad">
          {wrong}
        </p>
      )}
    </div>
  );
}

function CaptchaIcon({ state }: Pick<Captcha, 'state'>) {
  if (state === 'failed') return <ShieldAlert size={15} aria-hidden className="flex-none text-bad" />;
  if (state === 'solving') return <LoaderCircle size={15} aria-hidden className="flex-none animate-spin motion-reduce:animate-none" />;
  return <ShieldCheck size={15} aria-hidden className="flex-none text-good" />;
}

interface CaptchaView {
  /** `idle`: the last one was used up, and nobody needs another yet. */
  state: 'idle' | 'solving' | 'ready' | 'failed';
  /** It is being solved again because the one before had waited too long. */
  hasExpired: boolean;
  /** Why it failed. */
  problem: string | null;
}

export interface Captcha extends CaptchaView {
  /** A solution to send, which is used up by it; waits until there is one. Null where none can be had: the view says why. */
  take: () => Promise<string | null>;
  /** Begins with another: after a failure, or when what was taken has been refused. */
  renew: () => void;
}

/**
 * A proof of work, begun as soon as it is wanted, so that it is done before the form is filled in. `ageMs`: how old it is at least when it is
 * sent. `ask` is called as it was the first time.
 */
export function useCaptchaBy(ask: AskCaptcha, { isWanted = true, ageMs = 0 } = {}): Captcha {
  const [captcha] = useState(() => createCaptcha(ask, ageMs));
  useEffect(() => (isWanted ? captcha.open() : undefined), [captcha, isWanted]);
  const { take, renew } = captcha;
  return { ...useStore(captcha.view), take, renew };
}

/** One that expires this soon might not reach the server in time. */
const SPARE_MS = 15_000;

const SOLVING: CaptchaView = { state: 'solving', hasExpired: false, problem: null };

interface Attempt {
  controller: AbortController;
  /** Null when it failed or was given up. */
  solved: Promise<SolvedCaptcha | null>;
}

function createCaptcha(ask: AskCaptcha, ageMs: number) {
  const view = createStore<CaptchaView>(() => SOLVING);
  let attempt: Attempt | null = null;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  function drop() {
    clearTimeout(expiry);
    attempt?.controller.abort();
    attempt = null;
  }

  function begin(hasExpired = false): Attempt {
    drop();
    const controller = new AbortController();
    view.setState({ ...SOLVING, hasExpired });
    const solved = solveCaptcha(ask, controller.signal).then(
      (captcha) => {
        if (controller.signal.aborted) return null;
        view.setState({ ...SOLVING, state: 'ready' });
        expiry = setTimeout(() => begin(true), Math.min(msLeft(captcha), TIMER_MS_MAX));
        return captcha;
      },
      (error: unknown) => {
        if (!controller.signal.aborted) view.setState({ ...SOLVING, state: 'failed', problem: errorText(error, 'captcha_failed') });
        return null;
      },
    );
    attempt = { controller, solved };
    return attempt;
  }

  async function take(): Promise<string | null> {
    const isUnderWay = attempt !== null && view.getState().state !== 'failed';
    let mine = isUnderWay && attempt ? attempt : begin();
    let captcha = await mine.solved;
    // Timers stand still while a phone sleeps.
    if (captcha && msLeft(captcha) <= 0) {
      mine = begin(true);
      captcha = await mine.solved;
    }
    if (!captcha) return null;
    await oldEnough(captcha, ageMs);
    if (mine.controller.signal.aborted) return null;
    drop();
    view.setState({ ...SOLVING, state: 'idle' });
    return captcha.solution;
  }

  /** Begins, unless it was begun already, until the returned function is called. */
  function open() {
    if (attempt === null) begin();
    return drop;
  }

  return { view, open, take, renew: () => void begin() };
}

/** The longest that a timer can be set to. */
const TIMER_MS_MAX = 2 ** 31 - 1;

const msLeft = ({ expiresAtMs }: SolvedCaptcha): number => expiresAtMs - SPARE_MS - nowMs();

async function oldEnough({ cameMs }: SolvedCaptcha, ageMs: number): Promise<void> {
  const left = cameMs + ageMs - performance.now();
  if (ageMs > 0 && left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}

/** A proof of work that was done, good for one request. */
interface SolvedCaptcha {
  /** As requests carry it: ALTCHA's encoding. */
  solution: string;
  /** When the challenge had come, by `performance.now()`. */
  cameMs: number;
  /** By the server's clock, in milliseconds. */
  expiresAtMs: number;
}

/** A slow phone needs some seconds; what takes this long will not come to an end. */
const SOLVE_MS_MAX = 60_000;

/** More of them would only make a phone warm. */
const WORKERS_MAX = 4;

/** Asks the server for a challenge. */
type AskCaptcha = (signal: AbortSignal) => Promise<unknown>;

/** Fetches a challenge and solves it beside the page, in workers. Throws an `ApiError` that says why not, and when told to stop. */
async function solveCaptcha(ask: AskCaptcha, signal: AbortSignal): Promise<SolvedCaptcha> {
  // Without https a browser computes no hashes, but where the site runs on the very same machine.
  if (window.isSecureContext === false) throw clientError('captcha_insecure');
  const challenge = (await ask(signal)) as Challenge;
  const cameMs = performance.now();
  const solution = await inWorkers(challenge, signal).catch((error: unknown) => {
    throw clientError('captcha_failed', 0, error);
  });
  signal.throwIfAborted();
  if (solution === null) throw clientError('captcha_failed');
  const { parameters, signature } = challenge;
  return {
    solution: btoa(JSON.stringify({ challenge: { parameters, signature }, solution })),
    cameMs,
    expiresAtMs: parameters.expiresAt === undefined ? Number.POSITIVE_INFINITY : parameters.expiresAt * 1_000,
  };
}

function inWorkers(challenge: Challenge, signal: AbortSignal) {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  return solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(WORKERS_MAX, navigator.hardwareConcurrency || 1),
    createWorker: () => new CaptchaWorker(),
    timeout: SOLVE_MS_MAX,
  });
}
