/** Codes of errors, by system or driver or SQLSTATE, that mean that the database is not there. */
export const outageCode = /^(CONNECTION_|CONNECT_|ECONN|EPIPE|57P0|08)/;

/**
 * When PostgreSQL goes away, the driver (postgres 3.4.9) writes to a socket that is gone, or no
 * longer listens to one that breaks, and the error is thrown outside of any promise. Those must
 * not end the API; every other error still does.
 */
export function surviveLostConnections(): void {
  process.on("uncaughtException", (error) => {
    if (!isLostWrite(error) && !isOutage(error)) throw error;
    console.error("The database went away while it was spoken to");
  });
}

function isLostWrite(error: Error): boolean {
  return (
    error instanceof TypeError && /nextWrite .*postgres.src.connection\.js/.test(error.stack ?? "")
  );
}

function isOutage(error: Error): boolean {
  return "code" in error && outageCode.test(String(error.code));
}
