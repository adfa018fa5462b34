/** Connection refused, lost or shut down: the database's fault, and worth another try. The driver's own errors have no code. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[123]|08\w{3})$/.test(code);
  return typeof message === 'string' && DRIVER_LOST_CONNECTION.test(message);
}

const DRIVER_LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/;
