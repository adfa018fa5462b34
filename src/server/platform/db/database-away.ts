/**
 * Connection refused, lost or shut down, no way or no name to it, no connection left, or a server that only reads as another one has taken over:
 * the database's fault, and worth another try. The driver's own errors have no code.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return CONNECTION_CODE.test(code) || SERVER_CODE.test(code);
  return typeof message === 'string' && DRIVER_LOST_CONNECTION.test(message);
}

const CONNECTION_CODE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const SERVER_CODE = /^(57P0[123]|53300|25006|25P03|08\w{3})$/;
const DRIVER_LOST_CONNECTION =
  /^(Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/;
