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

/** Waits until `look` sees what is expected; long, because a busy machine is no failure. */
export const eventually = <Seen>(look: () => Seen | Promise<Seen>) =>
  expect.poll(look, { timeout: 20_000, interval: 50 });

export type Call = {
  /** Sent as it is when it is text or bytes, else as JSON. */
  body?: unknown;
  /** Added to those of a visitor's page; null takes one away. */
  headers?: Record<string, string | null>;
  method?: string;
  /** A loopback address to call from: limits count by address. */
  from?: string;
};

export type Answer = { status: number; headers: Record<string, unknown>; body: unknown };

export type TestStack = Awaited<ReturnType<typeof startTestStack>>;

interface OwnStack {
  /** A password takes as long as in production, for tests that compare times. */
  slowPasswords?: boolean;
  /** Where functions read the published content; without it they have the seed's. */
  content?: ContentAddress;
  siteUrl?: string;
  studioUrl?: string;
}

/**
 * The worker's Supabase for one test file, with the demo data; given settings, even none in particular,
 * one of its own, whose parts the file may end. Mail goes out when kicked.
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
          // A connection of its own: one whose large body was refused unread closes a moment later.
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
    /** Calls the auth server with the publishable key. */
    auth: (path: string, options: Call = {}) => send(`/auth/v1/${path}`, options),
    /** Runs the worker once, as the schedule does. */
    deliver: () => call("deliver-mail", { headers: { apikey: stack.secretKey, origin: null } }),
    /** What has arrived for an address, newest first. */
    async inbox(to: string) {
      const found = await fetch(`${stack.inboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
      return messagesSchema.parse(await found.json());
    },
    /** A session of the auth server, as the browser gets it. */
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
