import { expect, test } from "vitest";
import { pathCharacters } from "./path-characters.ts";

const ask = async (path: string) =>
  (await pathCharacters(new Request(`http://local${path}`), async () => new Response("ok"))).status;

test.each([
  "/storage/v1/object/b/a%00.pdf",
  "/storage/v1/object/b/a%0A",
  "/storage/v1/object/b/%7F",
])("%s is refused", async (path) => expect(await ask(path)).toBe(400));

test.each(["/storage/v1/object/b/carta%20de%20fian%C3%A7a.pdf", "/rest/v1/a?b=%00"])(
  "%s goes on",
  async (path) => expect(await ask(path)).toBe(200),
);
