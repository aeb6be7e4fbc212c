import { Button, Card, Flex, Select, Stack, Text } from "@sanity/ui";
import { useCallback, useEffect, useState } from "react";
import { useClient } from "sanity";
import type { UserViewComponent } from "sanity/structure";
import { contentApiVersion } from "../../content-api-version.ts";
import { type MailTextName, mailTextKinds, mailTextNames } from "#contracts/mail/mail-texts.ts";
import {
  type FunctionContent,
  readContentAnswer,
} from "../../supabase/functions/_shared/content/function-content.ts";
import { contentQuery } from "../../supabase/functions/_shared/content/read-content.ts";
import { seedContent } from "../../supabase/functions/_shared/content/seed-content.ts";
import type { RenderedMail } from "../../supabase/functions/_shared/mail/render-mail.tsx";
import { useRead } from "../feedback/use-read.ts";
import { type MailWords, findMailFaults, readMailWords } from "./find-mail-faults.ts";
import { type TestOutcome, findOwnToken, findTestMails, sendTestMail } from "./send-test-mail.ts";

/** Widths of the preview in pixels: a phone, and a computer window wider than any of our mails. */
const widths = { Celular: 360, Computador: 700 };

/** Studio pane “Como fica”. It previews the e-mail with the current texts of the form, which is next to the pane. */
export const MailPreviewPane: UserViewComponent = ({ document }) => {
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

/** Returns the style of the preview's frame. The frame has a fixed width, so a narrow pane scrolls. */
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
  /** Whether the button is disabled, because a mail with these texts cannot be sent. */
  disabled: boolean;
}

const testMails = findTestMails();

/** Button “Enviar um teste para mim”. It sends the mail with its current texts to the signed-in editor. */
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

/** Invented origin of the links in a previewed mail. */
const siteUrl = "https://exemplo.invalid";

/**
 * Renders a mail with these texts and sample data, by the same code that renders sent mails. Returns the previous
 * result until the next result is ready.
 */
function useRenderedMail(name: MailTextName, words: MailWords): RenderedMail | undefined {
  const content = useMailContent();
  const [mail, setMail] = useState<RenderedMail>();
  // `words` is a new object after every keystroke, so its JSON text decides whether to render again.
  const written = JSON.stringify(words);
  useEffect(() => {
    if (!content) return undefined;
    let isCurrent = true;
    import("../../supabase/functions/_shared/mail/render-mail.tsx")
      .then(({ renderSample }) => renderSample(name, words, { ...content, siteUrl }))
      .then((rendered) => {
        if (isCurrent) setMail(rendered);
      })
      .catch((error: unknown) => console.error(error));
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [content, name, written]);
  return mail;
}

/**
 * Reads the content that mails contain: the company's data, the business rules and the coverage. Drafts replace
 * published documents, and the seed replaces missing content. Returns undefined while loading.
 */
function useMailContent(): FunctionContent | undefined {
  const client = useClient({ apiVersion: contentApiVersion });
  const content = useRead(
    useCallback(async () => {
      const answer = await client
        .fetch<unknown>(contentQuery, {}, { perspective: "drafts" })
        .catch(() => undefined);
      return readContentAnswer(answer, seedContent).content;
    }, [client]),
  );
  return typeof content === "string" ? undefined : content;
}
