import { describe, expect, it } from "vitest";
import {
  partnershipExample,
  partnershipFormSchema,
} from "#contracts/partners/partnership-request.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const filledIn = partnershipExample;

describe("requesting a partnership", () => {
  it("stores the request as the specification sends it", async () => {
    const fake = partsForTests({ submit_partnership_request: () => ({ id: "x", created: true }) });
    const response = await createHandler(fake.parts)(post(filledIn));
    expect(await response.json()).toEqual({ ok: true, data: {} });
    expect(fake.calls).toMatchObject([
      [
        "submit_partnership_request",
        {
          request: partnershipFormSchema.parse(filledIn),
          address_hash: "hash of 203.0.113.7",
          contact_hours: 48,
        },
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
