import { describe, expect, it } from "vitest";
import { rateLimited } from "./request-failure.ts";

describe("a refusal for too many calls", () => {
  it.each([
    [1, "1 segundo"],
    [59, "59 segundos"],
    [60, "1 minuto"],
    [61, "2 minutos"],
    [3540, "59 minutos"],
    [3600, "1 hora"],
    [3601, "2 horas"],
  ])("after %d seconds says %s", (seconds, words) => {
    expect(rateLimited(seconds).message).toBe(`Muitas tentativas. Tente novamente em ${words}.`);
  });
});
