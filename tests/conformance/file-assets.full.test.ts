// @module-tag full
import { describe, expect, test } from "vitest";
import { refusalOf } from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();

describe("an uploaded file", () => {
  const upload = (body: string, filename: string, contentType?: string) =>
    lake.editor.assets.upload("file", Buffer.from(body), {
      filename,
      ...(contentType && { contentType }),
    });

  test("yields an asset document like hosted Sanity's", async () => {
    const asset = await upload("%PDF-1.7", "Condições gerais.pdf", "application/pdf");
    expect(asset).toMatchObject({
      _id: `file-${asset.sha1hash}-pdf`,
      _type: "sanity.fileAsset",
      assetId: asset.sha1hash,
      extension: "pdf",
      mimeType: "application/pdf",
      originalFilename: "Condições gerais.pdf",
      size: 8,
      path: `files/payser-local/production/${asset.sha1hash}.pdf`,
      url: `${lake.url}/${asset.path}`,
    });
    expect(await upload("%PDF-1.7", "outra.pdf")).toEqual(asset);
  });

  test("comes byte for byte and is saved under the requested name", async () => {
    const { url: fileUrl } = await upload("a,b\n1,2\n", "Tabela é.csv", "text/csv");
    const shown = await fetch(fileUrl);
    expect(shown.headers.get("content-type")).toBe("text/csv");
    expect(shown.headers.get("content-disposition")).toBeNull();
    expect(shown.headers.get("content-security-policy")).toContain("sandbox");
    expect(await shown.text()).toBe("a,b\n1,2\n");
    const nameOf = async (query: string) =>
      (await fetch(`${fileUrl}?${query}`)).headers.get("content-disposition");
    expect(await nameOf("dl=")).toBe("attachment; filename*=UTF-8''Tabela%20%C3%A9.csv");
    expect(await nameOf("dl=x%0D%0Ay.csv")).toBe("attachment; filename*=UTF-8''x%0D%0Ay.csv");
  });

  test.each(["semponto", "estranho.c/../x", "longo.abcdefghijklmnopqrstuvwxyz"])(
    "is stored with the neutral extension .bin when it is named %s",
    async (name) => {
      expect((await upload(name, name)).path).toMatch(/\/[0-9a-f]{40}\.bin$/);
    },
  );

  test.each([
    "0000000000000000000000000000000000000000.pdf",
    "content.sqlite",
    "..%2Fcontent.sqlite",
  ])("is a 404 under the unknown name %s", async (name) => {
    const response = await fetch(`${lake.url}/files/payser-local/production/${name}`);
    expect(response.status).toBe(404);
  });

  test("is accepted only from an editor", async () => {
    const refused = lake.visitor.assets.upload("file", Buffer.from("x"));
    expect(await refusalOf(refused)).toMatchObject({ status: 401 });
  });
});
