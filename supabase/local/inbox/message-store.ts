import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import PostalMime from "postal-mime";

/** E-mail that the inbox caught. The names in `headers` are in lower case. */
export type Message = {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

const keptMessages = 2000;

/** Keeps caught e-mails as .eml files, which survive a restart, and lists the e-mails in memory, newest first. */
export async function messageStore(directory: string) {
  await mkdir(directory, { recursive: true });
  const messages: Message[] = [];
  const files = (await readdir(directory)).filter((name) => name.endsWith(".eml")).toSorted();
  for (const file of files) {
    const raw = await readFile(join(directory, file));
    messages.unshift(await parseMessage(file.replace(/\.eml$/, ""), raw));
  }

  return {
    /** Resolves when the message is on disk. Only then may the mail server confirm the message to the sender (250). */
    async add(raw: Uint8Array): Promise<void> {
      const id = `${Date.now()}-${randomBytes(4).toString("hex")}`;
      const message = await parseMessage(id, raw);
      const path = join(directory, `${id}.eml`);
      await writeFile(`${path}.part`, raw);
      await rename(`${path}.part`, path);
      messages.unshift(message);
      for (const old of messages.splice(keptMessages)) {
        await rm(join(directory, `${old.id}.eml`), { force: true });
      }
    },
    /** Lists the messages, newest first. If `to` is given, lists only messages to that e-mail address. */
    list(to?: string): Message[] {
      const wanted = to?.toLowerCase();
      return wanted === undefined
        ? messages
        : messages.filter((message) => message.to.includes(wanted));
    },
    find(id: string): Message | undefined {
      return messages.find((message) => message.id === id);
    },
    async clear(): Promise<void> {
      for (const { id } of messages.splice(0)) await rm(join(directory, `${id}.eml`));
    },
  };
}

export type MessageStore = Awaited<ReturnType<typeof messageStore>>;

async function parseMessage(id: string, raw: Uint8Array): Promise<Message> {
  const parsed = await PostalMime.parse(raw);
  const recipients = [...(parsed.to ?? []), ...(parsed.cc ?? []), ...(parsed.bcc ?? [])];
  return {
    id,
    receivedAt: new Date(Number(id.split("-")[0])).toISOString(),
    from: parsed.from?.address ?? "",
    to: recipients.flatMap(({ address }) => (address ? [address.toLowerCase()] : [])),
    subject: parsed.subject ?? "",
    text: parsed.text ?? "",
    html: parsed.html ?? "",
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
  };
}
