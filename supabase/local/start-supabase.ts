import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { deliveryTimer, retentionTimer } from "./timers.ts";
import { startApi } from "./api/start-api.ts";
import { startDatabase } from "./database/start-database.ts";
import {
  type ContentAddress,
  functionsEnvironment,
  startFunctions,
} from "./functions/start-functions.ts";
import { startInbox } from "./inbox/start-inbox.ts";
import { lockData } from "./process/data-lock.ts";
import { findFreePort } from "./process/ports.ts";
import { rotatingLog } from "./process/rotating-log.ts";
import { stackKeys } from "./process/stack-keys.ts";
import { demoAccounts } from "./seed/demo-accounts.ts";
import { seedDemoClaim } from "./seed/demo-claim.ts";
import { seedDemoDocuments } from "./seed/demo-documents.ts";
import { seedDemoLeases } from "./seed/demo-leases.ts";
import { seedDemoPayments } from "./seed/demo-payments.ts";
import { seedDemo } from "./seed/seed-demo.ts";

export type SupabaseOptions = {
  /** Ports on 127.0.0.1. The Supabase CLI's defaults are 54321, 54322 and 54324. */
  ports: { api: number; database: number; inbox: number };
  /** Directory of the database cluster, files, mails and keys. */
  dataDirectory: string;
  /** Origin of the site. Links in e-mails lead to the site, and only its pages may call the functions. */
  siteUrl: string;
  /** Location of the published content for the functions; when absent, the functions use the seed's content. */
  content?: ContentAddress;
  /** Origin of the studio, which may send test mails. */
  studioUrl?: string | undefined;
  /** Directory of the edge functions. With null, no functions start, and every call is answered with 503. */
  functionsDirectory?: URL | null;
  migrationsDirectory?: URL;
  /** Whether the first start adds demo accounts, contracts and simulations. */
  seed?: boolean;
  /** Milliseconds between calls of deliver-mail, or 0 for none. On a hosted project pg_cron makes these calls. */
  deliveryInterval?: number;
  /** Cost of bcrypt, as a power of two. Hosted projects use 10. Tests use a lower cost to run faster. */
  passwordCost?: number;
  logDirectory?: string;
  /** Listener for the warning and error lines of API and functions, which the log files contain too. */
  onProblem?: (line: string) => void;
  /** Listener for a line about each part that ended by itself. */
  report?: (line: string) => void;
};

export type LocalSupabase = Awaited<ReturnType<typeof startSupabase>>;

/** Starts PostgreSQL, the API, the edge functions and a mail inbox. If one part fails, the others are stopped. */
export async function startSupabase(options: SupabaseOptions) {
  const { ports, dataDirectory, siteUrl, seed = true, deliveryInterval = 5000 } = options;
  const { functionsDirectory = new URL("../functions/", import.meta.url), passwordCost = 10 } =
    options;
  const { onProblem = () => {}, report = console.error } = options;
  const closers: (() => Promise<unknown>)[] = [];
  const keep = async <P extends { close(): Promise<unknown> } | { stop(): Promise<unknown> }>(
    part: P | Promise<P>,
  ) => {
    const running = await part;
    closers.push("close" in running ? running.close : running.stop);
    return running;
  };
  const inside = (name: string) => join(dataDirectory, name);
  const { logDirectory = inside("logs") } = options;
  const logTo = (name: string) => rotatingLog(join(logDirectory, `${name}.log`));
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      const faults: unknown[] = [];
      for (const closer of closers.toReversed()) {
        await closer().catch((error: unknown) => faults.push(error));
      }
      if (faults.length > 0) throw new AggregateError(faults, "Nem tudo pôde ser encerrado");
    })());

  try {
    await mkdir(dataDirectory, { recursive: true });
    closers.push(await lockData(dataDirectory));
    const [smtpPort, functionsPort] = [await findFreePort(), await findFreePort()];
    const inbox = await keep(
      startInbox({
        ports: { page: ports.inbox, smtp: smtpPort },
        directory: inside("inbox"),
        ...(seed && { secondFactor: demoAccounts.secondFactor }),
      }),
    );
    const keys = await stackKeys(dataDirectory);
    const database = await keep(
      startDatabase({
        directory: inside("database"),
        port: ports.database,
        password: keys.databasePassword,
        log: logTo("postgres"),
        report,
        ...(options.migrationsDirectory && { migrations: options.migrationsDirectory }),
      }),
    );

    const url = `http://127.0.0.1:${ports.api}`;
    const { publishableKey, secretKey } = keys;
    const started = await Promise.allSettled([
      keep(
        startApi({
          settings: {
            port: ports.api,
            adminUrl: database.server.adminUrl,
            jwtSecret: keys.jwtSecret,
            publishableKey,
            secretKey,
            siteUrl,
            storageDirectory: inside("storage"),
            functionsOrigin: `http://127.0.0.1:${functionsPort}`,
            passwordCost,
          },
          log: logTo("api"),
          onProblem,
          report,
        }),
      ),
      functionsDirectory &&
        keep(
          startFunctions({
            port: functionsPort,
            directory: functionsDirectory,
            log: logTo("functions"),
            onProblem,
            report,
            environment: functionsEnvironment({
              url,
              keys,
              siteUrl,
              smtpPort,
              content: options.content,
              studioUrl: options.studioUrl,
            }),
          }),
        ),
    ]);
    const failed = started.find((part) => part.status === "rejected");
    if (failed) throw failed.reason;
    const [, functions] = started;
    if (seed) {
      await retryWhenUnreachable(() =>
        seedDemo({ url, secretKey, database: database.sql, siteUrl }),
      );
      for (const seedPart of [seedDemoDocuments, seedDemoClaim, seedDemoPayments, seedDemoLeases]) {
        await retryWhenUnreachable(() => seedPart({ url, secretKey, database: database.sql }));
      }
    }
    await database.sql.end();
    if (deliveryInterval > 0) {
      await keep(deliveryTimer({ url, secretKey, interval: deliveryInterval }));
      await keep(retentionTimer({ url, secretKey }));
    }

    return {
      url,
      publishableKey,
      secretKey,
      forwardKey: keys.forwardKey,
      metricsKey: keys.metricsKey,
      databaseUrl: database.url,
      logDirectory,
      inboxUrl: `http://127.0.0.1:${ports.inbox}`,
      accounts: demoAccounts,
      database: database.server,
      /** Process of the functions; null when none were started. */
      functions: functions.status === "fulfilled" ? functions.value : null,
      smtp: inbox.smtp,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Repeats `work` up to twice after lost connections, which a busy machine causes. `work` must skip finished steps. */
async function retryWhenUnreachable(work: () => Promise<void>, tries = 3): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isLost = error instanceof Error && error.message.includes("fetch failed");
    if (!isLost || tries === 1) throw error;
    await retryWhenUnreachable(work, tries - 1);
  }
}
