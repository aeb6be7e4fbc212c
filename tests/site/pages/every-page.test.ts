import { beforeAll, expect, test } from "vitest";
import { openVisit } from "../../support/pages/browser.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { useSite } from "../run-site.ts";
import { reportPolicyViolations } from "../site-page.ts";
import {
  accountPaths,
  homeAliases,
  privatePaths,
  publicPaths,
  readSitemapPaths,
  unknownPath,
} from "../site-paths.ts";
import { literalTexts } from "./literal-texts.ts";
import { type PageReport, surveyPages } from "./survey-pages.ts";

const TITLE_LENGTH = 65;
const DESCRIPTION_LENGTH = 155;
/** Maximum size of the scripts inlined in a page's HTML, in bytes. */
const SCRIPT_BUDGET = 2_048;

const site = useSite();
let sitemapPaths: string[];
let reports: PageReport[];

beforeAll(async () => {
  const { siteUrl } = site.stack;
  sitemapPaths = await readSitemapPaths(siteUrl);
  const paths = [...sitemapPaths, ...homeAliases, ...accountPaths, unknownPath];
  reports = await surveyPages(site.browser, siteUrl, paths);
});

/** Calls `find` with the report of every page. Returns the problems found, each with the path of its page. */
function problems(find: (report: PageReport) => unknown): [path: string, problem: unknown][] {
  return reports
    .map((report): [string, unknown] => [report.path, find(report)])
    .filter(([, problem]) => !isNothing(problem));
}

test("the sitemap lists exactly the public pages", () => {
  expect(sitemapPaths.toSorted()).toEqual(publicPaths.toSorted());
});

test("every page answers, and an unknown path answers 404", () => {
  expect(
    problems(({ path, status }) => status !== (path === unknownPath ? 404 : 200) && status),
  ).toEqual([]);
});

test("no page prints an error or breaks the content security policy", () => {
  expect(problems(({ errors }) => errors)).toEqual([]);
});

test("no page sends a request to another host", () => {
  expect(problems(({ outsideHosts }) => outsideHosts)).toEqual([]);
});

test.each(privatePaths)(
  "%s breaks no policy for visitors without a session",
  { tags: ["full"] },
  async (path) => {
    const visit = await openVisit(site.browser);
    await reportPolicyViolations(visit.page);
    await visit.page.goto(site.stack.siteUrl + path);
    await hydrate(visit.page);
    await visit.page.waitForLoadState("networkidle");
    expect(visit.unexpectedErrors).toEqual([]);
    await visit.close();
  },
);

test("a public page loads no script before its first use and carries at most 2 KB of it", () => {
  // Only the login and the 404 page load scripts without waiting for an input. The 404 page logs the unknown path.
  const atOnce = [...accountPaths, unknownPath];
  expect(
    problems(({ path, scriptsBeforeUse }) => !atOnce.includes(path) && scriptsBeforeUse),
  ).toEqual([]);
  expect(problems(({ inlineScript }) => inlineScript > SCRIPT_BUDGET && inlineScript)).toEqual([]);
  expect(problems(({ inlineScript }) => inlineScript === 0 && "no boot script")).toEqual([]);
});

test("every public page has its whole text in the HTML", () => {
  const marketing = reports.filter(({ path }) => !accountPaths.includes(path));
  for (const { path, mainText } of marketing) {
    expect(mainText.served, path).not.toBe("");
    expect(mainText.served, path).toBe(mainText.shown);
  }
});

test("the pages show the specification's texts word for word", () => {
  for (const path of literalTexts.keys()) expect(reports.map((it) => it.path)).toContain(path);
  expect(
    problems(({ path, visibleText }) =>
      (literalTexts.get(path) ?? []).filter((text) => !visibleText.includes(text)),
    ),
  ).toEqual([]);
});

test("no page violates a WCAG 2.2 AA rule of axe at 360 and 1440 px", () => {
  expect(
    problems(({ views }) =>
      views.flatMap(({ width, axeViolations }) =>
        axeViolations.map((violation) => `${width} px: ${violation}`),
      ),
    ),
  ).toEqual([]);
});

test("no page is wider than its window at 1440, 360 and 320 px", () => {
  expect(problems(({ views }) => views.filter(({ overflow }) => overflow > 0))).toEqual([]);
});

test("text on cards is as large as the text around them at 1440 px", () => {
  expect(
    problems(({ views }) =>
      views.flatMap(({ width, smallCards }) => (width === 1440 ? smallCards : [])),
    ),
  ).toEqual([]);
});

test("every page has one main heading", () => {
  expect(problems(({ headings }) => headings.length !== 1 && headings)).toEqual([]);
});

test("every page has a title and a description that search results show whole", () => {
  expect(problems(({ title }) => !isWithin(title, TITLE_LENGTH) && title)).toEqual([]);
  expect(
    problems(({ description }) => !isWithin(description, DESCRIPTION_LENGTH) && description),
  ).toEqual([]);
});

test("every public page has a canonical address, and aliases have that of the home page", () => {
  const expected = (path: string) => site.stack.siteUrl + (homeAliases.includes(path) ? "/" : path);
  expect(
    problems(({ path, canonical, noIndex }) =>
      [...accountPaths, unknownPath].includes(path)
        ? (!noIndex || canonical !== null) && { noIndex, canonical }
        : (noIndex || canonical !== expected(path)) && { noIndex, canonical },
    ),
  ).toEqual([]);
});

test("every page has Open Graph tags with absolute addresses", () => {
  expect(
    problems(({ title, description, openGraph }) => [
      openGraph["og:title"] === title ? "" : "og:title",
      openGraph["og:description"] === description ? "" : "og:description",
      openGraph["og:locale"] === "pt_BR" ? "" : "og:locale",
      openGraph["og:type"] ? "" : "og:type",
      openGraph["og:site_name"] ? "" : "og:site_name",
      openGraph["og:image:alt"] ? "" : "og:image:alt",
      openGraph["og:url"]?.startsWith(`${site.stack.siteUrl}/`) ? "" : "og:url",
      openGraph["og:image"]?.startsWith(`${site.stack.siteUrl}/imagens/`) ? "" : "og:image",
    ]),
  ).toEqual([]);
});

test("every image exists and has an alternative text", () => {
  expect(problems(({ brokenImages }) => brokenImages)).toEqual([]);
  expect(problems(({ imagesWithoutText }) => imagesWithoutText)).toEqual([]);
});

test("the footer names the company, its contacts and this year", () => {
  const { visibleText = "", targets } = reports.find(({ path }) => path === "/") ?? {};
  const year = new Date().toLocaleDateString("pt-BR", {
    year: "numeric",
    timeZone: "America/Sao_Paulo",
  });
  for (const shown of ["Maringá, PR", "CNPJ", "contato@", `© ${year}`]) {
    expect(visibleText).toContain(shown);
  }
  const addresses = targets?.["footer"]?.map(({ href }) => href);
  const pages = ["/", "/como-funciona", "/locatarios", "/locadores", "/parceiros", "/sobre"];
  for (const path of [...pages, "/noticias", "/termos", "/privacidade", "/contato"]) {
    expect(addresses).toContain(path);
  }
  expect(addresses).toContainEqual(expect.stringMatching(/^tel:\+55\d{10,11}$/));
  expect(addresses).toContainEqual(expect.stringMatching(/^mailto:/));
  for (const network of ["instagram", "facebook", "linkedin", "youtube"]) {
    expect(addresses).toContainEqual(expect.stringContaining(`${network}.com/`));
  }
});

test("the contact cards lead to WhatsApp, the phone and the e-mail", () => {
  const { visibleText, targets } = reports.find(({ path }) => path === "/contato") ?? {};
  const targetOf = (text: string) =>
    targets?.["main"]?.find(({ name }) => name.includes(text))?.href;
  expect(targetOf("WhatsApp")).toMatch(/^https:\/\/wa\.me\/55\d{10,11}(\?text=|$)/);
  expect(targetOf("Ligar")).toMatch(/^tel:\+55/);
  expect(targetOf("e-mail")).toMatch(/^mailto:[^@]+@/);
  expect(visibleText).toContain("Segunda a sexta, das 9h às 18h (horário de Brasília)");
});

test("no link within the site is broken", async () => {
  const targets = new Set(reports.flatMap(({ links }) => links));
  expect(targets.size).toBeGreaterThan(publicPaths.length);
  const broken: string[] = [];
  for (const target of targets) {
    if (target === unknownPath) continue;
    const { status } = await fetch(site.stack.siteUrl + target);
    if (status !== 200) broken.push(`${target} ${status}`);
  }
  expect(broken).toEqual([]);
});

function isWithin(text: string, length: number): boolean {
  return text.trim() !== "" && text.length <= length;
}

function isNothing(problem: unknown): boolean {
  if (Array.isArray(problem)) return problem.every(isNothing);
  return problem === false || problem === "";
}
