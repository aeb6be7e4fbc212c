import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";
import type { MailTextName } from "../../supabase/functions/_shared/contracts/mail-texts.ts";
import { findContentApiHost } from "../content-api-host.ts";
import { pageSetting } from "../page-setting.ts";
import type { MailWords } from "./find-mail-faults.ts";

const replySchema = z.union([
  z.object({ ok: z.literal(true), data: z.object({ email: z.string() }) }),
  z.object({ ok: z.literal(false), error: z.object({ message: z.string() }) }),
]);

/** What became of it, as an editor reads it. */
export interface TestOutcome {
  isSent: boolean;
  message: string;
}

/** Has the mail with these words sent to whoever the token is of; never throws. */
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

/** The function that sends test mails, and the key that its project's pages show. */
interface TestMails {
  url: string;
  publishableKey: string;
}

/** Named as the site's address is; undefined where the studio was told of no Supabase. */
export function findTestMails(): TestMails | undefined {
  const url = pageSetting("supabase-url") ?? process.env.SANITY_STUDIO_SUPABASE_URL;
  const publishableKey =
    pageSetting("supabase-key") ?? process.env.SANITY_STUDIO_SUPABASE_PUBLISHABLE_KEY;
  return url && publishableKey
    ? { url: `${url}/functions/v1/send-test-mail`, publishableKey }
    : undefined;
}

const answerSchema = z.object({ token: z.string() });

/**
 * What shows to a function who is signed in: hosted, the token that the studio signed in with; on
 * one machine, where it has a cookie, one that the content API gives. Undefined for nobody.
 */
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
