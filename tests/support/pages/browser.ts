import { type Browser, type BrowserContext, type Page, chromium } from "@playwright/test";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Build of Chromium without a graphical interface. This build needs only half of the processor time of the full
 * browser.
 */
const headlessShell = "/usr/bin/chromium-headless-shell";

const systemBrowsers = [
  headlessShell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

// These rules block all hosts outside this machine. Blocking by request interception would disable the browser's cache.
const stayOnThisMachine =
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1";

/**
 * Starts a headless Chromium that can reach only this machine. Uses the program in `CHROMIUM_PATH`, an installed
 * Chromium or Playwright's Chromium (the first that exists). Installs Chromium when none is found.
 */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium() ?? (await installChromium());
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    args: [...switches, stayOnThisMachine, ...(isRoot ? ["--no-sandbox"] : [])],
  });
}

/** Installs the fastest browser for the tests (headless shell) when this is possible without a password. */
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
  /** Pixels of a screenshot for each CSS pixel. */
  density?: number;
  /** Patterns of console errors that the site or the studio may print in this visit. */
  expectedErrors?: readonly RegExp[];
  javaScriptEnabled?: boolean;
}

export interface Visit {
  page: Page;
  /** Uncaught exceptions, and console errors and warnings that do not match `expectedErrors`. */
  unexpectedErrors: string[];
  /** Hosts outside this machine that the page tried to reach. */
  outsideHosts: Set<string>;
  close(): Promise<void>;
}

/** Opens a page in a new browser context with Portuguese as its language. */
export async function openVisit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const context = await openContext(browser, options);
  const visit = await openPage(context, options);
  return { ...visit, close: () => context.close() };
}

/** Opens a browser context whose pages share cookies and cached files. */
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

/** Opens a page. Records the page's unexpected errors and the outside hosts that the page tries to reach. */
export async function openPage(context: BrowserContext, options: VisitOptions): Promise<Visit> {
  const { expectedErrors = [] } = options;
  const unexpectedErrors: string[] = [];
  const outsideHosts = new Set<string>();
  const note = (text: string) => {
    if (expectedErrors.some((expected) => expected.test(text))) return;
    unexpectedErrors.push(text);
    // A test fails when the page reports this error. The error is printed here, so that the cause is known.
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
