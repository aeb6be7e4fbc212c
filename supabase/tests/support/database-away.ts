/** What the API prints while PostgreSQL is away or goes. */
export const databaseAway = [
  /^SQLSTATE PGRST001$/,
  /^The database went away while it was spoken to$/,
  /^PostgresError: (?:the database system is|terminating connection)/,
  /^Error: (?:The connection was lost|write CONNECTION_|(?:connect|read|write) E(?:CONN|PIPE))/,
];

/** What is told when a part that was killed runs again, or is tried again. */
export const restartedByItself = /^O .+ parou \(SIGKILL\) e (?:foi reiniciado|não voltou)/;
