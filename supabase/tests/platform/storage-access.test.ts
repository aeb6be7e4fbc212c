import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textPdf } from "../../local/seed/text-pdf.ts";
import { countRefusals } from "../support/count-refusals.ts";
import { personaNames } from "../support/personas.ts";
import type { PersonaName } from "../support/personas.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

const bucket = "contract-documents";
const intruders = personaNames.filter((name) => name !== "tenant" && name !== "service");
const pdf = textPdf("Carta de fiança", ["Conteúdo do contrato"]);

let stack: TestStack;
const refusals = countRefusals("Storage");

beforeAll(async () => {
  stack = await testStack();
  const files = as("service");
  for (const name of ["tenant", "other tenant"] as const) {
    for (const file of ["carta.pdf", "rascunho.pdf"]) {
      const { error } = await files.upload(`${folderOf(name)}/${file}`, pdf, {
        contentType: "application/pdf",
      });
      if (error) throw error;
    }
  }
}, 60_000);

afterAll(async () => {
  refusals.print();
  await stack.close();
});

test("a tenant downloads the contract's document, also by a short-lived link", async () => {
  const path = `${folderOf("tenant")}/carta.pdf`;
  const { data } = await as("tenant").download(path);
  expect(data && Buffer.from(await data.arrayBuffer())).toEqual(pdf);

  const signed = await as("tenant").createSignedUrl(path, 60, { download: "carta-de-fianca.pdf" });
  const response = await fetch(signed.data?.signedUrl ?? "");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-disposition")).toContain(
    "attachment; filename*=UTF-8''carta-de-fianca.pdf",
  );
  expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
});

test("a tenant lists only the files that are documents of the contract", async () => {
  const { data } = await as("tenant").list(folderOf("tenant"));
  expect(data?.map(({ name }) => name)).toEqual([expect.stringMatching(/(^|\/)carta\.pdf$/)]);
  const draft = await as("tenant").download(`${folderOf("tenant")}/rascunho.pdf`);
  expect(draft.error).not.toBeNull();
});

test("a tenant opens no file of the same name in another bucket", async () => {
  const path = `${folderOf("tenant")}/carta.pdf`;
  const others = ["offer-documents", "request-documents"];
  for (const other of others) {
    const { error } = await clientOf("service")
      .storage.from(other)
      .upload(path, pdf, { contentType: "application/pdf" });
    expect([other, error]).toEqual([other, null]);
    const files = clientOf("tenant").storage.from(other);
    expect((await files.download(path)).data).toBeNull();
    expect((await files.createSignedUrl(path, 60)).data).toBeNull();
    expect((await files.list(folderOf("tenant"))).data ?? []).toEqual([]);
  }
  refusals.add("tenant", others.length * 3);
});

test.each(intruders)("%s cannot list, read, sign or probe another's files", async (name) => {
  const files = as(name);
  const path = `${folderOf("tenant")}/carta.pdf`;
  expect((await files.list(folderOf("tenant"))).data ?? []).toEqual([]);
  expect(
    (await files.list("")).data?.filter(({ name: found }) => found === folderOf("tenant")) ?? [],
  ).toEqual([]);
  expect((await files.download(path)).data).toBeNull();
  expect((await files.createSignedUrl(path, 60)).data).toBeNull();
  const many = await files.createSignedUrls([path], 60);
  expect(many.data?.every(({ signedUrl }) => !signedUrl) ?? true).toBe(true);
  expect((await files.info(path)).data).toBeNull();
  expect(
    await files.exists(path).then(
      ({ data }) => data,
      () => false,
    ),
  ).toBe(false);
  expect((await fetch(files.getPublicUrl(path).data.publicUrl)).ok).toBe(false);
  refusals.add(name, 8);
});

test.each([...intruders, "tenant" as const])(
  "%s cannot plant, replace, move or delete",
  async (name) => {
    const before = await state();
    const files = as(name);
    const own = `${folderOf("tenant")}/carta.pdf`;
    const attempts = [
      await files.upload(`${folderOf("tenant")}/plantado.pdf`, pdf, {
        contentType: "application/pdf",
      }),
      await files.upload(own, pdf, { contentType: "application/pdf", upsert: true }),
      await files.update(own, pdf, { contentType: "application/pdf" }),
      await files.move(own, `${folderOf("tenant")}/levado.pdf`),
      await files.copy(own, `${folderOf("other tenant")}/copiado.pdf`),
      await files.createSignedUploadUrl(`${folderOf("tenant")}/plantado.pdf`),
    ];
    for (const { error } of attempts) expect(error).not.toBeNull();
    const removed = await files.remove([own]);
    expect(removed.data ?? []).toEqual([]);
    expect(await state()).toEqual(before);
    refusals.add(name, attempts.length + 1);
  },
);

test.each(personaNames.filter((name) => name !== "service"))(
  "%s cannot touch buckets",
  async (name) => {
    const { storage } = clientOf(name);
    const before = await stack.sql`select id, public from storage.buckets order by id`;
    await storage.createBucket("novo", { public: true });
    await storage.updateBucket(bucket, { public: true });
    await storage.emptyBucket(bucket);
    await storage.deleteBucket(bucket);
    const rows = await stack.sql`select id, public from storage.buckets order by id`;
    expect([...rows]).toEqual([...before]);
    expect(rows.map((row) => row["public"])).toEqual(rows.map(() => false));
    expect((await storage.listBuckets()).data ?? []).toEqual([]);
    refusals.add(name, 5);
  },
);

test.each(["contract-documents", "offer-documents", "request-documents"])(
  "%s refuses pages and files over 10 MB, even from the functions",
  async (name) => {
    const files = clientOf("service").storage.from(name);
    const page = await files.upload("x/pagina.html", Buffer.from("<script>1</script>"), {
      contentType: "text/html",
    });
    const long = await files.upload("x/longo.pdf", Buffer.alloc(10 * 1024 * 1024 + 1), {
      contentType: "application/pdf",
    });
    expect([page.data, long.data]).toEqual([null, null]);
    // The API has the same upload limit, so uploads cannot test the bucket's limit. The test reads the bucket's row.
    const [rule] = await stack.sql`
      select file_size_limit::integer as most from storage.buckets where id = ${name}`;
    expect(rule?.["most"]).toBe(10 * 1024 * 1024);
  },
);

test("a signed link is refused when it is forged, too old or used for another file", async () => {
  const { data } = await as("tenant").createSignedUrl(`${folderOf("tenant")}/carta.pdf`, 1);
  const url = data?.signedUrl ?? "";
  const others = [
    url.slice(0, -3),
    url.replace(folderOf("tenant"), folderOf("other tenant")),
    url.replace("carta.pdf", "rascunho.pdf"),
  ];
  for (const other of others) expect((await fetch(other)).ok).toBe(false);
  await expect
    .poll(async () => (await fetch(url)).status, { timeout: 5000, interval: 200 })
    .toBe(400);
  refusals.add("visitor", others.length + 1);
});

function clientOf(name: PersonaName) {
  return createClient(stack.url, stack.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: stack.personas[name].headers },
  });
}

function as(name: PersonaName) {
  return clientOf(name).storage.from(bucket);
}

function folderOf(name: PersonaName): string {
  return String(stack.personas[name].contractId);
}

async function state() {
  return [...(await stack.sql`select name, version, metadata from storage.objects order by name`)];
}
