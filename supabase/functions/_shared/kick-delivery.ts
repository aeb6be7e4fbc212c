/** Starts delivery of what a function has just queued, without making its caller wait. */
export type KickDelivery = () => void;

/**
 * Builds the kick from `post`, which runs deliver-mail. A failed kick loses nothing: the mail
 * stays queued and the schedule delivers it. While one runs, any number of others become one.
 */
export function createKick(
  post: () => Promise<void>,
  keepAlive: (work: Promise<void>) => void,
): KickDelivery {
  let running = false;
  let again = false;

  async function run(): Promise<void> {
    do {
      again = false;
      await post().catch(() => undefined);
    } while (again);
    running = false;
  }

  return () => {
    again = true;
    if (running) return;
    running = true;
    keepAlive(run());
  };
}

/** Calls deliver-mail with the secret key. */
export async function postDelivery(url: string, secretKey: string): Promise<void> {
  const response = await fetch(`${url}/functions/v1/deliver-mail`, {
    method: "POST",
    headers: { apikey: secretKey, "content-type": "application/json" },
    body: "{}",
  });
  await response.body?.cancel();
}
