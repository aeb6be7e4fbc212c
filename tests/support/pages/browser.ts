import { type Browser, type BrowserContext, type Page, chromium } from "@playwright/test";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Chromium without what shows windows: the same engine, for half of the machine's time. */
const headlessShell = "/usr/bin/chromium-headless-shell";

const systemBrowsers = [
  headlessShell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

// Not by intercepting requests, which would do without the browser's cache.
const stayOnThisMachine =
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1";

/**
 * Starts a headless Chromium: the one in `CHROMIUM_PATH`, of the system or of Playwright;
 * installs one when there is none. It reaches this machine only.
 */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium() ?? (await installChromium());
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    args: [...switches, stayOnThisMachine, ...(isRoot ? ["--no-sandbox"] : [])],
  });
}

/** Installs the browser that the tests run fastest in, where that asks nobody for a password. */
export async function prepareBrowser(): Promise<void> {
  const found = findChromium();
  if (process.env["CHROMIUM_PATH"] || found === headlessShell || !mayInstallPackages()) return;
  await installPackage("chromium-headless-shell").catch((error: Error) => {
    if (!found) throw error;
    console.warn(`Sem chromium-headless-shell, os testes usam ${found}: ${error.message}`);
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

const mayInstallPackages = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

async function installPackage(name: string): Promise<void> {
  console.info(`Instalando ${name} para os testes (apt-get, cerca de um minuto)…`);
  const limit = { timeout: 180_000 };
  await run("apt-get", ["update"], limit);
  await run("apt-get", ["install", "--yes", "--no-install-recommends", name], limit);
}

async function installChromium(): Promise<string> {
  if (mayInstallPackages()) {
    await installPackage("chromium");
  } else {
    console.info(
      "Nenhum Chromium encontrado: baixando o do Playwright para os testes (cerca de 170 MB, um a " +
        "três minutos)…",
    );
    await run("npx", ["playwright", "install", "chromium"]);
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error("Instale o Chromium ou informe o caminho em CHROMIUM_PATH.");
}

export interface VisitOptions {
  width?: number;
  height?: number;
  /** Pixels of a screenshot per pixel of CSS. */
  density?: number;
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

/** Opens a page of its own context, in Portuguese. */
export async function openVisit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const context = await openContext(browser, options);
  const visit = await openPage(context, options);
  return { ...visit, close: () => context.close() };
}

/** Opens what keeps cookies and cached files from one page to the next. */
export function openContext(browser: Browser, options: VisitOptions = {}): Promise<BrowserContext> {
  const { width = 1440, height = 900, density = 1, javaScriptEnabled = true } = options;
  return browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: density,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    javaScriptEnabled,
  });
}

/** Opens a page that notes what no test expects of it. */
export async function openPage(context: BrowserContext, options: VisitOptions): Promise<Visit> {
  const { expectedErrors = [] } = options;
  const unexpectedErrors: string[] = [];
  const outsideHosts = new Set<string>();
  const note = (text: string) => {
    if (expectedErrors.some((expected) => expected.test(text))) return;
    unexpectedErrors.push(text);
    // Which fails the test that runs.
    console.error(`${page.url()}: ${text}`);
  };
  const page = await context.newPage();
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (isOutside(url)) outsideHosts.add(url.host);
  });
  page.on("pageerror", (error) => note(error.message));
  page.on("console", (message) => {
    const { url } = message.location();
    const isUnreached = message.text().includes("ERR_NAME_NOT_RESOLVED") && isOutside(new URL(url));
    if (["error", "warning"].includes(message.type()) && !isUnreached) {
      note(`${message.text()} (${url})`);
    }
  });
  return { page, unexpectedErrors, outsideHosts, close: () => page.close() };
}

function isOutside({ protocol, hostname }: URL): boolean {
  if (!protocol.startsWith("http")) return false;
  return hostname !== "127.0.0.1" && hostname !== "localhost" && !hostname.endsWith(".localhost");
}
