import { describe, expect, it } from "vitest";
import {
  contactMessageExample,
  contactMessageFormSchema,
} from "#contracts/messages/contact-message.ts";
import { rateLimited, unavailable } from "../_shared/http/request-failure.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const filledIn = contactMessageExample;

describe("sending a message", () => {
  it("stores the cleaned form for the caller's address, then starts delivery", async () => {
    const fake = partsForTests({ submit_contact_message: () => ({ id: "x", created: true }) });
    const response = await createHandler(fake.parts)(post(filledIn));
    expect(await response.json()).toEqual({ ok: true, data: {} });
    expect(fake.calls).toMatchObject([
      [
        "submit_contact_message",
        {
          request: contactMessageFormSchema.parse(filledIn),
          address_hash: "hash of 203.0.113.7",
        },
      ],
    ]);
    expect(fake.kicks()).toBe(1);
  });

  it.each([
    [rateLimited(60), 429],
    [unavailable("test"), 503],
  ])("passes a refusal on and starts no delivery", async (failure, status) => {
    const fake = partsForTests({
      submit_contact_message: () => {
        throw failure;
      },
    });
    expect((await createHandler(fake.parts)(post(filledIn))).status).toBe(status);
    expect(fake.kicks()).toBe(0);
  });

  it("names a wrong field and stores nothing", async () => {
    const fake = partsForTests();
    const response = await createHandler(fake.parts)(post({ ...filledIn, product: "/pag-payser" }));
    expect(await response.json()).toMatchObject({
      error: { fields: { product: "Produto inválido" } },
    });
    expect(fake.calls).toEqual([]);
  });
});
