import CaptchaWorker from 'altcha/workers/pbkdf2?worker';
import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldExclamationPoint from 'lucide-react/icons/shield-exclamation-point';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { clientError, errorText } from '#web/data/api-error.ts';
import { nowMs } from '#web/lib/clock.ts';

interface CaptchaFieldProps {
  captcha: Captcha;
  /** The server's message on the last captcha. */
  error?: string | null;
}

/** The progress of the captcha: one quiet line, which needs attention only on failure. */
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
  if (state === 'failed') return <ShieldExclamationPoint size={15} aria-hidden className="flex-none text-bad" />;
  if (state === 'solving') return <LoaderCircle size={15} aria-hidden className="flex-none animate-spin motion-reduce:animate-none" />;
  return <ShieldCheck size={15} aria-hidden className="flex-none text-good" />;
}

interface CaptchaView {
  /** `idle`: the last one was used, and another is not needed yet. */
  state: 'idle' | 'solving' | 'ready' | 'failed';
  /** It is being solved again because the previous one expired. */
  hasExpired: boolean;
  /** Why it failed. */
  problem: string | null;
}

export interface Captcha extends CaptchaView {
  /** Resolves to a solution, which is then used up. Null if none is available: the view says why. */
  take: () => Promise<string | null>;
  /** Starts another: after a failure, or when a solution was refused. */
  renew: () => void;
}

/**
 * A proof of work, started in advance so that it is done before the form is filled in. `ageMs`: its minimum age when sent. Later changes of
 * `ask` are ignored.
 */
export function useCaptchaBy(ask: AskCaptcha, { isWanted = true, ageMs = 0 } = {}): Captcha {
  const [captcha] = useState(() => createCaptcha(ask, ageMs));
  useEffect(() => (isWanted ? captcha.open() : undefined), [captcha, isWanted]);
  const { take, renew } = captcha;
  return { ...useStore(captcha.view), take, renew };
}

/** A captcha that expires within this time might not reach the server in time. */
const SPARE_MS = 15_000;

const SOLVING: CaptchaView = { state: 'solving', hasExpired: false, problem: null };

interface Attempt {
  controller: AbortController;
  /** Null if it failed or was cancelled. */
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
    // Timers are suspended while a phone sleeps.
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

  /** Starts, unless already started, until the returned function is called. */
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

/** A solved proof of work, valid for one request. */
interface SolvedCaptcha {
  /** In the encoding of requests, ALTCHA's. */
  solution: string;
  /** When the challenge arrived, by `performance.now()`. */
  cameMs: number;
  /** By the server's clock, in milliseconds. */
  expiresAtMs: number;
}

/** A slow phone needs some seconds; after this time it will not finish. */
const SOLVE_MS_MAX = 60_000;

/** More workers would only heat up a phone. */
const WORKERS_MAX = 4;

/** Asks the server for a challenge. */
type AskCaptcha = (signal: AbortSignal) => Promise<unknown>;

/** Fetches a challenge and solves it in workers, beside the page. Throws an `ApiError` with the reason, and when aborted. */
async function solveCaptcha(ask: AskCaptcha, signal: AbortSignal): Promise<SolvedCaptcha> {
  // Without https, browsers compute hashes only if the site runs on the same machine.
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
