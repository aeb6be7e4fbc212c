import { type Auth, connectAuth } from "./auth.ts";
import {
  createContentReader,
  createVersionsReader,
  type ReadContent,
  type ReadTermsVersions,
} from "./content/read-content.ts";
import { createEditorFinder, type FindEditor } from "./content/find-editor.ts";
import { type Log, createFailureCount, logLine } from "./log.ts";
import { connectDatabase, type CallDatabase } from "./database.ts";
import type { Env } from "./env.ts";
import { connectFiles, type Files } from "./files.ts";
import {
  callerAddress,
  callerNetwork,
  createAddressHash,
  createUnnamedCaller,
} from "./http/caller.ts";
import type { Gate } from "./http/endpoint.ts";
import { createKick, type Kick, postWorker } from "./workers.ts";
import { createLeakCheck, type IsLeaked } from "./passwords.ts";
import { openSmtpMailer, type Mailer } from "./mail/smtp-mailer.ts";

/** External parts that the handlers of edge functions use. Tests can replace each part. */
export type Parts = {
  /** Origins and keys that are accepted by the functions that the site's pages call. */
  publicGate: Gate;
  /** Origins and keys that are accepted by the functions that only the platform itself calls. */
  secretGate: Gate;
  /** Origins and keys that are accepted by the functions that the editors' studio (Sanity) calls. */
  studioGate: Gate;
  callDatabase: CallDatabase;
  auth: Auth;
  files: Files;
  isLeakedPassword: IsLeaked;
  kickDelivery: Kick;
  kickDocuments: Kick;
  openMailer: () => Mailer;
  readContent: ReadContent;
  readTermsVersions: ReadTermsVersions;
  findEditor: FindEditor;
  /** Returns the caller's network address, or a name for a group of callers when the platform sends no address. */
  callerAddress: (request: Request) => string | null;
  hashAddress: (address: string | null) => Promise<string>;
  siteUrl: string;
  staffInbox: string;
  /** Key that a caller of the function read-metrics must send. */
  metricsKey: string | undefined;
  /** Secrets that the functions share with the site's server, by the names of their environment variables. */
  sharedKeys: Readonly<Record<string, string | undefined>>;
  log: Log;
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
};

/** Creates the parts that production uses. `keepAlive` lets work continue after the HTTP answer. */
export function connectParts(env: Env, keepAlive: (work: Promise<void>) => void): Parts {
  const publishableKeys = Object.values(env.SUPABASE_PUBLISHABLE_KEYS);
  const secretKeys = Object.values(env.SUPABASE_SECRET_KEYS);
  const project = {
    url: env.SUPABASE_URL,
    publishableKey: env.SUPABASE_PUBLISHABLE_KEYS["default"] ?? publishableKeys[0] ?? "",
    secretKey: env.SUPABASE_SECRET_KEYS["default"] ?? secretKeys[0] ?? "",
  };
  const callDatabase = connectDatabase(project);
  const unnamedCaller = createUnnamedCaller(env.CLIENT_ADDRESS_HEADER, logLine);
  const countFailure = createFailureCount(
    (function_name, failures) =>
      callDatabase("count_function_failures", { function_name, failures }),
    keepAlive,
  );
  const addressOf = (request: Request) =>
    callerAddress(request, env.CLIENT_ADDRESS_HEADER, env.FORWARD_KEY) ?? unnamedCaller(request);
  const gate = {
    allowedOrigins: env.ALLOWED_ORIGINS,
    networkOf: (request: Request) => callerNetwork(addressOf(request)),
    log: logLine,
    countFailure,
  };
  return {
    publicGate: { ...gate, acceptedKeys: [...publishableKeys, ...secretKeys] },
    secretGate: { ...gate, acceptedKeys: secretKeys },
    studioGate: {
      ...gate,
      allowedOrigins: env.STUDIO_URL ? [new URL(env.STUDIO_URL).origin] : [],
      acceptedKeys: publishableKeys,
    },
    callDatabase,
    auth: connectAuth(project),
    files: connectFiles(project),
    isLeakedPassword: createLeakCheck(env.LEAKED_PASSWORDS_URL),
    kickDelivery: createKick(() => postWorker("deliver-mail", project), keepAlive),
    kickDocuments: createKick(() => postWorker("issue-documents", project), keepAlive),
    readContent: createContentReader(contentAddress(env), { callDatabase, log: logLine }),
    readTermsVersions: createVersionsReader(contentAddress(env)),
    findEditor: createEditorFinder(contentAddress(env)),
    openMailer: () => openSmtpMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }),
    callerAddress: addressOf,
    hashAddress: createAddressHash(env.ADDRESS_HASH_KEY),
    siteUrl: env.SITE_URL.replace(/\/$/, ""),
    staffInbox: env.STAFF_INBOX,
    metricsKey: env.METRICS_KEY,
    sharedKeys: { FORWARD_KEY: env.FORWARD_KEY, ADDRESS_HASH_KEY: env.ADDRESS_HASH_KEY },
    log: logLine,
    now: Date.now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}

function contentAddress(env: Env) {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset } = env;
  if (projectId === undefined || dataset === undefined) return undefined;
  return { projectId, dataset, apiHost: env.SANITY_API_HOST, token: env.SANITY_READ_TOKEN };
}
