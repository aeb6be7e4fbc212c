// The content API by itself, so that its memory is told from that of the others.
import { startContentPart } from "../../../scripts/stack/content-part.ts";

const [dataDirectory = ""] = process.argv.slice(2);
const { lake, token } = await startContentPart({ port: 0, dataDirectory, studioOrigins: [] });
console.log(JSON.stringify({ ready: true, url: lake.url, token }));
process.once("SIGTERM", () => void lake.close());
