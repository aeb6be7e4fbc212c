import {
  isArray,
  isApart,
  isDict,
  isDigit,
  isRef,
  latin,
  type PdfDict,
  PdfReader,
  type PdfValue,
  Unreadable,
} from "./read-pdf.ts";
import { countObject, findStream, inflate, newBudget, readObjectPlaces } from "./pdf-streams.ts";
import { UnfitFile, isProtected } from "./unfit-file.ts";

const hasActiveContent = () =>
  new UnfitFile(
    "O PDF tem programas, formulários ou anexos. Imprima em PDF outra vez, ou envie uma foto.",
  );

const words = (list: string) => new Set(list.trim().split(/\s+/));

/** PDF names that have no harmless use anywhere in a file. */
const refusedNames = words(`
  JavaScript JS Launch EmbeddedFile EmbeddedFiles EF RichMedia FileAttachment GoToE GoToR GoToDp
  ImportData SubmitForm Rendition Renditions RichMediaExecute GoTo3DView XFA AA AF Collection
  Requirements NeedsRendering SpiderInfo Filespec AlternatePresentations Crypt OPI
`);

/** Known keys of a PDF's catalog, its root dictionary. An unknown key may make a PDF reader act. */
const catalogKeys = words(`
  Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode
  Outlines Threads OpenAction URI AcroForm Metadata StructTreeRoot MarkInfo Lang OutputIntents
  PieceInfo OCProperties Perms Legal DSS DPartRoot LastModified ModDate CreationDate ID
`);

/** Subtypes of PDF objects that only show something, such as annotations, images and fonts. */
const subtypes = words(`
  Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut
  Stamp Caret Ink Popup Widget PrinterMark TrapNet Watermark Redact
  Image Form Type0 Type1 MMType1 TrueType Type3 CIDFontType0 CIDFontType2 Type1C CIDFontType0C
  OpenType XML DeviceN NChannel RL GEO Artwork Technical
  Header Footer Background PageNum LineNum Bates HF FG BG L Print View
`);

/** Harmless values of the key `S`, which gives the kind of an action, group, border, page number or transition. */
const harmlessKinds = words(`
  Transparency Luminosity Alpha S D B I U C R r A a
  Split Blinds Box Wipe Dissolve Glitter Fly Push Cover Uncover Fade
  GTS_PDFX GTS_PDFA1 GTS_PDFA GTS_PDFE1 ISO_PDFE1 P
`);
/** Refused kinds of PDF actions: values of the key `S`. In structure tags, this key may have any value. */
const actionKinds = words("Thread Sound Movie Hide ResetForm SetOCGState Trans NOP SetState");
const goToKeys = words("Type S D SD");
const linkKeys = words("Type S URI IsMap");
const turnKeys = words("Type S N");
const turns: unknown[] = ["NextPage", "PrevPage", "FirstPage", "LastPage"];
const tagKeys = words(`
  Type S P ID Pg K A C R T Lang Alt E ActualText NS Ref PhoneticAlphabet Phoneme Obj
`);
const linkAddress = /^(https?:\/\/|mailto:|tel:|www\.)/i;

/**
 * Names that may be the value of a numbered object. Other names are refused, because an action may refer to a numbered
 * object for its kind.
 */
const nameObjects = words(`
  DeviceRGB DeviceGray DeviceCMYK Pattern WinAnsiEncoding MacRomanEncoding StandardEncoding
  Identity-H Identity-V Identity FlateDecode DCTDecode LZWDecode CCITTFaxDecode
`);
const filters = words(`
  FlateDecode LZWDecode ASCII85Decode ASCIIHexDecode RunLengthDecode CCITTFaxDecode DCTDecode
  JPXDecode JBIG2Decode Fl LZW A85 AHx RL CCF DCT
`);
/** Keys that a stream has when its data is wholly or partly in another file. */
const outside = ["F", "FFilter", "FDecodeParms", "Ref"] as const;
/** Keys whose values the checks below use. */
const decisive = words(`
  Type Subtype S N URI OpenAction Root Encrypt Pages First Length Filter DecodeParms DP Predictor
  F FFilter FDecodeParms Ref
`);

/**
 * Refuses a PDF that is encrypted, unreadable or not known to be harmless. Checks everything that a PDF reader could
 * take for an object, without trusting the file's object tables or lengths. @throws UnfitFile
 */
export function checkPdf(bytes: Uint8Array): void {
  try {
    new PdfCheck(bytes).run();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    // An encrypted file cannot be read, so the message must say that it is encrypted.
    throw new TextDecoder("latin1").decode(bytes).includes("/Encrypt") ? isProtected() : error;
  }
}

class PdfCheck {
  private readonly bytes: Uint8Array;
  private readonly budget = newBudget();
  /** Object numbers. `roots`: objects that the file declares as root. `catalogs`: objects that look like a catalog. */
  private readonly roots = new Set<number>();
  private readonly catalogs = new Set<number>();
  /**
   * Object numbers. `openings`: objects that act when the file opens. `links`: actions that open a web address or turn
   * to another page.
   */
  private readonly openings = new Set<number>();
  private readonly links = new Set<number>();
  private readonly aliases = new Map<number, number>();

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  run(): void {
    const { bytes } = this;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === 0x6f && bytes[at + 1] === 0x62 && bytes[at + 2] === 0x6a) this.objectAt(at);
      else if (byte === 0x74 && latin(bytes.subarray(at, at + 7)) === "trailer") {
        this.reader(bytes, at + 7).value();
      }
    }
    if (![...this.roots].some((root) => this.catalogs.has(root))) throw new Unreadable();
    for (const opening of this.openings) {
      let number: number | undefined = opening;
      for (let step = 0; number !== undefined; step++) {
        // A long chain of references is refused: it may be endless, and PDF readers follow endless chains differently.
        if (this.links.has(number) || step > 10) throw hasActiveContent();
        number = this.aliases.get(number);
      }
    }
  }

  private reader(bytes: Uint8Array, place: number): PdfReader {
    const reader = new PdfReader(bytes, this.budget, {
      name: checkName,
      dict: this.judge,
      decisive,
    });
    reader.place = place;
    return reader;
  }

  /** Checks the object after the word "obj" at the position `at`, unless "obj" is only part of other data. */
  private objectAt(at: number): void {
    const { bytes } = this;
    const [before, after] = [bytes[at - 1], bytes[at + 3]];
    if (!isApart(before) && !isDigit(before)) return;
    if (!isApart(after) && !isDigit(after)) return;
    countObject(this.budget);
    const reader = this.reader(bytes, at + 3);
    while (isDigit(bytes[reader.place])) reader.place++;
    const value = reader.value();
    this.keep(numberBefore(bytes, at), value);
    if (!isDict(value)) return;
    const start = reader.skipSpace();
    if (latin(bytes.subarray(start, start + 6)) === "stream") this.judgeStream(value, start + 6);
  }

  private keep(number: number | undefined, value: PdfValue): void {
    if (typeof value === "string" && !nameObjects.has(value)) throw hasActiveContent();
    if (number === undefined || typeof value !== "object") return;
    if (value.kind === "ref") {
      if ((this.aliases.get(number) ?? value.number) !== value.number) throw new Unreadable();
      this.aliases.set(number, value.number);
    }
    if (value.kind !== "dict") return;
    if (value.entries.has("Pages")) this.catalogs.add(number);
    const kind = value.entries.get("S");
    if (kind === "URI" || kind === "Named") this.links.add(number);
  }

  private readonly judge = (dict: PdfDict): void => {
    const { entries } = dict;
    const root = entries.get("Root");
    if (root !== undefined && entries.has("Encrypt")) throw isProtected();
    if (isRef(root)) this.roots.add(root.number);
    if (entries.get("Type") === "Catalog" || entries.has("OpenAction")) this.judgeCatalog(dict);
    const subtype = entries.get("Subtype");
    if (typeof subtype === "string" && !subtypes.has(subtype)) throw hasActiveContent();
    const kind = entries.get("S");
    if (typeof kind === "string") judgeKind(kind, dict);
  };

  private judgeCatalog({ entries }: PdfDict): void {
    for (const key of entries.keys()) if (!catalogKeys.has(key)) throw hasActiveContent();
    const opening = entries.get("OpenAction");
    if (isRef(opening)) this.openings.add(opening.number);
    if (isDict(opening) && opening.entries.get("S") !== "GoTo") throw hasActiveContent();
  }

  private judgeStream(dict: PdfDict, place: number): void {
    const { entries } = dict;
    if (outside.some((key) => entries.has(key))) throw hasActiveContent();
    if (entries.has("Root") && entries.has("Encrypt")) throw isProtected();
    const filter = entries.get("Filter");
    const named = isArray(filter) ? filter.first : [filter];
    for (const name of named) {
      if (typeof name === "string" && !filters.has(name)) throw hasActiveContent();
    }
    // The key First marks a stream that contains objects, even if the stream declares another type.
    if (entries.has("First")) this.judgeObjects(this.unpack(dict, place), dict);
  }

  /** Returns the unpacked bytes of a stream that contains objects. Allows at most one filter. */
  private unpack({ entries }: PdfDict, place: number): Uint8Array {
    const { bytes } = this;
    const filter = entries.get("Filter");
    const only = isArray(filter) && filter.first.length === 1 ? filter.first[0] : filter;
    const parameters = entries.get("DecodeParms");
    const isPlain = !isDict(parameters) || parameters.entries.get("Predictor") === undefined;
    if (entries.has("DP") || isRef(parameters) || isArray(parameters) || !isPlain) {
      throw new Unreadable();
    }
    const { from, to, isExact } = findStream(
      this.reader(bytes, place),
      place,
      entries.get("Length"),
    );
    const data = bytes.subarray(from, to);
    if (filter === undefined && isExact) return data;
    if (only !== "FlateDecode") throw new Unreadable();
    return inflate(data, this.budget);
  }

  /** Checks the objects in an unpacked stream. The stream begins with pairs of object number and position. */
  private judgeObjects(bytes: Uint8Array, dict: PdfDict): void {
    const reader = this.reader(bytes, 0);
    const { first, places } = readObjectPlaces(reader, dict, this.budget);
    const numbers = new Map(places.map(({ number, from }) => [from, number]));
    reader.place = first;
    while (reader.skipSpace() < bytes.length) {
      const at = reader.place;
      const value = reader.value();
      this.keep(numbers.get(at), value);
      numbers.delete(at);
    }
    // The remaining positions are inside other objects. Such a stream is refused, because PDF readers read nested
    // objects in different ways.
    if (numbers.size > 0) throw new Unreadable();
  }
}

function checkName(name: string): void {
  if (refusedNames.has(name)) throw hasActiveContent();
}

/** Allows actions that show a page or open a web address on a click. Also allows structure tags, which do nothing. */
function judgeKind(kind: string, dict: PdfDict): void {
  const { entries } = dict;
  const hasOnly = (keys: Set<string>) => [...entries.keys()].every((key) => keys.has(key));
  if (kind === "GoTo" && hasOnly(goToKeys)) return;
  if (kind === "URI" && hasOnly(linkKeys) && linkAddress.test(textOf(entries.get("URI")))) return;
  if (kind === "Named" && hasOnly(turnKeys) && turns.includes(entries.get("N"))) return;
  if (["GoTo", "URI", "Named"].includes(kind) || actionKinds.has(kind)) throw hasActiveContent();
  if (!harmlessKinds.has(kind) && !hasOnly(tagKeys)) throw hasActiveContent();
}

function textOf(value: PdfValue | undefined): string {
  if (typeof value !== "object" || value.kind !== "text") return "";
  const text = latin(value.bytes);
  if (!value.isHex) return text;
  const codes = text.replace(/\s/g, "").match(/../g) ?? [];
  return codes.map((code) => String.fromCharCode(Number.parseInt(code, 16))).join("");
}

/** Returns the object number of "12 0 obj", where `at` is the position of the word "obj". */
function numberBefore(bytes: Uint8Array, at: number): number | undefined {
  const found = /(\d{1,10})\s+\d{1,5}\s*$/.exec(latin(bytes.subarray(Math.max(0, at - 32), at)));
  return found ? Number(found[1]) : undefined;
}
