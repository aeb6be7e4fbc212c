import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { company } from "../../supabase/functions/_shared/mail/company.ts";

const settingsSchema = z.object({
  brandName: z.string(),
  legalName: z.string(),
  cnpj: z.string(),
  email: z.string(),
  address: z.object({ street: z.string(), city: z.string(), state: z.string() }),
  dataProtectionOfficer: z.object({ email: z.string() }),
});

it("signs e-mails with the company data that the site shows", async () => {
  const seed = await readFile("studio/seed/content.ndjson", "utf8");
  const line = seed.split("\n").find((text) => text.includes('"_id":"siteSettings"'));
  const settings = settingsSchema.parse(JSON.parse(line ?? "null"));
  const { street, city, state } = settings.address;
  expect(company).toEqual({
    brandName: settings.brandName,
    legalName: settings.legalName,
    cnpj: settings.cnpj,
    address: `${street}, ${city}, ${state}`,
    email: settings.email,
    dataProtectionEmail: settings.dataProtectionOfficer.email,
  });
});
