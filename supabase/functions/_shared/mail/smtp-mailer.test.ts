import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { describeMailError, isFinal } from "./mail-errors.ts";
import { deliveryDeadlines, openSmtpMailer } from "./smtp-mailer.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Received = { raw: string; from: string; to: string[] };

type InboxOptions = {
  /** Function that answers a client's connection to the test's mail server. */
  greet?: SMTPServerOptions["onConnect"];
  sender?: SMTPServerOptions["onMailFrom"];
  recipient?: SMTPServerOptions["onRcptTo"];
  /** Answers a message after the server has received all of it. */
  answer?: (done: (error?: Error) => void) => void;
  signIn?: SMTPServerOptions["onAuth"];
  deadlines?: typeof deliveryDeadlines;
};

async function startInbox(options: InboxOptions = {}) {
  const { greet, sender, recipient, signIn, answer = (done) => done() } = options;
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: !signIn,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    ...(greet && { onConnect: greet }),
    ...(sender && { onMailFrom: sender }),
    ...(recipient && { onRcptTo: recipient }),
    ...(signIn && { onAuth: signIn }),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ raw: Buffer.concat(chunks).toString("utf8"), from, to });
        answer(done);
      });
    },
  });
  // The server reports aborted connections as errors. The tests abort connections on purpose.
  server.on("error", () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const mailer = openSmtpMailer({
    url: `smtp://${signIn ? "site:senha@" : ""}127.0.0.1:${port}`,
    from: "Payser <contato@payser.example>",
    ...(options.deadlines && { deadlines: options.deadlines }),
  });
  closing.unshift(async () => mailer.close());
  const failure = () => mailer.send(mail, 0).catch((thrown: unknown) => thrown);
  return { mailer, received, failure };
}

const mail = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  to: "ana@exemplo.com.br",
  requestId: "call-of-ana",
  subject: "Recebemos a sua simulação",
  html: "<p>Olá, Maringá</p>",
  text: "Olá, Maringá",
  replyTo: "contato@payser.example",
};

describe("sending over SMTP", () => {
  it("delivers both versions with accents, and with the same identifier in a repetition", async () => {
    const { mailer, received } = await startInbox();
    await mailer.send(mail, 0);
    await mailer.send(mail, 0);
    const [first, second] = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
    expect(first).toMatchObject({
      subject: mail.subject,
      from: { name: "Payser", address: "contato@payser.example" },
      to: [{ address: mail.to }],
      replyTo: [{ address: mail.replyTo }],
      messageId: `<${mail.id}@payser.example>`,
    });
    expect(first?.text?.trim()).toBe(mail.text);
    expect(first?.html?.trim()).toBe(mail.html);
    expect(second?.messageId).toBe(first?.messageId);
    expect(received[0]?.raw).toContain("Auto-Submitted: auto-generated");
  });

  it("lets no line break in a subject add a header or a recipient", async () => {
    const { mailer, received } = await startInbox();
    await mailer.send({ ...mail, subject: "Olá\r\nBcc: outra@exemplo.com\r\n\r\ncorpo" }, 0);
    const message = await PostalMime.parse(received[0]?.raw ?? "");
    expect(message.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(received[0]?.to).toEqual([mail.to]);
  });

  it("reports a refusal by its codes and never quotes the server", async () => {
    const { failure } = await startInbox({ recipient: refusing(550, "No ana@exemplo.com.br") });
    expect(describeMailError(await failure())).toBe("ERECIPIENT 550");
  });

  it("fails when no server listens", async () => {
    const mailer = openSmtpMailer({ url: "smtp://127.0.0.1:9", from: "Payser <a@b.example>" });
    closing.push(async () => mailer.close());
    const error: unknown = await mailer.send(mail, 0).catch((thrown: unknown) => thrown);
    expect(describeMailError(error)).toMatch(/^E[A-Z]+$/);
  });
});

describe("a slow mail server", () => {
  it.each<[string, InboxOptions]>([
    ["greets nobody", { greet: () => undefined }],
    ["says nothing about the sender", { sender: () => undefined }],
    ["says nothing about the recipient", { recipient: () => undefined }],
  ])("is left before it has the mail, so a retry is safe, when it %s", async (_what, steps) => {
    const { failure, received } = await startInbox({
      ...steps,
      deadlines: { handOver: 300, answer: 60_000 },
    });
    const error = await failure();
    expect(describeMailError(error)).toBe("ETIMEDOUT");
    expect(isFinal(error)).toBe(false);
    expect(received).toEqual([]);
  });

  it("may take longer to answer than to receive the mail", async () => {
    const deadlines = { handOver: 2_000, answer: 60_000 };
    const { mailer, received } = await startInbox({
      deadlines,
      answer: (done) => void setTimeout(done, deadlines.handOver + 500),
    });
    await mailer.send(mail, 0);
    expect(received).toHaveLength(1);
  });

  it("does not get a mail again when it never answered", async () => {
    const { failure, received } = await startInbox({
      deadlines: { handOver: 20_000, answer: 2_000 },
      answer: () => undefined,
    });
    const error = await failure();
    expect(describeMailError(error)).toBe("ENOANSWER");
    expect(isFinal(error)).toBe(true);
    expect(received).toHaveLength(1);
  });

  it("gets no mail whose time is already over", async () => {
    const { mailer, received } = await startInbox();
    const { handOver } = deliveryDeadlines;
    const error: unknown = await mailer.send(mail, handOver).catch((thrown: unknown) => thrown);
    expect(describeMailError(error)).toBe("ETIMEDOUT");
    expect(received).toEqual([]);
  });
});

describe("a refusal", () => {
  it.each<[string, InboxOptions]>([
    ["an unknown mailbox", { recipient: refusing(550, "No such user") }],
    ["an unknown mailbox, in detail", { recipient: refusing(550, "5.1.1 No such user") }],
    ["a full mailbox", { recipient: refusing(552, "5.2.2 Mailbox full") }],
    ["a domain without mail", { recipient: refusing(556, "No mail here") }],
    ["a message too long", { answer: (done) => done(refusal(552, "5.3.4 Too big")) }],
    ["a message that is not taken", { answer: (done) => done(refusal(554, "Failed")) }],
  ])("is final for %s", async (_what, steps) => {
    const { failure } = await startInbox(steps);
    expect(isFinal(await failure())).toBe(true);
  });

  it.each<[string, InboxOptions]>([
    ["nobody, at the greeting", { greet: refusing(554, "No service") }],
    ["nobody, for now", { greet: refusing(421, "Busy") }],
    ["our password", { signIn: refusing(535, "5.7.8 Wrong password") }],
    ["our sender", { sender: refusing(550, "5.1.8 Bad sender") }],
    ["our sender, without detail", { sender: refusing(553, "Not allowed") }],
    ["our address", { recipient: refusing(550, "5.7.1 Blocked") }],
    ["who has not signed in", { recipient: refusing(530, "Authentication required") }],
    ["a relay", { recipient: refusing(554, "Relay access denied") }],
    ["what is said out of order", { recipient: refusing(503, "Bad sequence") }],
    ["a mailbox that is busy", { recipient: refusing(450, "4.2.1 Try again") }],
    ["a message for now", { answer: (done) => done(refusal(451, "4.3.0 Try again")) }],
  ])("is not final for %s, which would park every mail", async (_what, steps) => {
    const { failure, received } = await startInbox(steps);
    const error = await failure();
    expect(error).toBeInstanceOf(Error);
    expect(isFinal(error)).toBe(false);
    expect(received).toHaveLength(steps.answer ? 1 : 0);
  });
});

function refusal(responseCode: number, text: string) {
  return Object.assign(new Error(text), { responseCode });
}

function refusing(responseCode: number, text: string) {
  return (...args: [...unknown[], (error: Error) => void]) => {
    const done = args.at(-1);
    if (typeof done === "function") done(refusal(responseCode, text));
  };
}

describe("describing a mail error", () => {
  it.each<[string, InboxOptions, string]>([
    ["an unknown mailbox", { recipient: refusing(550, "5.1.1 No such user") }, "ERECIPIENT 550"],
    ["a domain that is not found", { recipient: refusing(450, "4.1.2 No host") }, "ERECIPIENT 450"],
    ["a full mailbox", { recipient: refusing(452, "4.2.2 Mailbox full") }, "ERECIPIENT 452"],
    [
      "a mailbox that is unknown only after the message",
      { answer: (done) => done(refusal(550, "5.1.1 No such user")) },
      "ERECIPIENT 550",
    ],
    ["a blocked sender", { sender: refusing(550, "5.1.8 Bad sender") }, "EENVELOPE 550"],
    ["a sender without detail", { sender: refusing(553, "Not allowed") }, "EENVELOPE 553"],
    [
      "a relay that is closed",
      { recipient: refusing(554, "Relay access denied") },
      "EENVELOPE 554",
    ],
    ["a policy for now", { recipient: refusing(451, "4.7.1 Greylisted") }, "EENVELOPE 451"],
  ])("tells the recipient's address from the rest: %s", async (_what, steps, code) => {
    const { failure } = await startInbox(steps);
    expect(describeMailError(await failure())).toBe(code);
  });

  it("has a code for anything thrown", () => {
    expect(describeMailError(new Error("ana@exemplo.com"))).toBe("UNKNOWN");
    expect(describeMailError("ana@exemplo.com")).toBe("UNKNOWN");
    expect(describeMailError(undefined)).toBe("UNKNOWN");
  });
});
