import { expect, it, vi } from "vitest";
import { createContentReader } from "./read-content.ts";
import { seedContent } from "./seed-content.ts";

const address = { projectId: "abc123", dataset: "production" };
const company = {
  brandName: "Payser",
  legalName: "Payser Pagamentos Ltda.",
  cnpj: "11.222.333/0001-81",
  email: "contato@payser.com.br",
  address: "Avenida Brasil, 1, Maringá, PR",
  postalCode: "87000-100",
  phone: "(44) 3000-1111",
  openingHours: "Todos os dias, das 8h às 20h",
  officerName: "Olga Encarregada",
  dataProtectionEmail: "privacidade@payser.com.br",
};
const rules = { ...seedContent.rules, approvalHours: 12 };
const published = { ...seedContent, company, rules };
const answer = (result: unknown) => Response.json({ result });
const { simulationRejected } = seedContent.mailTexts;

/** Makes a content reader for tests, with its own clock, content API and database. */
function readerWith(ask: typeof fetch, kept: unknown = null) {
  const state = { time: 0, ask, kept, isDatabaseUp: true, keeps: 0, recalls: 0 };
  const asked = vi.fn<typeof fetch>((...call) => state.ask(...call));
  const logged: unknown[] = [];
  const read = createContentReader(address, {
    async callDatabase(name, parameters) {
      if (!state.isDatabaseUp) throw new Error("down");
      if (name === "recall_content") return (state.recalls++, state.kept);
      state.keeps++;
      state.kept = parameters["content"];
      return null;
    },
    log: (event) => void logged.push(event),
    ask: asked,
    now: () => state.time,
  });
  return { read, state, asked, logged };
}

it("returns the published content, requested once in five minutes, and stores it", async () => {
  const { read, state, asked } = readerWith(async () => answer(published));
  expect(await Promise.all([read(), read()])).toEqual([published, published]);
  expect(state.kept).toEqual(published);
  state.time = 299_999;
  await read();
  expect(asked).toHaveBeenCalledTimes(1);
  state.time = 300_000;
  await read();
  expect(asked).toHaveBeenCalledTimes(2);
  expect(asked).toHaveBeenCalledWith(
    expect.stringMatching(
      /^https:\/\/abc123\.api\.sanity\.io\/v[\d-]+\/data\/query\/production\?query=/,
    ),
    expect.anything(),
  );
});

const faults: [what: string, ask: typeof fetch][] = [
  ["away", () => Promise.reject(new TypeError("fetch failed"))],
  ["a proxy's page", async () => new Response("<html>")],
  ["empty", async () => answer(null)],
];

it.each(faults)(
  "returns the seed's content while the content API is %s and nothing is stored",
  async (_is, ask) => {
    const { read, state, logged } = readerWith(ask);
    expect(await read()).toEqual(seedContent);
    expect(state.keeps).toBe(0);
    expect(logged).toHaveLength(1);
    state.ask = async () => answer(published);
    state.time = 300_000;
    expect(await read()).toEqual(published);
  },
);

it("asks again after a minute without an answer", async () => {
  const { read, state } = readerWith(() => Promise.reject(new TypeError("fetch failed")));
  await read();
  state.ask = async () => answer(published);
  state.time = 59_999;
  expect(await read()).toEqual(seedContent);
  state.time = 60_000;
  expect(await read()).toEqual(published);
});

it.each(faults)(
  "returns the content that another process stored while the content API is %s",
  async (_is, ask) => {
    const { read, state } = readerWith(ask, published);
    expect(await read()).toEqual(published);
    state.time = 300_000;
    await read();
    expect(state.recalls).toBe(1);
  },
);

it("looks for stored content again when the database is back", async () => {
  const { read, state } = readerWith(() => Promise.reject(new TypeError("down")), published);
  state.isDatabaseUp = false;
  expect(await read()).toEqual(seedContent);
  state.isDatabaseUp = true;
  state.time = 60_000;
  expect(await read()).toEqual(published);
});

it.each<[what: string, broken: object, faults: string]>([
  ["a company without a number", { company: { ...company, cnpj: " " } }, "company"],
  ["an address that is none", { company: { ...company, email: "a@b>" } }, "company"],
  ["a product without a name", { products: [{ slug: "pag-payser" }] }, "products"],
  ["hours that promise nothing", { rules: { ...rules, approvalHours: 0 } }, "rules"],
  [
    "a text with a variable of another mail",
    {
      mailTexts: {
        ...published.mailTexts,
        simulationRejected: { ...simulationRejected, button: "{{answerBy}}" },
      },
    },
    "mailTexts.simulationRejected",
  ],
  [
    "a text that an older release does not have",
    { mailTexts: { ...published.mailTexts, simulationRejected: undefined } },
    "mailTexts.simulationRejected",
  ],
  [
    "a coverage that covers everything",
    {
      coverage: {
        ...seedContent.coverage,
        exclusions: { ...seedContent.coverage.exclusions, items: [] },
      },
    },
    "coverage",
  ],
  [
    "a text of the letter with a variable of the contract",
    { letterTexts: { ...seedContent.letterTexts, letterIntro: "{{acceptedAt}}" } },
    "letterTexts.letterIntro",
  ],
  [
    "a text of the letter with a letter that no font draws",
    { letterTexts: { ...seedContent.letterTexts, letterRules: "☐ Regra" } },
    "letterTexts.letterRules",
  ],
])("takes all but %s", async (_what, broken, names) => {
  const { read, state, logged } = readerWith(async () => answer({ ...published, ...broken }));
  const content = await read();
  expect(content).toEqual({
    company: names === "company" ? seedContent.company : company,
    rules: names === "rules" ? seedContent.rules : rules,
    terms: seedContent.terms,
    coverage: seedContent.coverage,
    letterTexts: seedContent.letterTexts,
    mailTexts: seedContent.mailTexts,
    products: seedContent.products,
    pix: null,
  });
  expect(logged).toEqual([{ function: "content", event: "content-incomplete", faults: names }]);
  expect(state.keeps).toBe(["company", "rules"].includes(names) ? 0 : 1);
});

it("returns the published payee of a Pix, and none after it is withdrawn or broken", async () => {
  const pix = { key: "pix@payser.com.br", payeeName: "PAYSER", payeeCity: "MARINGA", note: "Só." };
  const { read, state, logged } = readerWith(async () => answer({ ...published, pix }));
  const next = async (ask: typeof fetch) => {
    state.ask = ask;
    state.time += 300_000;
    return (await read()).pix;
  };
  expect((await read()).pix).toEqual(pix);
  expect(await next(() => Promise.reject(new TypeError("fetch failed")))).toEqual(pix);
  expect(await next(async () => answer(published))).toBeNull();
  expect(await next(async () => answer({ ...published, pix }))).toEqual(pix);
  logged.length = 0;
  const broken = { ...published, pix: { ...pix, key: "ninguém" } };
  expect(await next(async () => answer(broken))).toBeNull();
  expect(logged).toEqual([{ function: "content", event: "content-incomplete", faults: "pix" }]);
});

it("gives up on an answer that does not come", async () => {
  const ask: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener("abort", () => reject(new Error("given up"))),
    );
  expect(await readerWith(ask).read()).toEqual(seedContent);
});

it("asks nobody without an address", async () => {
  const read = createContentReader(undefined, {
    callDatabase: () => Promise.reject(new Error("not expected")),
    log: () => undefined,
  });
  expect(await read()).toEqual(seedContent);
});
