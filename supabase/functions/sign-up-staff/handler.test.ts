import { describe, expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { placeholderAddress } from "../_shared/judge-password.ts";
import { createHandler } from "./handler.ts";

const typed = { email: "nova@payser.example", password: "cavalo bateria grampo" };
const userId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";

async function signUp(step: string, body: object = typed, isLeaked = false) {
  const done: unknown[][] = [];
  const fake = partsForTests(
    {
      open_staff_sign_up: () => ({ step, user_id: step === "replace" ? userId : null }),
      queue_staff_confirmation: () => null,
    },
    {
      isLeakedPassword: async () => isLeaked,
      auth: {
        ...partsForTests().parts.auth,
        createAccount: async (...given) => void done.push(["create", ...given]),
        replacePassword: async (...given) => void done.push(["replace", ...given]),
        hasPassword: async (...given) => done.push(["try", ...given]) === 0,
      },
    },
  );
  const response = await createHandler(fake.parts)(post(body));
  const answer: unknown = await response.json();
  return { ...fake, done, answer, status: response.status };
}

describe("a sign-up of staff", () => {
  it("creates an account and mails its link", async () => {
    const { done, calls, kicks } = await signUp("create");
    expect(done).toEqual([["create", typed.email, typed.password]]);
    expect(calls.at(-1)).toEqual(["queue_staff_confirmation", { email: typed.email }]);
    expect(kicks()).toBe(1);
  });

  it("replaces the password of an unconfirmed account", async () => {
    expect((await signUp("replace")).done).toEqual([["replace", userId, typed.password]]);
  });

  it("leaves a known account unchanged, with the same work", async () => {
    const { done, calls } = await signUp("nothing");
    expect(done).toEqual([["try", placeholderAddress, typed.password, null]]);
    expect(calls.map(([name]) => name)).toEqual(["open_staff_sign_up"]);
  });

  it("gives every address the same answer after the same time", async () => {
    for (const step of ["create", "replace", "nothing"]) {
      const { answer, status, waits } = await signUp(step);
      expect([status, answer, waits]).toEqual([200, { ok: true, data: {} }, [1200]]);
    }
  });

  it.each([
    ["short", "onze-letras", false, "Senha deve ter no mínimo 12 caracteres"],
    [
      "common",
      "Flamengo2024!",
      false,
      "Esta senha é comum ou já vazou na internet. Escolha outra.",
    ],
    ["leaked", typed.password, true, "Esta senha é comum ou já vazou na internet. Escolha outra."],
  ])("refuses a %s password before it looks at the address", async (...given) => {
    const [, password, isLeaked, message] = given;
    const { answer, calls, status } = await signUp("create", { ...typed, password }, isLeaked);
    expect(status).toBe(422);
    expect(answer).toMatchObject({ error: { fields: { password: message } } });
    expect(calls).toEqual([]);
  });
});
