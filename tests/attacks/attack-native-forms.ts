import { someAddress } from "../functions/filled-forms.ts";
import { createSender } from "./probe.ts";
import { onEach, type Tally } from "./tally.ts";

const markup = '"><img src=x onerror=alert(1)>';
const values = [
  markup,
  "</script><script>alert(1)</script>",
  "</textarea><b>injetado</b>",
  "javascript:alert(1)",
  "\u0000",
  "\ud800",
  "{{7*7}}",
  "a".repeat(9_000),
];
const fields = [
  "fullName",
  "email",
  "comments",
  "partnerName",
  "message",
  "name",
  "product",
  "__proto__",
  "constructor",
];
const bodies = [
  "",
  "=",
  "&&&&",
  "a=%",
  "%00=%00",
  "fullName=a&fullName=b",
  "fullName[]=a&fullName[__proto__]=b",
  "a=1&".repeat(5_000),
  "x".repeat(500_000),
  "{}",
];
const contentTypes = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "text/plain",
  "application/json",
];

/**
 * Posts forms like a browser without JavaScript. Typed text must come back as text and never as markup, and no HTTP
 * request may fail.
 */
export async function attackNativeForms(siteUrl: string, tally: Tally): Promise<void> {
  const sender = createSender(siteUrl);
  const all = [
    ...fields.flatMap((field) =>
      values.map((value) => new URLSearchParams({ [field]: value }).toString()),
    ),
    ...bodies,
  ];
  const tries = ["/simular", "/parceiros", "/contato", "/verificar", "/acompanhar"].flatMap(
    (path) => [
      ...all.map((body) => ({ path, body, type: contentTypes[0] ?? "", origin: siteUrl })),
      ...contentTypes.map((type) => ({ path, body: "a=1", type, origin: siteUrl })),
      ...["https://evil.example", "null", ""].map((origin) => ({
        path,
        body: "fullName=Ana",
        type: contentTypes[0] ?? "",
        origin,
      })),
    ],
  );
  await onEach(tries, async ({ path, body, type, origin }) => {
    const headers = { "content-type": type, ...(origin ? { origin } : {}) };
    const probe = { method: "POST", path, headers, body, from: someAddress() };
    const answer = await sender.send(probe);
    tally.add("forms without the application");
    const fault = (what: string) =>
      tally.fault(`${what}: POST ${path} ${type} ${body.slice(0, 80)}`);
    if (answer.status >= 500) fault(`status ${answer.status}`);
    if (origin.includes("evil") && answer.status < 400) fault("taken from another site");
    if (/<img src=x|<script>alert|<b>injetado/.test(answer.body)) fault("markup of the caller's");
  });
  sender.close();
}
