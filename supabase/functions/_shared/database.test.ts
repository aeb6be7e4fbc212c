import { describe, expect, it } from "vitest";
import { databaseFailure } from "./database.ts";

describe("a refusal of the database", () => {
  it.each([
    [429, { code: "PT429", details: "90" }, 429, "rate_limited"],
    [401, { code: "PGRST303", details: "" }, 401, "unauthorized"],
    [403, { code: "42501", details: "" }, 403, "forbidden"],
    [400, { code: "42501", details: "" }, 403, "forbidden"],
    [404, { code: "PT404", details: "" }, 404, "not_found"],
    [409, { code: "PT409", details: "" }, 409, "conflict"],
    [409, { code: "23505", details: "" }, 503, "unavailable"],
    [400, { code: "23514", details: "" }, 422, "invalid_fields"],
    [400, { code: "22P02", details: "" }, 422, "invalid_fields"],
    [404, { code: "PGRST202", details: "no such function" }, 503, "unavailable"],
    [500, { code: "57P03", details: "" }, 503, "unavailable"],
    [0, { code: "", details: "fetch failed" }, 503, "unavailable"],
  ])("HTTP %d with %j becomes %d %s", (status, error, expected, code) => {
    const failure = databaseFailure("submit_simulation", status, { message: "", ...error });
    expect(failure).toMatchObject({ status: expected, code });
  });

  it("passes on the sentence of a PT409, and of no other error", () => {
    const message = "Estas condições são de outra simulação.";
    const messageOf = (status: number, code: string) =>
      databaseFailure("make_offer", status, { code, details: "", message }).message;
    expect(messageOf(409, "PT409")).toBe(message);
    for (const [status, code] of [
      [409, "23505"],
      [400, "23514"],
      [404, "PT404"],
    ] as const) {
      expect(messageOf(status, code)).not.toBe(message);
    }
  });

  it("passes on the sentence of a rejected call, under the field that it names", () => {
    const message = "Informe um nome de 3 a 100 caracteres.";
    const rejected = (details: string) =>
      databaseFailure("set_name", 422, { code: "PT422", details, message }).reply().error;
    expect(rejected("")).toEqual({ code: "invalid_fields", message });
    expect(rejected("full_name")).toEqual({
      code: "invalid_fields",
      message,
      fields: { fullName: message },
    });
    expect(rejected("fullName")).toMatchObject({ fields: { fullName: message } });
  });

  it("keeps the waiting time, and has one when the database names none", () => {
    const seconds = (details: string) =>
      databaseFailure("submit_simulation", 429, { code: "PT429", details, message: "" }).details
        .retryAfterSeconds;
    expect(seconds("90")).toBe(90);
    expect(seconds("soon")).toBe(60);
    expect(seconds("-5")).toBe(60);
  });
});
