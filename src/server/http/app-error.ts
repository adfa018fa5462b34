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
