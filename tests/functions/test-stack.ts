import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { z } from "zod";
import type { ContentAddress } from "../../supabase/local/functions/start-functions.ts";
import { seedDemo } from "../../supabase/local/seed/seed-demo.ts";
import { connectAsOwner } from "../../supabase/tests/support/connect-as-owner.ts";
import {
  ownSupabase,
  type TestSupabase,
  workerSupabase,
} from "../../supabase/tests/support/worker-supabase.ts";

const messagesSchema = z.array(
  z.object({
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
);

/** Waits until `look` returns the expected value. The timeout is long, because a busy machine may be slow. */
export const eventually = <Seen>(look: () => Seen | Promise<Seen>) =>
  expect.poll(look, { timeout: 20_000, interval: 50 });

export type Call = {
  /** Request body. Strings and bytes are sent unchanged, and other values are sent as JSON. */
  body?: unknown;
  /** Headers that replace or extend the headers that a page of the site sends; null removes a header. */
  headers?: Record<string, string | null>;
  method?: string;
  /** Loopback address of the caller. A test sets this address, because calls are limited per network address. */
  from?: string;
};

export type Answer = { status: number; headers: Record<string, unknown>; body: unknown };

export type TestStack = Awaited<ReturnType<typeof startTestStack>>;

interface OwnStack {
  /** True when password hashing is as slow as in production, for tests that compare response times. */
  slowPasswords?: boolean;
  /** Content API that the edge functions read. When absent, the functions use the seed content. */
  content?: ContentAddress;
  siteUrl?: string;
  studioUrl?: string;
}

/**
 * Returns a Supabase with the demo data for a test file. Without `own`, all files of a test worker share one Supabase.
 * With `own`, even an empty object, the file gets a separate Supabase and may stop its parts. Mails are sent when a
 * function has queued them or when a test calls `deliver`.
 */
export async function startTestStack(own?: OwnStack) {
  if (!own) {
    const shared = await workerSupabase();
    await shared.begin("demo");
    return withCalls(shared, () => Promise.resolve());
  }
  const { slowPasswords, ...options } = own;
  const stack = await ownSupabase({ ...options, ...(slowPasswords && { passwordCost: 10 }) });
  if (slowPasswords) {
    await stack.begin("empty");
    const database = connectAsOwner(stack.databaseUrl);
    await seedDemo({ ...stack, database }).finally(() => database.end());
  }
  return withCalls(stack, stack.close);
}

function withCalls(stack: TestSupabase, close: () => Promise<void>) {
  const sql = connectAsOwner(stack.databaseUrl);

  const call = (name: string, options: Call = {}) => send(`/functions/v1/${name}`, options);

  function send(path: string, { body = {}, headers = {}, method = "POST", from }: Call) {
    const raw = typeof body === "string" || body instanceof Uint8Array;
    const all = {
      origin: stack.siteUrl,
      apikey: stack.publishableKey,
      "content-type": "application/json",
      ...headers,
    };
    const sent = Object.entries(all).flatMap(([header, value]) =>
      value === null ? [] : [[header, value]],
    );
    return new Promise<Answer>((resolve, reject) => {
      const request = httpRequest(
        `${stack.url}${path}`,
        {
          method,
          headers: Object.fromEntries(sent),
          // Each call opens a new connection. The server closes a connection when it refuses a large body, so the next
          // call on that connection would fail.
          agent: false,
          ...(from ? { localAddress: from } : {}),
        },
        (response) => {
          text(response).then((answered) => {
            const { statusCode: status = 0, headers: received } = response;
            resolve({ status, headers: received, body: parseBody(answered) });
          }, reject);
        },
      );
      request.on("error", reject);
      request.end(raw ? body : JSON.stringify(body));
    });
  }

  return {
    ...stack,
    sql,
    call,
    /** Calls an endpoint of the auth server with the publishable key. */
    auth: (path: string, options: Call = {}) => send(`/auth/v1/${path}`, options),
    /** Runs the delivery worker once. In production, a schedule runs the worker. */
    deliver: () => call("deliver-mail", { headers: { apikey: stack.secretKey, origin: null } }),
    /** Returns the mails that arrived for an e-mail address, newest first. */
    async inbox(to: string) {
      const found = await fetch(`${stack.inboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
      return messagesSchema.parse(await found.json());
    },
    /** Signs in at the auth server and returns the session that a browser gets. */
    async signIn(email: string, password: string) {
      const answered = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: stack.publishableKey, "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      const session = z.object({ access_token: z.string(), refresh_token: z.string() });
      return session.parse(await answered.json());
    },
    async stop() {
      await sql.end({ timeout: 2 });
      await close();
    },
  };
}

function parseBody(answered: string): unknown {
  try {
    return JSON.parse(answered);
  } catch {
    return answered;
  }
}
