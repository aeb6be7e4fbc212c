import { Button, Card, Flex, Select, Stack, Text } from "@sanity/ui";
import { useState } from "react";
import { useClient } from "sanity";
import type { UserViewComponent } from "sanity/structure";
import { contentApiVersion } from "../../content-api-version.ts";
import {
  type MailTextName,
  mailTextKinds,
  mailTextNames,
} from "../../supabase/functions/_shared/contracts/mail-texts.ts";
import { type MailWords, findMailFaults, readMailWords } from "./find-mail-faults.ts";
import { type TestOutcome, findOwnToken, findTestMails, sendTestMail } from "./send-test-mail.ts";
import { useRenderedMail } from "./use-rendered-mail.ts";

/** A phone, and more than an e-mail ever takes. */
const widths = { Celular: 360, Computador: 700 };

/** “Como fica”: the e-mail that has the words of the form beside it, as somebody will get it. */
export const MailPreview: UserViewComponent = ({ document }) => {
  const [name, setName] = useState<MailTextName>("simulationReceived");
  const [width, setWidth] = useState(widths.Celular);
  const words = readMailWords(document.displayed, name);
  const faults = findMailFaults(name, words);
  const mail = useRenderedMail(name, words);
  return (
    <Card padding={4} height="fill" overflow="auto" data-testid="mail-preview">
      <Stack gap={4}>
        <Select
          aria-label="E-mail"
          value={name}
          onChange={({ currentTarget }) => {
            const chosen = mailTextNames.find((known) => known === currentTarget.value);
            if (chosen) setName(chosen);
          }}
        >
          {mailTextNames.map((known) => (
            <option key={known} value={known}>
              {mailTextKinds[known].title}
            </option>
          ))}
        </Select>
        <Flex gap={2} wrap="wrap">
          {Object.entries(widths).map(([title, pixels]) => (
            <Button
              key={title}
              text={title}
              mode={pixels === width ? "default" : "ghost"}
              aria-pressed={pixels === width}
              onClick={() => setWidth(pixels)}
            />
          ))}
        </Flex>
        <Faults faults={faults} />
        <TestMailButton key={name} name={name} words={words} disabled={faults.length > 0} />
        <Stack gap={3}>
          <Text weight="semibold">{mail?.subject}</Text>
          <Text muted size={1}>
            Com dados de exemplo, e o texto como está agora, publicado ou não.
          </Text>
        </Stack>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
        <section aria-label="Mensagem" tabIndex={0} style={{ overflowX: "auto" }}>
          <iframe
            title="Como o e-mail fica"
            sandbox=""
            srcDoc={mail?.html ?? ""}
            style={frameStyle(width)}
          />
        </section>
      </Stack>
    </Card>
  );
};

/** As wide as it says, however narrow the pane is: it scrolls beside it. */
function frameStyle(width: number) {
  return {
    width,
    maxWidth: "none",
    height: "52rem",
    boxSizing: "content-box",
    border: "1px solid #7d918f",
    background: "#fff",
  } as const;
}

function Faults({ faults }: { faults: readonly string[] }) {
  if (faults.length === 0) return null;
  return (
    <Card as="output" tone="critical" padding={3} radius={2} border>
      <Stack gap={3}>
        {faults.map((fault) => (
          <Text key={fault} size={1}>
            {fault}
          </Text>
        ))}
      </Stack>
    </Card>
  );
}

interface TestMailButtonProps {
  name: MailTextName;
  words: MailWords;
  /** True while the words cannot be sent. */
  disabled: boolean;
}

const testMails = findTestMails();

/** “Enviar um teste para mim”: the mail as it is now, to the address of whoever is signed in. */
function TestMailButton({ name, words, disabled }: TestMailButtonProps) {
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
