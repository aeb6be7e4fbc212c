import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionSchema } from "#contracts/accounts.ts";
import { someAddress } from "./filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

const changed = "A senha do seu contrato foi alterada";

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
}, 60_000);
afterAll(() => stack?.stop(), 30_000);
beforeEach(() => stack.sql`delete from public.login_attempts`);

function tenant(index: 0 | 1) {
  const found = stack.accounts.contracts[index];
  if (!found) throw new Error("There is no demo contract");
  return found;
}

const open = (contractNumber: string, password: string) =>
  stack.call("sign-in-contract", { body: { contractNumber, password }, from: someAddress() });

async function enter(contractNumber: string, password: string) {
  return sessionSchema.parse(Object((await open(contractNumber, password)).body).data);
}

const change = (token: string, currentPassword: string, newPassword: string) =>
  stack.call("change-contract-password", {
    body: { currentPassword, newPassword },
    headers: { authorization: `Bearer ${token}` },
    from: someAddress(),
  });

const read = (token: string) =>
  fetch(`${stack.url}/rest/v1/contracts?select=contract_number`, {
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
  }).then((answer): Promise<unknown> => answer.json());

const straight = async (token: string, body: object) => {
  const answer = await fetch(`${stack.url}/auth/v1/user`, {
    method: "PUT",
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const reply: unknown = await answer.json();
  return { status: answer.status, reply };
};

describe("a signed-in tenant", () => {
  it("changes the password by proving the old one, which ends other sessions and sends a mail", async () => {
    const { contractNumber, password, email } = tenant(0);
    const elsewhere = await enter(contractNumber, password);
    const here = await enter(contractNumber, password);
    const answer = await change(here.access_token, password, "uma senha bem nova");
    expect(answer.status).toBe(200);
    const next = sessionSchema.parse(Object(answer.body).data);

    expect(await read(next.access_token)).toEqual([{ contract_number: contractNumber }]);
    for (const ended of [elsewhere, here]) expect(await read(ended.access_token)).toEqual([]);
    expect((await open(contractNumber, password)).status).toBe(401);
    expect((await open(contractNumber, "uma senha bem nova")).status).toBe(200);
    await eventually(async () =>
      (await stack.inbox(email)).map(({ subject }) => subject),
    ).toContain(changed);
  });

  it(
    "changes nothing without the old password, and has ten tries",
    { tags: ["full"] },
    async () => {
      const { contractNumber, password, email } = tenant(1);
      const { access_token } = await enter(contractNumber, password);
      const from = someAddress();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          stack.call("change-contract-password", {
            body: { currentPassword: `chute-${index}`, newPassword: "senha do intruso" },
            headers: { authorization: `Bearer ${access_token}` },
            from,
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
      expect(answers.find(({ status }) => status === 401)?.body).toMatchObject({
        error: { code: "wrong_credentials", fields: { currentPassword: "Senha incorreta" } },
      });
      expect((await open(contractNumber, password)).status).toBe(200);
      expect((await stack.inbox(email)).map(({ subject }) => subject)).not.toContain(changed);
    },
  );

  it("is told of a common password before anything happens", { tags: ["full"] }, async () => {
    const { contractNumber, password } = tenant(1);
    const { access_token } = await enter(contractNumber, password);
    expect(await change(access_token, password, "12345678")).toMatchObject({
      status: 422,
      body: { error: { fields: { newPassword: "Escolha uma senha mais difícil de adivinhar." } } },
    });
    expect(await read(access_token)).toHaveLength(1);
  });

  it("cannot change the password with the session alone at the auth server", async () => {
    const { contractNumber, password } = tenant(1);
    const { access_token } = await enter(contractNumber, password);
    for (const body of [
      { password: "senha do intruso" },
      { password: "senha do intruso", current_password: "chute" },
      { password: "senha do intruso", data: { any: 1 } },
    ]) {
      expect(await straight(access_token, body)).toMatchObject({
        status: 400,
        reply: { error_code: "reauthentication_needed" },
      });
    }
    expect((await open(contractNumber, password)).status).toBe(200);
  });
});
