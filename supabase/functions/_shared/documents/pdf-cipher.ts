// @ts-types="./node-crypto.d.ts"
import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { joinBytes } from "../join-bytes.ts";
import { UnfitFile } from "./unfit-file.ts";

/** Facts of the standard security handler, from the encryption dictionary of a PDF (ISO 32000-2, 7.6.4). */
export type Encryption = {
  version: number;
  revision: number;
  /** Length of the file key in bytes. */
  keyBytes: number;
  methods: { streams: Method; strings: Method };
  /** Values of the entries O, U and UE, and the first part of the file's identifier. */
  owner: Uint8Array;
  user: Uint8Array;
  userKey: Uint8Array;
  fileId: Uint8Array;
  permissions: number;
  encryptsMetadata: boolean;
};

export type Method = "none" | "rc4" | "aes";

/** Decrypts a string or a stream of the object with this number and generation. */
export type Decrypt = (
  method: Method,
  bytes: Uint8Array,
  object: { number: number; generation: number },
) => Uint8Array;

const needsPassword = () =>
  new UnfitFile(
    "O PDF pede senha para abrir. Envie uma versão sem senha, ou uma foto de cada página.",
  );

const pad = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08,
  0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);

/** Returns the decryption of a file that opens without a password. @throws UnfitFile for a file that needs one */
export function openCipher(encryption: Encryption): Decrypt {
  const { version, revision } = encryption;
  const key = revision >= 5 ? modernKey(encryption) : formerKey(encryption);
  return (method, bytes, { number, generation }) => {
    if (method === "none") return bytes;
    if (version >= 5) return decryptAes(key, bytes);
    const salt = method === "aes" ? [0x73, 0x41, 0x6c, 0x54] : [];
    const place = [number, number >> 8, number >> 16, generation, generation >> 8];
    const ofObject = md5(joinBytes([key, Uint8Array.from([...place, ...salt])])).subarray(
      0,
      Math.min(key.length + 5, 16),
    );
    return method === "aes" ? decryptAes(ofObject, bytes) : rc4(ofObject, bytes);
  };
}

/** Derives the key of an empty password for the revisions 2 to 4 (algorithms 2, 4 and 5 of the standard). */
function formerKey(encryption: Encryption): Uint8Array {
  const { revision, keyBytes, owner, user, fileId, permissions, encryptsMetadata } = encryption;
  const rights = [permissions, permissions >> 8, permissions >> 16, permissions >> 24];
  const isOpen = revision >= 4 && !encryptsMetadata ? [0xff, 0xff, 0xff, 0xff] : [];
  let key = md5(
    joinBytes([
      pad,
      owner.subarray(0, 32),
      Uint8Array.from(rights),
      fileId,
      Uint8Array.from(isOpen),
    ]),
  ).subarray(0, keyBytes);
  if (revision === 2) {
    if (!equal(rc4(key, pad), user)) throw needsPassword();
    return key;
  }
  for (let round = 0; round < 50; round++) key = md5(key).subarray(0, keyBytes);
  let check = md5(joinBytes([pad, fileId]));
  for (let round = 0; round < 20; round++) {
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  }
  if (!equal(check, user.subarray(0, 16))) throw needsPassword();
  return key;
}

/** Derives the key of an empty password for the revisions 5 and 6 (algorithm 2.A of the standard). */
function modernKey({ revision, user, userKey }: Encryption): Uint8Array {
  const hash = revision === 5 ? sha(256) : hardenedHash;
  if (!equal(hash(user.subarray(32, 40)), user.subarray(0, 32))) throw needsPassword();
  const cipher = createDecipheriv("aes-256-cbc", hash(user.subarray(40, 48)), new Uint8Array(16));
  cipher.setAutoPadding(false);
  return copy(cipher.update(userKey.subarray(0, 32)));
}

/** Hashes a salt with an empty password (algorithm 2.B of the standard). Ends after about 70 rounds. */
function hardenedHash(salt: Uint8Array): Uint8Array {
  let key = sha(256)(salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const repeated = joinBytes(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const mixed = copy(cipher.update(repeated));
    const sum = mixed.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = sha(([256, 384, 512] as const)[sum % 3] ?? 256)(mixed);
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** Decrypts AES in CBC mode. The first block is the start value, and the last byte is the number of padding bytes. */
function decryptAes(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const length = bytes.length - (bytes.length % 16);
  if (length < 32) return new Uint8Array();
  const cipher = createDecipheriv(
    key.length === 32 ? "aes-256-cbc" : "aes-128-cbc",
    key,
    bytes.subarray(0, 16),
  );
  cipher.setAutoPadding(false);
  const plain = copy(cipher.update(bytes.subarray(16, length)));
  const padding = plain.at(-1) ?? 0;
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain;
}

function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = Uint8Array.from({ length: 256 }, (_byte, place) => place);
  const at = (place: number) => state[place & 255] ?? 0;
  for (let place = 0, other = 0; place < 256; place++) {
    other = (other + at(place) + (key[place % key.length] ?? 0)) & 255;
    [state[place], state[other]] = [at(other), at(place)];
  }
  const plain = new Uint8Array(bytes.length);
  for (let index = 0, place = 0, other = 0; index < bytes.length; index++) {
    place = (place + 1) & 255;
    const former = at(place);
    other = (other + former) & 255;
    const next = at(other);
    state[place] = next;
    state[other] = former;
    plain[index] = (bytes[index] ?? 0) ^ at(former + next);
  }
  return plain;
}

const md5 = (bytes: Uint8Array) => copy(createHash("md5").update(bytes).digest());
const sha = (bits: 256 | 384 | 512) => (bytes: Uint8Array) =>
  copy(createHash(`sha${bits}`).update(bytes).digest());
/** Returns the bytes without the methods of node's Buffer, whose `subarray` and `map` differ in Deno and Node. */
const copy = (bytes: Uint8Array) => Uint8Array.from(bytes);

const equal = (one: Uint8Array, other: Uint8Array) =>
  one.length <= other.length && one.every((byte, place) => byte === other[place]);
