// The content API runs in a process of its own, so that its memory can be measured separately.
import { startContentPart } from "../../../scripts/stack/content-part.ts";

const [dataDirectory = ""] = process.argv.slice(2);
const { lake, token } = await startContentPart({ port: 0, dataDirectory, studioOrigins: [] });
console.log(JSON.stringify({ ready: true, url: lake.url, token }));
process.once("SIGTERM", () => void lake.close());
