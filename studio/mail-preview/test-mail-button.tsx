import { Button, Card, Stack, Text } from "@sanity/ui";
import { useState } from "react";
import { useClient } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import type { MailTextName } from "../../supabase/functions/_shared/contracts/mail-texts.ts";
import { findOwnToken } from "./find-own-token.ts";
import { findTestMails } from "./find-test-mails.ts";
import type { MailWords } from "./mail-words.ts";
import { sendTestMail, type TestOutcome } from "./send-test-mail.ts";

interface TestMailButtonProps {
  name: MailTextName;
  words: MailWords;
  /** True while the words cannot be sent. */
  disabled: boolean;
}

const testMails = findTestMails();

/** “Enviar um teste para mim”: the mail as it is now, to the address of whoever is signed in. */
export function TestMailButton({ name, words, disabled }: TestMailButtonProps) {
  const client = useClient({ apiVersion: contentApiVersion });
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome>();
  if (!testMails) return null;

  async function send(to: NonNullable<typeof testMails>) {
    setSending(true);
    setOutcome(undefined);
    const token = await findOwnToken(client.config().token);
    setOutcome(await sendTestMail(to, token ?? "", name, words));
    setSending(false);
  }

  return (
    <Stack gap={3}>
      <Button
        text={isSending ? "Enviando…" : "Enviar um teste para mim"}
        disabled={disabled || isSending}
        onClick={() => void send(testMails)}
      />
      {outcome && (
        <Card
          tone={outcome.isSent ? "positive" : "critical"}
          padding={3}
          radius={2}
          border
          role={outcome.isSent ? "status" : "alert"}
        >
          <Text size={1}>{outcome.message}</Text>
        </Card>
      )}
    </Stack>
  );
}
