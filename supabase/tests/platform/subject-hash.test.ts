import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actAs } from "../support/act-as.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.close());

const hashOf = async (subject: string) => {
  const [row] = await database.sql`select private.subject_hash(${subject}) as hash`;
  return String(row?.["hash"]);
};

test("the hash of a CPF cannot be found by hashing every CPF", async () => {
  const cpf = "52998224725";
  const hash = await hashOf(cpf);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hash).not.toBe(createHash("sha256").update(cpf).digest("hex"));
  expect(await hashOf(` ${cpf} `)).toBe(hash);
  // Another key gives another hash, so a person without the key cannot compute the hash.
  await database.sql
    .begin(async (sql) => {
      await sql`update private.hash_keys set key = extensions.gen_random_bytes(32)`;
      const [row] = await sql`select private.subject_hash(${cpf}) as hash`;
      expect(row?.["hash"]).not.toBe(hash);
      throw new Error("undo");
    })
    .catch((error: Error) => expect(error.message).toBe("undo"));
});

test("each project has its own key of 256 random bits", async () => {
  const [row] = await database.sql`
    select octet_length(key) as length, key = decode(repeat('00', 32), 'hex') as empty
    from private.hash_keys where name = 'subjects'`;
  expect(row).toEqual({ length: 32, empty: false });
});

test.each(["anon", "authenticated", "service_role"] as const)(
  "%s cannot read the key",
  async (role) => {
    for (const statement of [
      "select key from private.hash_keys",
      "select private.keyed_hash('x')",
    ]) {
      await expect(
        actAs(database.sql, { role }, (sql) => sql.unsafe(statement)),
      ).rejects.toMatchObject({ code: "42501" });
    }
  },
);
