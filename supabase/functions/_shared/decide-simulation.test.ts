import { describe, expect, it } from "vitest";
import { createHandler as createRejection } from "../reject-simulation/handler.ts";
import { createHandler as createApproval } from "../send-approval-email/handler.ts";
import { forbidden } from "./http/request-failure.ts";
import { partsForTests, post } from "./parts-for-tests.ts";

const simulationId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const asStaff = { authorization: "Bearer staff-token" };

describe("deciding a simulation", () => {
  it("approves with the caller's own token and starts delivery", async () => {
    const fake = partsForTests({
      decide_simulation: () => ({ changed: true, status: "approved" }),
    });
    const response = await createApproval(fake.parts)(post({ simulationId, version: 2 }, asStaff));
    expect(await response.json()).toEqual({
      ok: true,
      data: { changed: true, status: "approved" },
    });
    expect(fake.calls).toEqual([
      [
        "decide_simulation",
        { simulation_id: simulationId, decision: "approved", known_version: 2, reason: null },
        "staff-token",
      ],
    ]);
    expect(fake.kicks()).toBe(1);
  });

  it("passes the reason of an approval on, and says that a second person is missing", async () => {
    const waits = { changed: true, status: "pending", why: "second" };
    const fake = partsForTests({ decide_simulation: () => waits });
    const response = await createApproval(fake.parts)(
      post({ simulationId, reason: "Renda comprovada" }, asStaff),
    );
    expect(await response.json()).toEqual({ ok: true, data: waits });
    expect(fake.calls[0]?.[1]).toMatchObject({ known_version: 0, reason: "Renda comprovada" });
  });

  it("rejects with the reason that staff wrote", async () => {
    const fake = partsForTests({
      decide_simulation: () => ({ changed: true, status: "rejected" }),
    });
    await createRejection(fake.parts)(
      post({ simulationId, version: 2, reason: "Renda insuficiente" }, asStaff),
    );
    expect(fake.calls[0]?.[1]).toMatchObject({
      decision: "rejected",
      reason: "Renda insuficiente",
    });
  });

  it("needs a reason to reject", async () => {
    const response = await createRejection(partsForTests().parts)(
      post({ simulationId, version: 2, reason: " " }, asStaff),
    );
    expect(await response.json()).toMatchObject({
      error: { fields: { reason: "Informe o motivo da rejeição" } },
    });
  });

  it("sends no second mail", async () => {
    const fake = partsForTests({
      decide_simulation: () => ({ changed: false, status: "rejected" }),
    });
    const response = await createApproval(fake.parts)(post({ simulationId, version: 2 }, asStaff));
    expect(await response.json()).toMatchObject({ data: { changed: false, status: "rejected" } });
    expect(fake.kicks()).toBe(0);
  });

  it.each([{}, { authorization: "Bearer forged" }, { authorization: "staff-token" }])(
    "refuses %j before the database decides, and records the refusal",
    async (headers) => {
      const fake = partsForTests({ record_denied_call: () => null });
      const response = await createApproval(fake.parts)(
        post({ simulationId, version: 2 }, headers),
      );
      expect(response.status).toBe(401);
      expect(fake.calls).toEqual([
        [
          "record_denied_call",
          { actor: null, action: "decide-simulation", subject_id: simulationId },
        ],
      ]);
    },
  );

  it("decides the request as it arrived when the call names no version", async () => {
    const fake = partsForTests({
      decide_simulation: () => ({ changed: true, status: "approved" }),
    });
    expect((await createApproval(fake.parts)(post({ simulationId }, asStaff))).status).toBe(200);
    expect(fake.calls[0]?.[1]).toMatchObject({ known_version: 0 });
  });

  it("passes on that the caller is not active staff", async () => {
    const fake = partsForTests({
      decide_simulation: () => {
        throw forbidden();
      },
    });
    expect(
      (await createApproval(fake.parts)(post({ simulationId, version: 2 }, asStaff))).status,
    ).toBe(403);
  });
});
