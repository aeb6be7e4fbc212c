import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import postgres from "postgres";
import { expect } from "vitest";
import { z } from "zod";
import { findSupabasePorts } from "../../supabase/tests/support/find-supabase-ports.ts";
import type { ContentAddress } from "../../supabase/local/functions/functions-environment.ts";
import { startSupabase } from "../../supabase/local/start-supabase.ts";
import { copyDataTemplate, passwordCost } from "../../supabase/tests/support/data-templates.ts";

export const siteUrl = "http://127.0.0.1:3999";

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

/**
 * A whole local Supabase of its own in a temporary directory. Mail goes out when kicked. With
 * `slowPasswords` a password takes as long as in production, for tests that compare times. Without
 * `content`, functions have the seed's.
 */
export async function startTestStack({
  slowPasswords = false,
  content,
  studioUrl,
}: { slowPasswords?: boolean; content?: ContentAddress; studioUrl?: string } = {}) {
  const directory = await mkdtemp(join(tmpdir(), "functions-test-"));
  const dataDirectory = join(directory, "data");
  await copyDataTemplate(slowPasswords ? "empty" : "demo", dataDirectory);
  const stack = await startSupabase({
    ports: await findSupabasePorts(),
    dataDirectory,
    siteUrl,
    deliveryInterval: 0,
    onProblem: console.error,
    studioUrl,
    ...(content && { content }),
    ...(slowPasswords ? {} : { passwordCost }),
  }).catch(async (error: unknown) => {
    await rm(directory, { recursive: true, force: true });
    throw error;
  });
  const sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => undefined });

  function call(name: string, { body = {}, headers = {}, method = "POST", from }: Call = {}) {
    const raw = typeof body === "string" || body instanceof Uint8Array;
    const all = {
      origin: siteUrl,
      apikey: stack.publishableKey,
      "content-type": "application/json",
      ...headers,
    };
    const sent = Object.entries(all).flatMap(([header, value]) =>
      value === null ? [] : [[header, value]],
    );
    return new Promise<Answer>((resolve, reject) => {
      const request = httpRequest(
        `${stack.url}/functions/v1/${name}`,
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
    dataDirectory,
    sql,
    call,
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
      await stack.close();
      await rm(directory, { recursive: true, force: true });
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
