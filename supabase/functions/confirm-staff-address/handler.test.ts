import { describe, expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const typed = { tokenHash: "a".repeat(22), password: "cavalo bateria grampo" };
const email = "nova@payser.example";

async function confirm(known: boolean, isRight: boolean, isFresh = true) {
  const spent: unknown[] = [];
  const fake = partsForTests(
    {
      open_staff_confirmation: () => (known ? email : null),
      confirm_staff_address: ({ secret_hash }) => {
        spent.push(secret_hash);
        return isFresh;
      },
    },
    { auth: { ...partsForTests().parts.auth, hasPassword: async () => isRight } },
  );
  const response = await createHandler(fake.parts)(post(typed));
  const body: unknown = await response.json();
  return { body, spent, status: response.status };
}

describe("confirming a staff address", () => {
  it("accepts the link with the password of the sign-up", async () => {
    const { status, spent } = await confirm(true, true);
    expect(status).toBe(200);
    // The database receives the hash of the secret, never the secret.
    expect(spent).toEqual(["ec7c494df6d2a7ea36668d656e6b8979e33641bfea378c15038af3964db057a3"]);
  });

  it("leaves the link unspent when the password is wrong", async () => {
    const { status, spent, body } = await confirm(true, false);
    expect(status).toBe(401);
    expect(spent).toEqual([]);
    expect(body).toMatchObject({
      error: { fields: { password: expect.stringContaining("Senha incorreta") } },
    });
  });

  it("checks no password without a valid link", async () => {
    expect((await confirm(false, true)).status).toBe(410);
    expect((await confirm(true, true, false)).status).toBe(410);
  });
});
