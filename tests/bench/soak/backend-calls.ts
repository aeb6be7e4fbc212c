import { receiptSchema } from "#contracts/requests/tracking.ts";
import { sessionSchema } from "#contracts/accounts.ts";
import { z } from "zod";
import {
  filledMessage,
  filledPartnership,
  filledSimulation,
  someAddress,
} from "../../functions/filled-forms.ts";
import { ask, expectAnswer } from "./ask.ts";
import type { Load } from "./paced-load.ts";
import { oneOf } from "./page-visits.ts";
import type { SoakStack } from "./soak-stack.ts";

/** Number of newest requests whose tracking links applicants open. Applicants do not look at older requests. */
const FOLLOWED = 200;

/** Returns the load of visitors who send forms, and of applicants, tenants and staff who read data. */
export async function backendCalls(stack: SoakStack): Promise<Load[]> {
  const { siteUrl, url, publishableKey, sql, accounts } = stack;
  // All calls come from one machine, and limits count calls by network address, so the limits are raised.
  await sql`update private.limits set most = 1000000`;
  const letters = await sql<{ code: string }[]>`
    select code from public.letters where file_sha256 is not null`;
  const secrets: string[] = [];
  const [tenant] = accounts.contracts;
  if (!tenant) throw new Error("There is no contract.");
  const staff = await tokenOf(stack, accounts.staff);

  /** Calls an edge function as a browser does and returns the data of its answer. */
  async function call(name: string, content: unknown): Promise<unknown> {
    const answer = await ask(`${url}/functions/v1/${name}`, {
      method: "POST",
      headers: {
        origin: siteUrl,
        apikey: publishableKey,
        "content-type": "application/json",
      },
      body: JSON.stringify(content),
      localAddress: someAddress(),
    });
    expectAnswer(name, answer, 200);
    return replySchema.parse(JSON.parse(answer.body.toString())).data;
  }

  /** Sends a form as a browser without JavaScript does. */
  async function post(path: string, form: object, status: number, text: string): Promise<void> {
    const fields = Object.entries(form).map(([name, value]) => [name, String(value)]);
    const answer = await ask(siteUrl + path, {
      method: "POST",
      headers: { origin: siteUrl, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
      localAddress: someAddress(),
    });
    expectAnswer(`post to ${path}`, answer, status, text);
  }

  async function signIn(): Promise<string> {
    const { contractNumber, password } = tenant ?? {};
    const session = await call("sign-in-contract", { contractNumber, password });
    return sessionSchema.parse(session).access_token;
  }
  let tenantToken = await signIn();

  const authorized = (token: string) => ({
    apikey: publishableKey,
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  });

  return [
    {
      name: "simulations by the function",
      perSecond: 0.5,
      async run() {
        const receipt = receiptSchema.parse(await call("send-simulation-email", newSimulation()));
        if (!receipt.trackingSecret) throw new Error("A new request has no link.");
        secrets.unshift(receipt.trackingSecret);
        secrets.splice(FOLLOWED);
      },
    },
    {
      name: "forms without JavaScript",
      perSecond: 0.5,
      async run() {
        const [path, form, text] = oneOf([
          ["/simular", newSimulation(), "Simulação enviada com sucesso!"],
          ["/parceiros", filledPartnership(), "Solicitação enviada com sucesso!"],
          ["/contato", filledMessage(), "Mensagem enviada com sucesso!"],
        ] as const);
        await post(path, form, 200, text);
      },
    },
    {
      name: "forms with a mistake, 422",
      perSecond: 0.2,
      run: () => post("/contato", filledMessage({ email: "isto não é" }), 422, "isto não é"),
    },
    {
      name: "requests followed",
      perSecond: 1,
      async run() {
        if (secrets.length > 0) await call("track-request", { secret: oneOf(secrets) });
      },
    },
    {
      name: "letters verified",
      perSecond: 0.2,
      run: async () => void (await call("verify-letter", oneOf(letters))),
    },
    {
      name: "sign-ins to a contract",
      perSecond: 0.2,
      async run() {
        tenantToken = await signIn();
      },
    },
    {
      name: "contracts read",
      perSecond: 1,
      async run() {
        const answer = await ask(`${url}/rest/v1/contracts?select=contract_number`, {
          headers: authorized(tenantToken),
        });
        expectAnswer("contract", answer, 200, tenant.contractNumber);
      },
    },
    {
      name: "pages of the staff's list",
      perSecond: 0.5,
      async run() {
        const list = { view: oneOf(["decide", "all"]), search: oneOf([null, "Ana"]) };
        const answer = await ask(`${url}/rest/v1/rpc/queue_page`, {
          method: "POST",
          headers: authorized(staff),
          body: JSON.stringify({ ...list, after_at: null, after_id: null }),
        });
        expectAnswer("staff's list", answer, 200, '"rows"');
      },
    },
  ];
}

const replySchema = z.object({ ok: z.literal(true), data: z.unknown() });

/** Returns a simulation form. The version of the terms is left out, because the edge function does not require it. */
function newSimulation() {
  const { termsVersion: _none, ...form } = filledSimulation();
  return form;
}

/** Signs in at the auth server and returns the access token. */
async function tokenOf(
  { url, publishableKey }: SoakStack,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await ask(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  expectAnswer("sign-in", answer, 200);
  return sessionSchema.parse(JSON.parse(answer.body.toString())).access_token;
}
