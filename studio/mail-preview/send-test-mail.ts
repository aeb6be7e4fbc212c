import { z } from "zod";
import type { MailTextName } from "../../supabase/functions/_shared/contracts/mail-texts.ts";
import type { MailWords } from "./mail-words.ts";
import type { TestMails } from "./find-test-mails.ts";

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
