import { seedContent } from "./content/seed-content.ts";
import type { Parts } from "./parts.ts";

export const publishableKey = "sb_publishable_for_tests";
export const secretKey = "sb_secret_for_tests";
export const siteOrigin = "https://site.example";
export const studioOrigin = "https://estudio.example";

/** Recorded call of a database function: name, parameters and access token. */
type DatabaseCall = [name: string, parameters: Record<string, unknown>, token?: string];

/** Answers to database calls in tests: one function for each database function's name. Each function may throw. */
type Answers = Record<string, (parameters: Record<string, unknown>) => unknown>;

/** Creates `Parts` that record a handler's calls. Calling a database function that has no answer fails the test. */
export function partsForTests(answers: Answers = {}, changes: Partial<Parts> = {}) {
  const calls: DatabaseCall[] = [];
  const logged: Record<string, string | number>[] = [];
  const waits: number[] = [];
  let kicks = 0;
  let documentKicks = 0;
  const log = (event: Record<string, string | number>) => void logged.push(event);
  const failures: string[] = [];
  const countFailure = (name: string) => void failures.push(name);
  const networkOf = () => "203.0.113.7";
  const gate = { allowedOrigins: [siteOrigin], networkOf, log, countFailure };
  const parts: Parts = {
    publicGate: { ...gate, acceptedKeys: [publishableKey, secretKey] },
    secretGate: { ...gate, acceptedKeys: [secretKey] },
    studioGate: { ...gate, allowedOrigins: [studioOrigin], acceptedKeys: [publishableKey] },
    async callDatabase(name, parameters, token) {
      calls.push(token === undefined ? [name, parameters] : [name, parameters, token]);
      const answer = answers[name];
      if (!answer) throw new Error(`The test did not expect ${name}`);
      return answer(parameters);
    },
    auth: {
      findUser: async (token) => (token === "staff-token" ? "staff-id" : null),
      signIn: async () => null,
      setPassword: async () => undefined,
      changePassword: async () => undefined,
      createAccount: async () => undefined,
      replacePassword: async () => undefined,
      hasPassword: async () => false,
    },
    files: {
      store: async () => undefined,
      read: async () => new Uint8Array(),
      remove: async () => undefined,
      link: async (bucket, path) => `https://files.example/${bucket}/${path}`,
    },
    isLeakedPassword: async () => false,
    kickDelivery: () => void kicks++,
    kickDocuments: () => void documentKicks++,
    readContent: async () => seedContent,
    readTermsVersions: async () => undefined,
    findEditor: async (token) => (token === "editor-token" ? { email: "ed@payser.example" } : null),
    openMailer: () => ({ send: async () => undefined, close: () => undefined }),
    callerAddress: () => "203.0.113.7",
    hashAddress: async (address) => `hash of ${address}`,
    siteUrl: siteOrigin,
    staffInbox: "equipe@payser.example",
    metricsKey: undefined,
    sharedKeys: {},
    log,
    now: () => 0,
    wait: async (milliseconds) => void waits.push(milliseconds),
    ...changes,
  };
  const counts = { kicks: () => kicks, documentKicks: () => documentKicks };
  return { parts, calls, logged, failures, waits, ...counts };
}

/** Creates a POST request like the requests from the site's pages. */
export function post(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request("https://functions.example/", {
    method: "POST",
    headers: {
      origin: siteOrigin,
      apikey: publishableKey,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  });
}
