import type { AttackTarget } from "./attack-target.ts";
import type { Probe } from "./probe.ts";
import { onEach } from "./tally.ts";

const bucket = "contract-documents";

/** Returns ways to write the path of the victim's file. Some of these paths try to leave the folder or the bucket. */
function waysTo(folder: string, ownFolder: string): string[] {
  const file = `${folder}/carta.pdf`;
  return [
    file,
    `${ownFolder}/../${file}`,
    `${ownFolder}/%2e%2e/${file}`,
    `${ownFolder}%2f..%2f${file}`,
    `${ownFolder}/..%5c${file}`,
    `%2e%2e/${bucket}/${file}`,
    `./${file}`,
    `/${file}`,
    `${folder}%2Fcarta.pdf`,
    `${folder}/carta.pdf%00.png`,
    `${folder.toUpperCase()}/carta.pdf`,
    "..%2f..%2f..%2fkeys.json",
    "../../../keys.json",
    "%252e%252e/keys.json",
  ];
}

function readProbes(ways: readonly string[], folder: string): Probe[] {
  const storage = "/storage/v1";
  const post = (path: string, body: unknown): Probe => ({
    method: "POST",
    path: storage + path,
    body: JSON.stringify(body),
  });
  return [
    ...ways.flatMap((way) => [
      { path: `${storage}/object/${bucket}/${way}` },
      { path: `${storage}/object/authenticated/${bucket}/${way}` },
      { path: `${storage}/object/public/${bucket}/${way}` },
      { path: `${storage}/object/sign/${bucket}/${way}?token=a.b.c` },
      { path: `${storage}/object/info/${bucket}/${way}` },
      { path: `${storage}/object/${bucket}/${way}`, method: "HEAD" },
      { path: `${storage}/render/image/authenticated/${bucket}/${way}` },
      post(`/object/sign/${bucket}/${way}`, { expiresIn: 60 }),
    ]),
    ...["", folder, `${folder}/`, "../", "%", "_", folder.slice(0, 8)].flatMap((prefix) => [
      post(`/object/list/${bucket}`, { prefix, limit: 1_000, offset: 0 }),
      post(`/object/list-v2/${bucket}`, { prefix, limit: 1_000 }),
      post(`/object/list/${bucket}`, { prefix: "", search: prefix, limit: 1_000 }),
    ]),
    post(`/object/sign/${bucket}`, { expiresIn: 60, paths: ways }),
    { path: `${storage}/bucket` },
    { path: `${storage}/bucket/${bucket}` },
  ];
}

function writeProbes(ways: readonly string[], ownFolder: string): Probe[] {
  const storage = "/storage/v1";
  const json = (method: string, path: string, body: unknown): Probe => ({
    method,
    path: storage + path,
    body: JSON.stringify(body),
  });
  const pdf = { "content-type": "application/pdf" };
  return [
    ...ways.flatMap((way) => [
      { method: "POST", path: `${storage}/object/${bucket}/${way}`, body: "%PDF-", headers: pdf },
      { method: "PUT", path: `${storage}/object/${bucket}/${way}`, body: "%PDF-", headers: pdf },
      { method: "DELETE", path: `${storage}/object/${bucket}/${way}` },
      json("POST", `/object/upload/sign/${bucket}/${way}`, {}),
    ]),
    ...ways.slice(0, 4).flatMap((way) => {
      const move = { bucketId: bucket, sourceKey: way, destinationKey: `${ownFolder}/levado.pdf` };
      return [json("POST", "/object/move", move), json("POST", "/object/copy", move)];
    }),
    json("DELETE", `/object/${bucket}`, { prefixes: ways }),
    json("POST", "/bucket", { id: "novo", name: "novo", public: true }),
    json("PUT", `/bucket/${bucket}`, { public: true }),
    json("POST", `/bucket/${bucket}/empty`, {}),
    json("DELETE", `/bucket/${bucket}`, {}),
  ];
}

/** Tries as every attacker to read, list, sign, upload, move and copy files, with many spellings of a path. */
export async function attackStorage(target: AttackTarget): Promise<void> {
  const { victim, personas, attackers } = target;
  const ownFolder = String(personas.tenant.contractId);
  const ways = waysTo(victim.contractId, ownFolder);
  const probes = [...readProbes(ways, victim.contractId), ...writeProbes(ways, ownFolder)];
  const tries = attackers.flatMap((attacker) =>
    probes
      .filter((_probe, index) => attacker.isKnown || index % 6 === 0)
      .map((probe) => ({ attacker, probe })),
  );
  await onEach(tries, async ({ attacker, probe }) => {
    const headers = { "content-type": "application/json", ...probe.headers, ...attacker.headers };
    const answer = await target.ask("files", attacker, { ...probe, headers });
    if (answer.body.startsWith("%PDF") || /"signed(?:URL|Url)":"\//.test(answer.body)) {
      target.tally.fault(`${attacker.name} got ${probe.method ?? "GET"} ${probe.path}`);
    }
  });
}
