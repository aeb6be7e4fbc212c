// The local API runs in a thread of its own. Otherwise the site could not answer while the API checks a password, which
// takes 100 ms of processor time.
import { parentPort, workerData } from "node:worker_threads";
import { serve } from "@hono/node-server";
import { App, setExperimental } from "@supabase/lite";
import postgres from "postgres";
import { z } from "zod";
import { fileStorage } from "./file-storage.ts";
import { functionsProxy } from "./functions-proxy.ts";
import { LocalConnection, answering, surviveLostConnections } from "./local-connection.ts";
import { accountChange, passwordGrant } from "./shims/auth-passwords.ts";
import { adminUsers } from "./shims/admin-users.ts";
import {
  answerInTime,
  applyShims,
  authForPages,
  functionsForPages,
  pathCharacters,
} from "./shims/shim.ts";
import { multipartUpload, oneFileAtATime, signedUrl } from "./shims/storage.ts";
import { assuranceLevel } from "./shims/assurance-level.ts";
import { secondFactor } from "./shims/auth-factors.ts";
import { publicEndpoints } from "./shims/public-endpoints.ts";

const settingsSchema = z.object({
  port: z.int(),
  adminUrl: z.string(),
  jwtSecret: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  siteUrl: z.string(),
  storageDirectory: z.string(),
  functionsOrigin: z.string(),
  passwordCost: z.int(),
});

/** Settings that `new Worker` copies into the thread. */
export type ApiSettings = z.input<typeof settingsSchema>;

surviveLostConnections();
const settings = settingsSchema.parse(workerData);
setExperimental("storage", true);
const connection = new LocalConnection(settings.adminUrl);
const database = postgres(settings.adminUrl, { max: 4, onnotice: () => undefined });

const minimum_password_length = 8;
const app = new App({
  connection,
  api: { schemas: ["public"], max_rows: 1000 },
  auth: {
    enabled: true,
    enable_signup: false,
    jwt_secret: settings.jwtSecret,
    publishable_key: settings.publishableKey,
    secret_key: settings.secretKey,
    site_url: settings.siteUrl,
    jwt_expiry: 1800,
    sessions: { timebox: "12h", inactivity_timeout: "1h" },
    minimum_password_length,
    email: {
      enable_signup: true,
      enable_confirmations: true,
    },
  },
  storage: { enabled: true, file_size_limit: "10MiB" },
  studio: { enabled: false },
  // The auth server must send no mails, because strangers could use it to mail people. Hosted projects
  // discard its mails by the hook private.withhold_auth_mail.
  options: { drivers: { email: { send: () => Promise.resolve() } } },
});
app._storageAdapter = fileStorage(settings.storageDirectory);
await app.init();

const addresses = new WeakMap<Request, string>();
const callerOf = (request: Request) => addresses.get(request) ?? "";
const answer = applyShims(
  [
    authForPages,
    functionsForPages,
    answerInTime(10_000),
    publicEndpoints({ secretKey: settings.secretKey, callerOf }),
    adminUsers({ ...settings, database, minimumPasswordLength: minimum_password_length }),
    secondFactor(database, settings.siteUrl),
    assuranceLevel({ database, jwtSecret: settings.jwtSecret }),
    accountChange(database),
    passwordGrant({
      database,
      secretKey: settings.secretKey,
      passwordCost: settings.passwordCost,
      callerOf,
    }),
    pathCharacters,
    oneFileAtATime,
    multipartUpload,
    signedUrl,
  ],
  (request) => Promise.resolve(app.fetch(request)),
);
const proxy = functionsProxy(settings.functionsOrigin);

const server = serve(
  {
    port: settings.port,
    hostname: "127.0.0.1",
    // Idle connections stay open for 75 s, like on hosted projects, because a busy machine may reuse a connection late.
    serverOptions: { keepAliveTimeout: 75_000 },
    fetch(request: Request, env) {
      const { pathname } = new URL(request.url);
      const { remoteAddress = "127.0.0.1" } = "incoming" in env ? env.incoming.socket : {};
      // This path is the health check of the thread. The thread answers even when the database does not.
      if (pathname === "/")
        return Response.json({ message: "no Route matched with those values" }, { status: 404 });
      if (pathname.startsWith("/functions/v1/")) return proxy(request, remoteAddress);
      addresses.set(request, remoteAddress);
      return answering(request, () => answer(request));
    },
  },
  () => parentPort?.postMessage("ready"),
);

parentPort?.once("message", async () => {
  server.close();
  if ("closeAllConnections" in server) server.closeAllConnections();
  await connection.close();
  await database.end({ timeout: 2 });
  parentPort?.close();
});
