import { inboxServer } from "./inbox-server.ts";
import { messageStore } from "./message-store.ts";
import { smtpCatcher } from "./smtp-catcher.ts";

/** Starts the mail catcher and its page. `smtp` can be stopped and started, to test outages. */
export async function startInbox(options: {
  ports: { page: number; smtp: number };
  directory: string;
}) {
  const { ports, directory } = options;
  const store = await messageStore(directory);
  const page = await inboxServer(ports.page, store);
  let catcher: Awaited<ReturnType<typeof smtpCatcher>> | undefined;
  const smtp = {
    port: ports.smtp,
    async start() {
      catcher ??= await smtpCatcher(ports.smtp, store);
    },
    async stop() {
      await catcher?.close();
      catcher = undefined;
    },
  };
  await smtp.start();
  return {
    smtp,
    async close() {
      await smtp.stop();
      await page.close();
    },
  };
}
