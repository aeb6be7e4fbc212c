// @module-tag full
import { HtmlValidate } from "html-validate";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { useSite } from "../run-site.ts";
import {
  accountPaths,
  homeAliases,
  privatePaths,
  productPaths,
  publicPaths,
  unknownPath,
} from "../site-paths.ts";

const everyPath = [...publicPaths, ...homeAliases, ...accountPaths, ...privatePaths, unknownPath];

const site = useSite();
/** HTML of each page by path, as sent by the server. */
const pages = new Map<string, string>();

beforeAll(async () => {
  for (const path of everyPath) pages.set(path, await (await get(path)).text());
});

const get = (path: string) => fetch(site.stack.siteUrl + path);
const htmlOf = (path: string) => pages.get(path) ?? "";

/** Returns the contents of all meta tags with this name. The test expects exactly one in each page. */
function metaOf(path: string, name: string): string[] {
  const tags = htmlOf(path).matchAll(
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"/>`, "g"),
  );
  return [...tags].map(([, content = ""]) => content);
}

// These tests must run before the HTML checks, which block the test process for a long time. The site may then close an
// idle connection, and the next HTTP request would fail.
describe("the web app manifest", () => {
  test("has the fields that a browser needs to install the site, from the content", async () => {
    const reply = await get("/site.webmanifest");
    expect(reply.headers.get("content-type")).toMatch(/^application\/manifest\+json/);
    const { icons, ...manifest } = manifestSchema.parse(await reply.json());
    expect(manifest).toMatchObject({
      id: "/",
      start_url: "/",
      scope: "/",
      display: "minimal-ui",
      name: "Payser",
      lang: "pt-BR",
    });
    expect(htmlOf("/")).toContain(`<meta name="theme-color" content="${manifest.theme_color}">`);
    expect(icons.map(({ purpose }) => purpose)).toContain("maskable");
    for (const { src, sizes, type } of icons) {
      const icon = await get(src);
      const { width, height } = await sharp(await icon.arrayBuffer()).metadata();
      expect(icon.headers.get("content-type")).toBe(type);
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  test.each([
    ["/favicon.svg", "image/svg+xml; charset=utf-8"],
    ["/favicon.ico", "image/x-icon"],
    ["/apple-touch-icon.png", "image/png"],
  ])("is linked from %s", async (path, type) => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe(type);
  });
});

const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
test.each(everyPath)("the HTML of %s is valid", async (path) => {
  const { results } = await validator.validateString(htmlOf(path));
  const problems = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId} at ${selector}: ${message}`),
  );
  expect(htmlOf(path)).toMatch(/^<!DOCTYPE html>/);
  expect(problems).toEqual([]);
});

describe.each(publicPaths)("the first HTML of %s", (path) => {
  test("has every tag for search and sharing once, in agreement", () => {
    const [title = ""] = /(?<=<title>)[^<]+/.exec(htmlOf(path)) ?? [];
    const [description = ""] = metaOf(path, "description");
    const [image = ""] = metaOf(path, "og:image");
    expect(title && description).toBeTruthy();
    expect(image).toMatch(
      new RegExp(`^${site.stack.siteUrl}/imagens/pagina.*\\.jpg\\?versao=\\w+$`),
    );
    const address = site.stack.siteUrl + path;
    const expected = {
      "og:title": title,
      "og:description": description,
      "og:url": address,
      "og:type": "website",
      "og:locale": "pt_BR",
      "og:site_name": "Payser",
      "og:image": image,
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
      "twitter:title": title,
      "twitter:description": description,
      "twitter:image": image,
    };
    for (const [name, content] of Object.entries(expected)) {
      expect({ name, contents: metaOf(path, name) }).toEqual({ name, contents: [content] });
    }
    expect(metaOf(path, "og:image:alt")).toHaveLength(1);
    expect(htmlOf(path).split(`<link rel="canonical" href="${address}"/>`)).toHaveLength(2);
    expect(metaOf(path, "robots")).toEqual([]);
  });

  test("describes itself to search engines", () => {
    const things = structuredData(htmlOf(path));
    const [company] = things.filter(({ "@type": type }) => type === "FinancialService");
    // The page /simular omits the company's description, so that the page's HTML arrives in one network round trip.
    if (path !== "/simular") expect(companySchema.safeParse(company).error).toBeUndefined();
    const [trail] = things.filter(({ "@type": type }) => type === "BreadcrumbList");
    if (path !== "/") {
      const last = trailSchema.parse(trail).itemListElement.at(-1);
      expect(last).toMatchObject({ position: 2, item: site.stack.siteUrl + path });
    }
    const services = things.filter(({ "@type": type }) => type === "Service");
    expect(services).toHaveLength(productPaths.includes(path) ? 1 : 0);
    for (const service of services) {
      expect(serviceSchema.parse(service).provider["@id"]).toBe(company?.["@id"]);
    }
    const questions = things.filter(({ "@type": type }) => type === "FAQPage");
    expect(questions).toHaveLength(path === "/" ? 1 : 0);
    for (const faq of questions) expect(faqSchema.parse(faq).mainEntity).toHaveLength(6);
  });
});

test.each([...accountPaths, ...privatePaths, unknownPath])(
  "%s is hidden from search engines",
  (path) => {
    expect(metaOf(path, "robots")).toEqual(["noindex"]);
    expect(htmlOf(path)).not.toContain('rel="canonical"');
    expect(htmlOf(path)).not.toContain("/imagens/pagina");
  },
);

function structuredData(html: string): Record<string, unknown>[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...scripts].map(([, json = ""]) => thingSchema.parse(JSON.parse(json)));
}

const text = z.string().min(1);
const address = z.url();
const thingSchema = z.looseObject({
  "@context": z.literal("https://schema.org"),
  "@type": text,
});
/** Fields that Google requires or recommends for the types LocalBusiness and Organization. */
const companySchema = thingSchema.extend({
  "@id": address,
  name: text,
  legalName: text,
  description: text,
  url: address,
  logo: address,
  image: address,
  email: z.email(),
  telephone: z.string().regex(/^\+55\d{10,11}$/),
  openingHours: z.literal("Mo-Fr 09:00-18:00"),
  sameAs: z.array(address).min(1),
  address: z.object({
    "@type": z.literal("PostalAddress"),
    streetAddress: text,
    addressLocality: text,
    addressRegion: z.string().length(2),
    postalCode: z.string().regex(/^\d{5}-\d{3}$/),
    addressCountry: z.literal("BR"),
  }),
});
const trailSchema = thingSchema.extend({
  itemListElement: z
    .array(
      z.object({
        "@type": z.literal("ListItem"),
        position: z.int().positive(),
        name: text,
        item: address,
      }),
    )
    .min(2),
});
const serviceSchema = thingSchema.extend({
  name: text,
  description: text,
  url: address,
  provider: z.object({ "@id": address }),
});
const faqSchema = thingSchema.extend({
  mainEntity: z.array(
    z.object({
      "@type": z.literal("Question"),
      name: text,
      acceptedAnswer: z.object({ "@type": z.literal("Answer"), text }),
    }),
  ),
});
const manifestSchema = z.looseObject({
  theme_color: text,
  background_color: text,
  icons: z.array(z.object({ src: text, sizes: text, type: text, purpose: z.string().optional() })),
});
