import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { MessageStore } from "./message-store.ts";

/** An SMTP server on 127.0.0.1 that delivers nothing and keeps everything. */
export async function smtpCatcher(port: number, store: MessageStore) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    size: 5 * 1024 * 1024,
    logger: false,
    onAuth: (_login, _session, callback) => callback(null, { user: "local" }),
    onData(stream, _session, callback) {
      buffer(stream)
        .then((raw) => store.add(raw))
        .then(
          () => callback(),
          (error: Error) => callback(error),
        );
    },
  });
  // A client that hangs up in the middle of a message is no fault of the server.
  server.on("error", () => undefined);
  const listener = server.listen(port, "127.0.0.1");
  await once(listener, "listening");
  return {
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
