import {
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from "@cantoo/pdf-lib";
import { Unzlib } from "fflate";
import { UnfitFile } from "./unfit-file.ts";

/** Names by which something in a PDF runs, leaves it, or hides in it. */
const active = [
  "JavaScript",
  "Launch",
  "EmbeddedFile",
  "EmbeddedFiles",
  "RichMedia",
  "FileAttachment",
  "GoToE",
  "ImportData",
  "SubmitForm",
  "Rendition",
] as const;
const activeNames = new Set<string>(active);
/** As keys; as the name of a font or an image they would mean nothing. */
const activeKeys = new Set<string>([...active, "JS", "XFA", "EF"]);
/** The same in the bytes, for what a reader may find where a parser passes over it. */
const activeBytes = new RegExp(`/(?:${active.join("|")})(?![A-Za-z0-9])`);

/** A directory of objects that unpacks to more was made to use up memory. */
const longestDirectory = 40 * 1024 * 1024;
const slice = 4096;

const hasActiveContent = () =>
  new UnfitFile(
    "O PDF tem programas, formulários ou anexos. Imprima em PDF outra vez, ou envie uma foto.",
  );
const isUnreadable = () =>
  new UnfitFile("Não conseguimos abrir o PDF. Gere o arquivo outra vez, ou envie uma foto.");
const isProtected = () =>
  new UnfitFile("O PDF está protegido por senha. Envie uma versão sem senha, ou uma foto.");

/**
 * Refuses a PDF with scripts, attachments, media or actions, one that is encrypted and one that
 * cannot be read. Every version of every object is looked at, used or not.
 * @throws UnfitFile
 */
export async function checkPdf(bytes: Uint8Array): Promise<void> {
  const text = new TextDecoder("latin1").decode(bytes);
  // A name's letters may be written as #4a.
  const plain = text.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  if (activeBytes.test(plain)) throw hasActiveContent();
  const parser = new WatchingParser(bytes);
  const isParsed = await parser.parseDocument().then(
    () => true,
    () => false,
  );
  if (parser.fault instanceof UnfitFile) throw parser.fault;
  if (!isParsed || parser.fault !== undefined)
    throw text.includes("/Encrypt") ? isProtected() : isUnreadable();
  parser.checkTrailer();
}

/** Sees each object when it is read: the result of parsing has the last of each number alone. */
class WatchingParser extends PDFParser {
  /** Kept as well as thrown: the parser goes on behind an object that it cannot read. */
  fault: unknown;

  constructor(bytes: Uint8Array) {
    super(bytes, Infinity);
    const assign = this.context.assign.bind(this.context);
    this.context.assign = (ref, object) => {
      this.watch(() => checkObject(object));
      assign(ref, object);
    };
  }

  protected override parseDictOrStream(ref?: PDFRef): PDFDict | PDFStream {
    const parsed = super.parseDictOrStream(ref);
    if (parsed instanceof PDFRawStream) this.watch(() => checkDirectory(parsed));
    return parsed;
  }

  private watch(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.fault ??= error;
      throw error;
    }
  }

  checkTrailer(): void {
    const { Root, Encrypt } = this.context.trailerInfo;
    if (Encrypt !== undefined) throw isProtected();
    const catalog = this.context.lookup(Root);
    if (!(catalog instanceof PDFDict) || !catalog.has(PDFName.of("Pages"))) throw isUnreadable();
    const opening = catalog.lookup(PDFName.of("OpenAction"));
    if (opening instanceof PDFDict && nameIn(opening, "S") !== "GoTo") throw hasActiveContent();
  }
}

function nameIn(dict: PDFDict, key: string): string | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
}

function checkObject(object: PDFObject): void {
  const open = [object];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof PDFStream) open.push(next.dict);
    else if (next instanceof PDFArray) open.push(...next.asArray());
    else if (next instanceof PDFName && activeNames.has(next.decodeText())) {
      throw hasActiveContent();
    } else if (next instanceof PDFDict) {
      for (const [key, value] of next.entries()) {
        if (activeKeys.has(key.decodeText())) throw hasActiveContent();
        open.push(value);
      }
    }
  }
}

/** Before the parser unpacks it: a stream that holds objects, or where they are. */
function checkDirectory({ dict, contents }: PDFRawStream): void {
  // What a stream is stands in it. Otherwise a reader may see objects where a parser saw none.
  if (dict.get(PDFName.of("Type")) instanceof PDFRef) throw isUnreadable();
  if (!["ObjStm", "XRef"].includes(nameIn(dict, "Type") ?? "")) return;
  const filter = dict.lookup(PDFName.of("Filter"));
  if (filter === undefined) return;
  const [only, ...others] = filter instanceof PDFArray ? filter.asArray() : [filter];
  if (only !== PDFName.of("FlateDecode") || others.length > 0) throw isUnreadable();
  let length = 0;
  const unpacked = new Unzlib((part) => {
    length += part.byteLength;
    if (length > longestDirectory) throw isUnreadable();
  });
  // Little by little, or the first part would be the whole.
  for (let place = 0; place < contents.length; place += slice) {
    unpacked.push(contents.subarray(place, place + slice), place + slice >= contents.length);
  }
}
