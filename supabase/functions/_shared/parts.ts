import { type Auth, type StaffAuth, connectAuth, connectStaffAuth } from "./auth.ts";
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
import { callerAddress, createAddressHash, createUnnamedCaller } from "./http/caller.ts";
import type { Gate } from "./http/endpoint.ts";
import { createKick, type Kick, postWorker } from "./workers.ts";
import { createLeakCheck, type IsLeaked } from "./passwords.ts";
import { openSmtpMailer, type Mailer } from "./mail/smtp-mailer.ts";

/** Everything a handler may depend on; each takes the few it needs. */
export type Parts = {
  /** The door of functions that pages call. */
  publicGate: Gate;
  /** The door of functions that only the platform calls. */
  secretGate: Gate;
  /** The door of functions that the studio calls. */
  studioGate: Gate;
  callDatabase: CallDatabase;
  auth: Auth;
  staffAuth: StaffAuth;
  files: Files;
  isLeakedPassword: IsLeaked;
  /** Has queued mail delivered. */
  kickDelivery: Kick;
  /** Has queued letters and contracts made. */
  kickDocuments: Kick;
  openMailer: () => Mailer;
  /** Business rules, company and texts of mails, as published. */
  readContent: ReadContent;
  readTermsVersions: ReadTermsVersions;
  findEditor: FindEditor;
  /** The caller's address, or a stand-in for one that the platform does not name. */
  callerAddress: (request: Request) => string | null;
  hashAddress: (address: string | null) => Promise<string>;
  siteUrl: string;
  staffInbox: string;
  /** Of whoever may read what waits and what failed. */
  metricsKey: string | undefined;
  /** Keys that others have to have alike, by their variables. */
  sharedKeys: Readonly<Record<string, string | undefined>>;
  log: Log;
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
};

/** Builds the real parts. `keepAlive` lets work go on after the answer. */
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
  const gate = { allowedOrigins: env.ALLOWED_ORIGINS, log: logLine, countFailure };
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
    staffAuth: connectStaffAuth(project),
    files: connectFiles(project),
    isLeakedPassword: createLeakCheck(env.LEAKED_PASSWORDS_URL),
    kickDelivery: createKick(() => postWorker("deliver-mail", project), keepAlive),
    kickDocuments: createKick(() => postWorker("issue-documents", project), keepAlive),
    readContent: createContentReader(contentAddress(env), { callDatabase, log: logLine }),
    readTermsVersions: createVersionsReader(contentAddress(env)),
    findEditor: createEditorFinder(contentAddress(env)),
    openMailer: () => openSmtpMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }),
    callerAddress: (request) =>
      callerAddress(request, env.CLIENT_ADDRESS_HEADER, env.FORWARD_KEY) ?? unnamedCaller(request),
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
