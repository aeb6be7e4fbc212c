import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { isMessage, runProgram } from "../process/run-program.ts";
import type { StackKeys } from "../process/stack-keys.ts";
import { checkOverHttp, supervise } from "../process/supervise.ts";
import { demoAccounts } from "../seed/demo-accounts.ts";

const installerSchema = z.object({
  runInstall: z.custom<() => string>((v) => typeof v === "function"),
});

/** Starts one offline Deno process for all edge functions. The process gets only the variables in `environment`. */
export async function startFunctions(options: {
  port: number;
  directory: URL;
  environment: Record<string, string>;
  log: Writable;
  onProblem: (line: string) => void;
  report: (line: string) => void;
}) {
  const { port, directory, environment, log, onProblem, report } = options;
  const require = createRequire(import.meta.url);
  const deno = installerSchema.parse(require("deno/install_api.cjs")).runInstall();
  const project = fileURLToPath(new URL("../../../", import.meta.url));
  const parameters = [
    "run",
    "--quiet",
    "--no-prompt",
    "--no-lock",
    "--cached-only",
    "--node-modules-dir=manual",
    // This option tells Deno 2 not to abort an HTTP request that is answered. Without the option, Deno prints a warning
    // about its former behaviour.
    "--unstable-no-legacy-abort",
    `--config=${fileURLToPath(new URL("deno.json", directory))}`,
    "--allow-net",
    "--allow-env",
    "--allow-sys",
    `--allow-read=${project}`,
    fileURLToPath(new URL("functions-host.ts", import.meta.url)),
    directory.href,
    String(port),
  ];
  const functions = supervise({
    name: "O Deno das funções",
    report,
    check: checkOverHttp(`http://127.0.0.1:${port}/`),
    launch() {
      const child = spawn(deno, parameters, {
        cwd: project,
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          PATH: process.env["PATH"],
          HOME: process.env["HOME"],
          NO_COLOR: "1",
          ...environment,
        },
      });
      return runProgram(child, {
        ready: "ready",
        log,
        onLine(line, isProblem) {
          if (isProblem && isMessage(line)) onProblem(line);
        },
      });
    },
  });
  await functions.start();
  return functions;
}

export interface ContentAddress {
  projectId: string;
  dataset: string;
  apiHost?: string | undefined;
  token?: string | undefined;
}

/** Returns the environment variables of the functions, which supabase/functions/_shared/env.ts reads. */
export function functionsEnvironment(options: {
  url: string;
  keys: StackKeys;
  siteUrl: string;
  smtpPort: number;
  content: ContentAddress | undefined;
  studioUrl: string | undefined;
}): Record<string, string> {
  const { url, keys, siteUrl, smtpPort, content, studioUrl } = options;
  return {
    // Otherwise React would use its slow development build.
    NODE_ENV: "production",
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SITE_URL: siteUrl,
    ALLOWED_ORIGINS: originsOf(siteUrl).join(),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "Payser <contato@payser.example>",
    STAFF_INBOX: demoAccounts.staff.email,
    ADDRESS_HASH_KEY: keys.addressHashKey,
    FORWARD_KEY: keys.forwardKey,
    METRICS_KEY: keys.metricsKey,
    ...(studioUrl && { STUDIO_URL: studioUrl }),
    ...(content && {
      SANITY_PROJECT_ID: content.projectId,
      SANITY_DATASET: content.dataset,
      ...(content.apiHost && { SANITY_API_HOST: content.apiHost }),
      ...(content.token && { SANITY_READ_TOKEN: content.token }),
    }),
  };
}

/** Returns the site's origin with localhost and with 127.0.0.1, because a browser may use either. */
function originsOf(siteUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(siteUrl);
  const names = ["localhost", "127.0.0.1"];
  if (!names.includes(hostname)) return [origin];
  return names.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
}
