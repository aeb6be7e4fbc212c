import { describe, expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const filledIn = {
  partnerName: "Carlos Souza",
  email: "carlos@imobiliaria.com.br",
  phone: "(44) 3333-4444",
  companyName: "Imobiliária Souza",
  propertyAddress: "Rua das Flores, 10",
  propertyCity: "Maringá",
  propertyState: "PR",
  propertyType: "Galpão",
  propertyValue: 350000,
};

describe("asking for a partnership", () => {
  it("stores the request as the specification sends it", async () => {
    const fake = partsForTests({ submit_partnership_request: () => ({ id: "x", created: true }) });
    const response = await createHandler(fake.parts)(post(filledIn));
    expect(await response.json()).toEqual({ ok: true, data: {} });
    expect(fake.calls).toMatchObject([
      [
        "submit_partnership_request",
        { request: { ...filledIn, phone: "4433334444" }, address_hash: "hash of 203.0.113.7" },
      ],
    ]);
    expect(fake.kicks()).toBe(1);
  });

  it("names a wrong field", async () => {
    const response = await createHandler(partsForTests().parts)(
      post({ ...filledIn, propertyType: "" }),
    );
    expect(await response.json()).toMatchObject({
      error: { fields: { propertyType: "Selecione o tipo do imóvel" } },
    });
  });
});
