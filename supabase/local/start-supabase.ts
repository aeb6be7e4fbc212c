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
import { seedDemo } from "./seed/seed-demo.ts";

export type SupabaseOptions = {
  /** Ports on 127.0.0.1; the hosted defaults are 54321, 54322 and 54324. */
  ports: { api: number; database: number; inbox: number };
  /** Everything that is kept: cluster, files, mails, keys. Made when missing. */
  dataDirectory: string;
  /** Where links in e-mails lead; its pages, and no others, may call the functions. */
  siteUrl: string;
  /** Where e-mails find the company that signs them; undefined means the seed's signs. */
  content?: ContentAddress;
  /** The studio, which may have test mails sent. */
  studioUrl?: string | undefined;
  /** null starts none, and every call of a function answers 503. */
  functionsDirectory?: URL | null;
  migrationsDirectory?: URL;
  /** Demo accounts, contracts and simulations on first start. */
  seed?: boolean;
  /** Milliseconds between calls of deliver-mail, pg_cron's work when hosted; 0 for no timers. */
  deliveryInterval?: number;
  /** Of bcrypt, as a power of two. Hosted projects use 10; tests need not wait so long. */
  passwordCost?: number;
  /** Where the logs of the parts are kept; undefined means in the data directory. */
  logDirectory?: string;
  /** Told each line of a warning or error of the API and the functions, which their logs hold too. */
  onProblem?: (line: string) => void;
  /** Told when a part ended by itself and was started again, or could not be. */
  tell?: (line: string) => void;
};

export type LocalSupabase = Awaited<ReturnType<typeof startSupabase>>;

/**
 * Starts Supabase on this machine: PostgreSQL, the API, the edge functions and an inbox. All
 * or nothing: when one part fails, those that run are stopped and the error is thrown.
 */
export async function startSupabase(options: SupabaseOptions) {
  const { ports, dataDirectory, siteUrl, seed = true, deliveryInterval = 5000 } = options;
  const { functionsDirectory = new URL("../functions/", import.meta.url), passwordCost = 10 } =
    options;
  const { onProblem = () => {}, tell = console.error } = options;
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
      startInbox({ ports: { page: ports.inbox, smtp: smtpPort }, directory: inside("inbox") }),
    );
    const keys = await stackKeys(dataDirectory);
    const database = await keep(
      startDatabase({
        directory: inside("database"),
        port: ports.database,
        password: keys.databasePassword,
        log: logTo("postgres"),
        tell,
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
          tell,
        }),
      ),
      functionsDirectory &&
        keep(
          startFunctions({
            port: functionsPort,
            directory: functionsDirectory,
            log: logTo("functions"),
            onProblem,
            tell,
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
      await whileUnreachable(() => seedDemo({ url, secretKey, database: database.sql, siteUrl }));
      await whileUnreachable(() => seedDemoClaim({ url, secretKey, database: database.sql }));
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
      /** What the site's process proves itself with to the functions. */
      forwardKey: keys.forwardKey,
      /** What it proves itself with when it asks how the backend is. */
      metricsKey: keys.metricsKey,
      databaseUrl: database.url,
      /** Holds what each part printed, in a file of its name. */
      logDirectory,
      inboxUrl: `http://127.0.0.1:${ports.inbox}`,
      accounts: demoAccounts,
      database: database.server,
      /** null where none were started. */
      functions: functions.status === "fulfilled" ? functions.value : null,
      smtp: inbox.smtp,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Does work that may be done anew, as what was done of it is skipped; a connection that a busy machine lost is
 * tried again twice.
 */
async function whileUnreachable(work: () => Promise<void>, tries = 3): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isLost = error instanceof Error && error.message.includes("fetch failed");
    if (!isLost || tries === 1) throw error;
    await whileUnreachable(work, tries - 1);
  }
}
