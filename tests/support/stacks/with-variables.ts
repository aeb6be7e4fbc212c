/** Calls `start` while these environment variables are set, so that the started programs inherit them. */
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
