import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";

type Body = Uint8Array | AsyncIterable<Uint8Array>;

/** Stores files as <root>/<bucket>/<hash of the file's key>, because a file's key may contain special characters. */
export function fileStorage(root: string) {
  const pathOf = (bucket: string, key: string) =>
    join(root, encodeURIComponent(bucket), createHash("sha256").update(key).digest("hex"));

  async function metadataOf(path: string) {
    const { size, mtime } = await stat(path);
    const sidecar: unknown = JSON.parse(await readFile(`${path}.json`, "utf8"));
    const { mimetype, cacheControl } = Object.assign(
      { mimetype: "application/octet-stream", cacheControl: "no-cache" },
      sidecar,
    );
    return {
      cacheControl,
      mimetype,
      size,
      contentLength: size,
      lastModified: mtime,
      eTag: `"${mtime.getTime().toString(16)}-${size.toString(16)}"`,
      httpStatusCode: 200,
    };
  }

  async function write(path: string, bytes: Uint8Array, mimetype: string, cacheControl: string) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.json`, JSON.stringify({ mimetype, cacheControl }));
    await writeFile(path, bytes);
    return metadataOf(path);
  }

  async function remove(path: string) {
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
  }

  return {
    driver: null,
    async getObject(bucket: string, key: string) {
      const path = pathOf(bucket, key);
      const metadata = await metadataOf(path);
      return { metadata, httpStatusCode: 200, body: await readFile(path) };
    },
    async uploadObject(
      ...[bucket, key, , body, type, cacheControl]: [
        string,
        string,
        string | undefined,
        Body,
        string,
        string,
      ]
    ) {
      const bytes = body instanceof Uint8Array ? body : await buffer(body);
      return write(pathOf(bucket, key), bytes, type, cacheControl);
    },
    async deleteObject(bucket: string, key: string) {
      await remove(pathOf(bucket, key));
    },
    async deleteObjects(bucket: string, keys: string[]) {
      for (const key of keys) await remove(pathOf(bucket, key));
    },
    async copyObject(
      ...[fromBucket, from, , toBucket, to]: [string, string, string | undefined, string, string]
    ) {
      const target = pathOf(toBucket, to);
      await mkdir(dirname(target), { recursive: true });
      await copyFile(pathOf(fromBucket, from), target);
      await copyFile(`${pathOf(fromBucket, from)}.json`, `${target}.json`);
      return metadataOf(target);
    },
    async headObject(bucket: string, key: string) {
      return metadataOf(pathOf(bucket, key));
    },
    async privateAssetUrl(bucket: string, key: string) {
      return `file://${pathOf(bucket, key)}`;
    },
  };
}
