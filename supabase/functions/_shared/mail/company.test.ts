import { expect, it, vi } from "vitest";
import { seedCompany } from "./brand.ts";
import { createCompanyReader } from "./company.ts";

const content = { projectId: "abc123", dataset: "production" };
const published = {
  brandName: "Payser",
  legalName: "Payser Pagamentos Ltda.",
  cnpj: "11.222.333/0001-81",
  email: "contato@payser.com.br",
  address: { street: "Avenida Brasil, 1", city: "Maringá", state: "PR" },
  dataProtectionEmail: "privacidade@payser.com.br",
};
const company = { ...published, address: "Avenida Brasil, 1, Maringá, PR" };
const answer = (result: unknown) => Response.json({ result });

it("signs with the published settings, asked for once in five minutes", async () => {
  let time = 0;
  const ask = vi.fn<typeof fetch>(async () => answer(published));
  const readCompany = createCompanyReader(content, { ask, now: () => time });
  expect(await readCompany()).toEqual(company);
  time = 299_999;
  await readCompany();
  expect(ask).toHaveBeenCalledTimes(1);
  time = 300_000;
  await readCompany();
  expect(ask).toHaveBeenCalledTimes(2);
  expect(ask).toHaveBeenCalledWith(
    expect.stringMatching(
      /^https:\/\/abc123\.api\.sanity\.io\/v[\d-]+\/data\/query\/production\?query=/,
    ),
    expect.anything(),
  );
});

it.each<[what: string, ask: typeof fetch]>([
  ["away", () => Promise.reject(new TypeError("fetch failed"))],
  ["a proxy's page", async () => new Response("<html>")],
  ["without the settings", async () => answer(null)],
  ["with settings that lack something", async () => answer({ ...published, cnpj: " " })],
  ["with an address that is none", async () => answer({ ...published, email: "a@b>" })],
])("signs with the seed while the content API is %s, and asks a minute later", async (_is, ask) => {
  let time = 0;
  let isUp = false;
  const asked = vi.fn<typeof fetch>((...call) =>
    isUp ? Promise.resolve(answer(published)) : ask(...call),
  );
  const readCompany = createCompanyReader(content, { ask: asked, now: () => time });
  expect(await readCompany()).toEqual(seedCompany);
  isUp = true;
  time = 59_999;
  expect(await readCompany()).toEqual(seedCompany);
  time = 60_000;
  expect(await readCompany()).toEqual(company);
  isUp = false;
  time = 400_000;
  expect(await readCompany()).toEqual(company);
});

it("gives up on an answer that does not come", async () => {
  const ask: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener("abort", () => reject(new Error("given up"))),
    );
  expect(await createCompanyReader(content, { ask })()).toEqual(seedCompany);
});

it("asks nobody without an address", async () => {
  const ask = vi.fn<typeof fetch>();
  expect(await createCompanyReader(undefined, { ask })()).toEqual(seedCompany);
  expect(ask).not.toHaveBeenCalled();
});
