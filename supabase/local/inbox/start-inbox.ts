import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { inboxPage } from "./inbox-page.ts";
import { type MessageStore, messageStore } from "./message-store.ts";

/** Starts an SMTP server and the page that shows its mails. Tests stop `smtp` to simulate an outage. */
export async function startInbox(options: {
  ports: { page: number; smtp: number };
  directory: string;
  /** Secret of the second factor of the demo accounts, whose current code the page shows. */
  secondFactor?: string;
}) {
  const { ports, directory, secondFactor } = options;
  const store = await messageStore(directory);
  const page = await inboxServer(ports.page, store, secondFactor);
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

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";
// Content security policy of a displayed mail: its own styles are allowed, scripts and network access are not.
const mailPolicy =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Serves the page that shows caught e-mails. Also serves `/api/messages?to=` for tests. */
async function inboxServer(port: number, store: MessageStore, secondFactor?: string) {
  const app = new Hono();

  app.use(async (context, next): Promise<Response | void> => {
    // Only local host names are accepted. Otherwise a foreign site could point its domain at
    // 127.0.0.1 and read the mails.
    const host = new URL(context.req.url).hostname;
    if (host !== "127.0.0.1" && host !== "localhost") return context.text("Forbidden", 403);
    await next();
    context.header("cache-control", "no-store");
    context.header("x-content-type-options", "nosniff");
    context.header("referrer-policy", "no-referrer");
  });

  app.get("/", (context) => {
    context.header("content-security-policy", pagePolicy);
    const to = context.req.query("para")?.trim() || undefined;
    const selected = store.find(context.req.query("mensagem") ?? "");
    return context.html(inboxPage({ messages: store.list(to), selected, to, secondFactor }));
  });
  app.get("/mensagens/:id", (context) => {
    const message = store.find(context.req.param("id"));
    if (!message) return context.text("Mensagem não encontrada", 404);
    context.header("content-security-policy", mailPolicy);
    // Links in a mail open in a new tab, because the frame may not load other pages.
    return context.html(`<base target="_blank">${message.html}`);
  });
  app.get("/api/messages", (context) => context.json(store.list(context.req.query("to"))));
  app.delete("/api/messages", async (context) => {
    await store.clear();
    return context.body(null, 204);
  });

  const server = serve({ port, hostname: "127.0.0.1", fetch: app.fetch });
  await once(server, "listening");
  return {
    async close() {
      const ended = once(server, "close");
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await ended;
    },
  };
}

/** Starts an SMTP server on 127.0.0.1 that stores every mail and delivers none. */
async function smtpCatcher(port: number, store: MessageStore) {
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
  // A client that disconnects in the middle of a message is not an error of the server.
  server.on("error", () => undefined);
  const listener = server.listen(port, "127.0.0.1");
  await once(listener, "listening");
  return {
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
