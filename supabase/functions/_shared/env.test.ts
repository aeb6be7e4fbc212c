import { describe, expect, it } from "vitest";
import { readEnv } from "./env.ts";

const complete = {
  SUPABASE_URL: "http://127.0.0.1:54321",
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_x"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
  SITE_URL: "http://127.0.0.1:3000",
  ALLOWED_ORIGINS: "http://127.0.0.1:3000, https://payser.example",
  SMTP_URL: "smtp://127.0.0.1:2525",
  MAIL_FROM: "Payser <contato@payser.example>",
  STAFF_INBOX: "equipe@payser.example",
  ADDRESS_HASH_KEY: "0123456789abcdef0123456789abcdef",
};

describe("the environment of the functions", () => {
  it("is read once, lists and keys parsed", () => {
    expect(readEnv(complete)).toMatchObject({
      SUPABASE_SECRET_KEYS: { default: "sb_secret_x" },
      ALLOWED_ORIGINS: ["http://127.0.0.1:3000", "https://payser.example"],
      CLIENT_ADDRESS_HEADER: "cf-connecting-ip",
    });
  });

  it.each([
    { SUPABASE_SECRET_KEYS: "sb_secret_x" },
    { SUPABASE_PUBLISHABLE_KEYS: "{}" },
    { ALLOWED_ORIGINS: "*" },
    { ALLOWED_ORIGINS: "https://payser.example/" },
    { ALLOWED_ORIGINS: "" },
    { SMTP_URL: "https://mail.example" },
    { MAIL_FROM: "contato@payser.example\r\nBcc: x@y.example" },
    { MAIL_FROM: "Payser <nao-responda@payser.example>" },
    { MAIL_FROM: "Payser <no-reply@payser.example>" },
    { STAFF_INBOX: "equipe" },
    { ADDRESS_HASH_KEY: "short" },
    { SITE_URL: "javascript:alert(1)" },
  ])("refuses %j, naming the variable and not its value", (change) => {
    const [entry] = Object.entries(change);
    const [name, value] = entry ?? ["", ""];
    const read = () => readEnv({ ...complete, ...change });
    expect(read).toThrow(name);
    if (value.length > 3) expect(read).not.toThrow(value);
  });

  it("names every missing variable at once", () => {
    for (const name of Object.keys(complete)) expect(() => readEnv({})).toThrow(name);
  });
});
