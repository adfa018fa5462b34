/** Something the operator has to change before the app can start. Its message is the one sentence that is printed, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
