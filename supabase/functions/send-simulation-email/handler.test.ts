import { describe, expect, it } from "vitest";
import { seedContent } from "../_shared/content/seed-content.ts";
import { simulationExample } from "#contracts/requests/simulation-request.ts";
import { rateLimited, unavailable } from "../_shared/http/request-failure.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const filledIn = {
  ...simulationExample,
  submissionId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  termsVersion: "2026-01",
};

const receipt = {
  protocol: "PS-2026-00000011",
  answerDueAt: "2026-11-23T17:00:00+00:00",
  trackingSecret: "AAAAAAAAAAAAAAAAAAAAAA",
};

describe("sending a simulation", () => {
  it("stores the cleaned form with the terms' version, then starts delivery", async () => {
    const fake = partsForTests({
      submit_simulation: () => ({ id: "x", created: true, ...receipt }),
    });
    const response = await createHandler(fake.parts)(post(filledIn));
    expect(await response.json()).toEqual({ ok: true, data: receipt });
    expect(fake.calls).toMatchObject([
      [
        "submit_simulation",
        {
          request: {
            fullName: "Ana Maria da Silva",
            phone: "44999998888",
            cpf: "52998224725",
            monthlyIncome: 6500,
            rentalValue: 1800.5,
            submissionId: filledIn.submissionId,
          },
          address_hash: "hash of 203.0.113.7",
          terms_version: "2026-01",
          answer_hours: 24,
        },
      ],
    ]);
    expect(fake.kicks()).toBe(1);
  });

  it.each(["fullName", "propertyAddress", "propertyCity"])(
    "refuses a letter in %s that no document can show, beside the field",
    async (name) => {
      const fake = partsForTests({ submit_simulation: () => receipt });
      const response = await createHandler(fake.parts)(post({ ...filledIn, [name]: "Rua 你好" }));
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        error: { fields: { [name]: expect.stringMatching(/^Contém “你”/) } },
      });
      expect(fake.calls).toEqual([]);
    },
  );

  it("returns nothing of a form that was sent under the same id", async () => {
    const fake = partsForTests({ submit_simulation: () => ({ id: "x", created: false }) });
    const response = await createHandler(fake.parts)(post(filledIn));
    expect(await response.json()).toEqual({ ok: true, data: {} });
  });

  it("promises an answer within the hours of the published rules", async () => {
    const rules = { ...seedContent.rules, approvalHours: 36 };
    const fake = partsForTests(
      { submit_simulation: () => receipt },
      { readContent: async () => ({ ...seedContent, rules }) },
    );
    await createHandler(fake.parts)(post(filledIn));
    expect(fake.calls).toMatchObject([["submit_simulation", { answer_hours: 36 }]]);
  });

  describe("a version of the terms that is not in force", () => {
    const madeAt = "2026-11-23T12:00:00Z";
    const versions = [
      { version: "1.2", madeAt },
      { version: "1.1", madeAt: "2026-11-01T12:00:00Z" },
    ];
    const soon = Date.parse(madeAt) + 60_000;

    async function send(termsVersion: string, known: typeof versions | undefined, now = soon) {
      const fake = partsForTests(
        { submit_simulation: () => receipt },
        { readTermsVersions: async () => known, now: () => now },
      );
      const response = await createHandler(fake.parts)(post({ ...filledIn, termsVersion }));
      return { status: response.status, reply: await response.json(), calls: fake.calls };
    }

    it("is stored when it was read before another was published", async () => {
      const { status, calls } = await send("1.1", versions);
      expect(status).toBe(200);
      expect(calls).toMatchObject([["submit_simulation", { terms_version: "1.1" }]]);
    });

    it("is accepted when it was just published", async () => {
      expect((await send("1.2", versions)).status).toBe(200);
    });

    it.each([
      ["never existed", "9.9", soon],
      ["was replaced long ago", "1.1", soon + 2 * 24 * 60 * 60 * 1000],
    ])("is refused with advice when it %s", async (_what, version, now) => {
      const { status, reply, calls } = await send(version, versions, now);
      expect(status).toBe(422);
      expect(reply).toMatchObject({
        error: { fields: { acceptedTerms: expect.stringContaining("Recarregue a página") } },
      });
      expect(calls).toEqual([]);
    });

    it("is stored while the versions cannot be looked up", async () => {
      expect((await send("1.1", undefined)).status).toBe(200);
    });

    it("is not looked up when the caller names none", async () => {
      const { termsVersion: _version, ...form } = filledIn;
      const fake = partsForTests(
        { submit_simulation: () => receipt },
        { readTermsVersions: () => Promise.reject(new Error("It was looked up")) },
      );
      expect((await createHandler(fake.parts)(post(form))).status).toBe(200);
      expect(fake.calls).toMatchObject([["submit_simulation", { terms_version: "não informada" }]]);
    });
  });

  it.each([
    [rateLimited(60), 429],
    [unavailable("test"), 503],
  ])("passes a refusal on and starts no delivery", async (failure, status) => {
    const fake = partsForTests({
      submit_simulation: () => {
        throw failure;
      },
    });
    expect((await createHandler(fake.parts)(post(filledIn))).status).toBe(status);
    expect(fake.kicks()).toBe(0);
  });

  it("stores nothing without consent", async () => {
    const fake = partsForTests();
    const response = await createHandler(fake.parts)(post({ ...filledIn, acceptedTerms: false }));
    expect(await response.json()).toMatchObject({
      error: { fields: { acceptedTerms: "Você deve aceitar os termos e condições" } },
    });
    expect(fake.calls).toEqual([]);
  });
});
