import { describe, expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const typed = { tokenHash: "a".repeat(56), password: "cavalo bateria grampo" };
const email = "nova@payser.example";

async function confirm(known: boolean, isRight: boolean, isFresh = true) {
  const spent: string[] = [];
  const fake = partsForTests(
    { open_staff_confirmation: () => (known ? email : null) },
    {
      staffAuth: {
        ...partsForTests().parts.staffAuth,
        hasPassword: async () => isRight,
        spendLink: async (token) => {
          spent.push(token);
          return isFresh;
        },
      },
    },
  );
  const response = await createHandler(fake.parts)(post(typed));
  const body: unknown = await response.json();
  return { body, spent, status: response.status };
}

describe("confirming a staff address", () => {
  it("takes the link and the password of the sign-up", async () => {
    const { status, spent } = await confirm(true, true);
    expect(status).toBe(200);
    expect(spent).toEqual([typed.tokenHash]);
  });

  it("leaves the link unspent when the password is wrong", async () => {
    const { status, spent, body } = await confirm(true, false);
    expect(status).toBe(401);
    expect(spent).toEqual([]);
    expect(body).toMatchObject({
      error: { fields: { password: expect.stringContaining("Senha incorreta") } },
    });
  });

  it("judges no password without a link that is good", async () => {
    expect((await confirm(false, true)).status).toBe(410);
    expect((await confirm(true, true, false)).status).toBe(410);
  });
});
