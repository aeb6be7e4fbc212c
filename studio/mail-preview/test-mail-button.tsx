import { Button, Card, Stack, Text } from "@sanity/ui";
import { useState } from "react";
import { useClient } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import type { MailTextName } from "../../supabase/functions/_shared/contracts/mail-texts.ts";
import { pageSetting } from "../page-setting.ts";
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
  const token = client.config().token ?? pageSetting("editor-token");
  if (!testMails || !token) return null;

  async function send(to: NonNullable<typeof testMails>, proof: string) {
    setSending(true);
    setOutcome(undefined);
    setOutcome(await sendTestMail(to, proof, name, words));
    setSending(false);
  }

  return (
    <Stack gap={3}>
      <Button
        text={isSending ? "Enviando…" : "Enviar um teste para mim"}
        tone="primary"
        disabled={disabled || isSending}
        onClick={() => void send(testMails, token)}
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
