import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Writable } from "node:stream";

const limitBytes = 2 * 1024 * 1024;

/**
 * A log that goes on from one start to the next. Once it has 2 MiB it becomes `<file>.1`, in place of
 * the one before. Each piece is in the file before the next one is taken, so that a crash loses none.
 */
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
        // A full disk must stop nothing but the log.
        done();
      }
    },
  });
}
