import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { type Browser, type Page, chromium } from "@playwright/test";

const run = promisify(execFile);

const systemBrowsers = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Starts a headless Chromium: the one in `CHROMIUM_PATH`, of the system or of Playwright;
 * installs one when there is none.
 */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium() ?? (await installChromium());
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    args: [...switches, ...(isRoot ? ["--no-sandbox"] : [])],
  });
}

function findChromium(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names a file that does not exist: ${named}`);
  }
  return [...systemBrowsers, chromium.executablePath()].find((path) => existsSync(path));
}

async function installChromium(): Promise<string> {
  console.info("Nenhum Chromium encontrado: instalando um para os testes…");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await run("apt-get", ["update"]);
    await run("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"]);
  } else {
    await run("npx", ["playwright", "install", "chromium"]);
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error("Instale o Chromium ou informe o caminho em CHROMIUM_PATH.");
}

export interface VisitOptions {
  width?: number;
  height?: number;
  /** Errors of the console that the visited program is known to print. */
  expectedErrors?: readonly RegExp[];
  javaScriptEnabled?: boolean;
}

export interface Visit {
  page: Page;
  /** What no test expects: errors and warnings of the console, uncaught exceptions. */
  unexpectedErrors: string[];
  /** Hosts outside of this machine that the page tried to reach. */
  outsideHosts: Set<string>;
  close(): Promise<void>;
}

/** Opens a page of its own context, in Portuguese, which reaches this machine only. */
export async function openVisit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const { width = 1440, height = 900, expectedErrors = [], javaScriptEnabled = true } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    javaScriptEnabled,
  });
  const unexpectedErrors: string[] = [];
  const outsideHosts = new Set<string>();
  const note = (text: string) => {
    if (!expectedErrors.some((expected) => expected.test(text))) unexpectedErrors.push(text);
  };

  await context.route(isOutside, (route) => {
    outsideHosts.add(new URL(route.request().url()).host);
    return route.abort();
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => note(error.message));
  page.on("console", (message) => {
    const { url } = message.location();
    const isAbortedLoad = message.text().includes("net::ERR_FAILED") && isOutside(new URL(url));
    if (["error", "warning"].includes(message.type()) && !isAbortedLoad) {
      note(`${message.text()} (${url})`);
    }
  });
  return { page, unexpectedErrors, outsideHosts, close: () => context.close() };
}

function isOutside({ protocol, hostname }: URL): boolean {
  if (!protocol.startsWith("http")) return false;
  return hostname !== "127.0.0.1" && hostname !== "localhost" && !hostname.endsWith(".localhost");
}
