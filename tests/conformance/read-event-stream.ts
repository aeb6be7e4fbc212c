export interface ReadEvent {
  event: string;
  id: string | undefined;
  data: unknown;
}

/** Reads server-sent events from a response. There is no reconnection, unlike in a browser. */
export async function* readEventStream(response: Response): AsyncGenerator<ReadEvent> {
  let text = "";
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(
    new TextDecoderStream(),
  )) {
    text += chunk;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line) => {
          const colon = line.indexOf(": ");
          return [line.slice(0, colon), line.slice(colon + 2)];
        }),
      );
      const event = fields.get("event");
      if (event)
        yield { event, id: fields.get("id"), data: JSON.parse(fields.get("data") ?? "{}") };
    }
  }
}

/** Returns the next event of the stream. @throws when the stream has ended. */
export async function nextEvent(events: AsyncGenerator<ReadEvent>): Promise<ReadEvent> {
  const { value, done } = await events.next();
  if (done) throw new Error("The stream has ended");
  return value;
}
