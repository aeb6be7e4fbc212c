import { once } from "node:events";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { inboxPage } from "./inbox-page.ts";
import type { MessageStore } from "./message-store.ts";

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";
// The mail itself: its own styles, no script, no request to anywhere.
const mailPolicy =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** The page that shows caught e-mails, and `/api/messages?to=` for tests. */
export async function inboxServer(port: number, store: MessageStore) {
  const app = new Hono();

  app.use(async (context, next): Promise<Response | void> => {
    // Another site could point a name of its own at 127.0.0.1 and read the mails.
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
    return context.html(inboxPage({ messages: store.list(to), selected, to }));
  });
  app.get("/mensagens/:id", (context) => {
    const message = store.find(context.req.param("id"));
    if (!message) return context.text("Mensagem não encontrada", 404);
    context.header("content-security-policy", mailPolicy);
    // Links of a mail open beside it; inside the frame they would be refused.
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
