import { createTransport } from "nodemailer";
import { ok, skipped, type Check } from "../check.ts";

const LONGEST_STEP_MILLISECONDS = 10_000;

/** Greeting, encryption and login; no mail is sent. */
export const mailServer: Check = {
  title: "E-mail",
  async run({ smtpUrl }) {
    if (!smtpUrl) return skipped("sem SMTP_URL");
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: LONGEST_STEP_MILLISECONDS,
      greetingTimeout: LONGEST_STEP_MILLISECONDS,
      socketTimeout: LONGEST_STEP_MILLISECONDS,
    });
    try {
      await transport.verify();
      const { username, host } = new URL(smtpUrl);
      return ok(`${host} ${username ? "aceita a conta" : "atende, sem conta"}`);
    } finally {
      transport.close();
    }
  },
};
