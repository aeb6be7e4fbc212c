/**
 * When PostgreSQL goes away in the middle of a transaction, the driver (postgres 3.4.9)
 * writes the rollback to a socket that is gone and throws outside of any promise. That one
 * error must not end the API; every other still does.
 */
export function surviveLostConnections(): void {
  process.on("uncaughtException", (error) => {
    if (!isLostWrite(error)) throw error;
    console.error("The database went away in the middle of a transaction");
  });
}

function isLostWrite(error: Error): boolean {
  return (
    error instanceof TypeError && /nextWrite .*postgres.src.connection\.js/.test(error.stack ?? "")
  );
}
