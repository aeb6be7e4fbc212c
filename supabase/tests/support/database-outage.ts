/** Patterns of lines that the API prints while PostgreSQL is stopping or unavailable. */
export const databaseOutage = [
  /^SQLSTATE PGRST001$/,
  /^The database connection was lost during a request$/,
  /^PostgresError: (?:the database system is|terminating connection)/,
  /^Error: (?:The connection was lost|write CONNECTION_|(?:connect|read|write) E(?:CONN|PIPE))/,
];

/**
 * Pattern of the line that the launcher prints when a killed part was restarted, or when the restart is tried again.
 */
export const partRestarted = /^O .+ parou \(SIGKILL\) e (?:foi reiniciado|não voltou)/;
