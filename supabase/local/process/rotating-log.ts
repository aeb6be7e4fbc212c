import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Writable } from "node:stream";

const limitBytes = 2 * 1024 * 1024;

/** Returns a stream that writes each line before it accepts the next. A full file (2 MiB) is renamed to `<file>.1`. */
export function rotatingLog(file: string, limit = limitBytes): Writable {
  mkdirSync(dirname(file), { recursive: true });
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      try {
        if (size > 0 && size + piece.length > limit) {
          renameSync(file, `${file}.1`);
          size = 0;
        }
        appendFileSync(file, piece, { mode: 0o600 });
        size += piece.length;
        done();
      } catch {
        // An error such as a full disk must not stop the program that writes the log.
        done();
      }
    },
  });
}
