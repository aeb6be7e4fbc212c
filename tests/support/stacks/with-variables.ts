/** Starts something while these variables are set, which it and what it starts inherit. */
export async function withVariables<Started>(
  variables: Record<string, string>,
  start: () => Promise<Started>,
): Promise<Started> {
  Object.assign(process.env, variables);
  try {
    return await start();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
}
