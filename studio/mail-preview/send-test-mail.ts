import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";
import type { MailTextName } from "#contracts/mail/mail-texts.ts";
import { findContentApiHost } from "../content-api-host.ts";
import { pageSetting } from "../page-setting.ts";
import type { MailWords } from "./find-mail-faults.ts";

const replySchema = z.union([
  z.object({ ok: z.literal(true), data: z.object({ email: z.string() }) }),
  z.object({ ok: z.literal(false), error: z.object({ message: z.string() }) }),
]);

export interface TestOutcome {
  isSent: boolean;
  message: string;
}

/** Sends a mail with these texts to the editor whose token is given. Never throws. */
export async function sendTestMail(
  { url, publishableKey }: TestMails,
  token: string,
  mail: MailTextName,
  words: MailWords,
): Promise<TestOutcome> {
  const answer: unknown = await fetch(url, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ token, mail, words }),
  })
    .then((response) => response.json())
    .catch(() => undefined);
  const { data: reply } = replySchema.safeParse(answer);
  if (reply?.ok) return { isSent: true, message: `Enviado para ${reply.data.email}.` };
  return {
    isSent: false,
    message: `O teste não foi enviado. ${reply?.error.message ?? "Verifique a conexão e tente de novo."}`,
  };
}

/** URL of the function that sends test mails, and the publishable key of its Supabase project. */
interface TestMails {
  url: string;
  publishableKey: string;
}

/** Finds the function for test mails in the page or environment; undefined when no project is configured. */
export function findTestMails(): TestMails | undefined {
  const url = pageSetting("supabase-url") ?? process.env.SANITY_STUDIO_SUPABASE_URL;
  const publishableKey =
    pageSetting("supabase-key") ?? process.env.SANITY_STUDIO_SUPABASE_PUBLISHABLE_KEY;
  return url && publishableKey
    ? { url: `${url}/functions/v1/send-test-mail`, publishableKey }
    : undefined;
}

const answerSchema = z.object({ token: z.string() });

/** Returns the editor's token from the session or from the local content API; undefined without a sign-in. */
export async function findOwnToken(signedInWith: string | undefined): Promise<string | undefined> {
  const apiHost = findContentApiHost();
  if (signedInWith || !apiHost) return signedInWith;
  const answer: unknown = await fetch(`${apiHost}/v${contentApiVersion}/auth/token`, {
    credentials: "include",
  })
    .then((response) => response.json())
    .catch(() => undefined);
  return answerSchema.safeParse(answer).data?.token;
}
