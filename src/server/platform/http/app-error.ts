import { ERROR_STATUS, type ErrorCode, type ErrorParams } from '#contract/errors.ts';

/** A refusal with one of the contract's codes: the only error a service throws on purpose. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams | undefined;
  constructor(code: ErrorCode, params?: ErrorParams) {
    super(code);
    this.code = code;
    this.params = params;
  }
  get status() {
    return ERROR_STATUS[this.code];
  }
}

/** The refusal of a limit, with the time to wait in seconds and, for its sentence, in minutes. */
export const rateLimited = (waitMs: number): AppError => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('rate_limited', { seconds, minutes: Math.max(1, Math.ceil(seconds / 60)) });
};
