import * as z from "zod/mini";
import {
  letterTextKinds,
  letterTextNames,
  type LetterTextName,
} from "../contracts/guarantee/letters.ts";
import { companyVariables, unknownVariable } from "../contracts/fields/variables.ts";
import { type MailTextName, mailTextKinds, mailTextNames } from "../contracts/mail-texts.ts";
import { type PixPayee, pixPayeeSchema } from "../contracts/guarantee/pix.ts";
import { multiLine, singleLine } from "../contracts/fields/text.ts";

const line = z.string().check(z.overwrite(singleLine), z.minLength(1));
const paragraph = z.string().check(z.overwrite(multiLine), z.minLength(1));

const companySchema = z.object({
  brandName: line,
  legalName: line,
  cnpj: line,
  email: z.email(),
  address: line,
  postalCode: line,
  phone: line,
  openingHours: line,
  officerName: line,
  dataProtectionEmail: z.email(),
});

/**
 * Who signs the e-mails (Decreto 7.962/2013, art. 2: name, CNPJ, physical and electronic
 * address; LGPD art. 41: the officer's contact).
 */
export type Company = z.output<typeof companySchema>;

const hours = z.int().check(z.minimum(1), z.maximum(720));

const rulesSchema = z.object({
  approvalHours: hours,
  partnershipContactHours: hours,
  coveragePercent: z.int().check(z.minimum(1), z.maximum(100)),
  maximumMonths: z.int().check(z.minimum(1), z.maximum(120)),
  proofDays: z.int().check(z.minimum(1), z.maximum(365)),
  // The law's, for content that was published before it had a field.
  withdrawalDays: z._default(z.int().check(z.minimum(7), z.maximum(90)), 7),
  // The seed's, for the same reason; private.business_rule has the same.
  claimAnswerDays: z._default(z.int().check(z.minimum(1), z.maximum(60)), 5),
  claimDecisionDays: z._default(z.int().check(z.minimum(1), z.maximum(90)), 10),
  claimPaymentDays: z._default(z.int().check(z.minimum(1), z.maximum(60)), 5),
  claimAppealDays: z._default(z.int().check(z.minimum(1), z.maximum(90)), 10),
  claimFourEyesAmount: z._default(z.int().check(z.minimum(0), z.maximum(10_000_000)), 5000),
  civilCodeArticles: line,
  venue: line,
});

/** The numbers of the business, which functions reckon with and mails name as `{{approvalHours}}`. */
export type BusinessRules = z.output<typeof rulesSchema>;

/** What every text may name beside its own variables. */
const everywhere = [...Object.keys(rulesSchema.shape), ...Object.keys(companyVariables)];

const mailTextSchema = z.object({
  subject: line,
  preview: line,
  heading: line,
  paragraphs: z.array(paragraph).check(z.minLength(1)),
  button: line,
  /** What has to be said in small letters. */
  note: z._default(z.nullable(paragraph), null),
});

/** The words of one mail, its variables not yet filled in. */
export type MailText = z.output<typeof mailTextSchema>;

export type MailTexts = Readonly<Record<MailTextName, MailText>>;

const coverageSchema = z.object({
  exclusions: z.object({
    title: line,
    items: z.array(line).check(z.minLength(1)),
    note: paragraph,
  }),
  inclusions: z.object({ title: line, items: z.array(line).check(z.minLength(1)) }),
});

/** What a guarantee covers and, to be said first, what it does not. */
export type Coverage = z.output<typeof coverageSchema>;

/** The texts of the letter and the contract, their variables not yet filled in. */
export type LetterTexts = Readonly<Record<LetterTextName, string>>;

const clauseSchema = z.object({
  number: z._default(z.nullable(line), null),
  title: line,
  text: paragraph,
});

const productsSchema = z.array(z.object({ slug: line, name: line }));

/** The published products: how a page's address is called by people. */
export type Products = z.output<typeof productsSchema>;

const termsSchema = z.object({ version: line, limitingClauses: z.array(clauseSchema) });

/** The published terms: their version, and the clauses that limit rights (CDC, art. 54, § 4). */
export type Terms = z.output<typeof termsSchema>;

/** What functions know of the published content. */
export type FunctionContent = Readonly<{
  company: Company;
  rules: BusinessRules;
  coverage: Coverage;
  letterTexts: LetterTexts;
  terms: Terms;
  mailTexts: MailTexts;
  products: Products;
  /** Null while no key is published: a fee is then paid in another way. */
  pix: PixPayee | null;
}>;

const answerSchema = z.object({
  company: z.unknown(),
  rules: z.unknown(),
  coverage: z.unknown(),
  letterTexts: z.catch(z.record(z.string(), z.unknown()), {}),
  terms: z.unknown(),
  products: z.unknown(),
  pix: z.unknown(),
  mailTexts: z.catch(z.record(z.string(), z.unknown()), {}),
});

/** What of an answer cannot be used: `company`, `rules`, `mailTexts.trackingLink`. */
type Faults = readonly string[];

/**
 * The content of an answer, each part of it that is missing or broken taken from `known` instead:
 * one bad text of an editor stops neither a mail nor the other texts.
 */
export function readContentAnswer(
  answer: unknown,
  known: FunctionContent,
): { content: FunctionContent; faults: Faults } {
  const faults: string[] = [];
  const { data } = answerSchema.safeParse(answer);
  const part = <Part>(name: string, parsed: { data?: Part | undefined }, instead: Part): Part => {
    if (parsed.data !== undefined) return parsed.data;
    faults.push(name);
    return instead;
  };
  const text = (name: MailTextName) =>
    part(`mailTexts.${name}`, readMailText(name, data?.mailTexts[name]), known.mailTexts[name]);
  const letterText = (name: LetterTextName) =>
    part(
      `letterTexts.${name}`,
      readLetterText(name, data?.letterTexts[name]),
      known.letterTexts[name],
    );
  const readPix = (pix: unknown) => (pix ? part("pix", pixPayeeSchema.safeParse(pix), null) : null);
  const content = {
    company: part("company", companySchema.safeParse(data?.company), known.company),
    rules: part("rules", rulesSchema.safeParse(data?.rules), known.rules),
    coverage: part("coverage", coverageSchema.safeParse(data?.coverage), known.coverage),
    letterTexts: { ...known.letterTexts, ...mapLetterTexts(letterText) },
    terms: part("terms", termsSchema.safeParse(data?.terms), known.terms),
    mailTexts: { ...known.mailTexts, ...mapMailTexts(text) },
    products: part("products", productsSchema.safeParse(data?.products), known.products),
    // Where one is answered, never a former one: a key that was taken back may be somebody else's by now.
    pix: data === undefined ? known.pix : readPix(data.pix),
  };
  return { content, faults };
}

function mapMailTexts(text: (name: MailTextName) => MailText): Partial<MailTexts> {
  return Object.fromEntries(mailTextNames.map((name) => [name, text(name)]));
}

/** The words of a mail, unless they name a variable that it does not have. */
export function readMailText(name: MailTextName, value: unknown): { data?: MailText | undefined } {
  const { data } = mailTextSchema.safeParse(value);
  const known = [...Object.keys(mailTextKinds[name].variables), ...everywhere];
  const words = data ? Object.values(data).flat() : [];
  const isKnown = words.every((word) => unknownVariable(word ?? "", known) === undefined);
  return isKnown ? { data } : {};
}

function mapLetterTexts(text: (name: LetterTextName) => string): Partial<LetterTexts> {
  return Object.fromEntries(letterTextNames.map((name) => [name, text(name)]));
}

/** One text of the letters, unless it names a variable that it does not have. */
function readLetterText(name: LetterTextName, value: unknown): { data?: string | undefined } {
  const { data } = paragraph.safeParse(value);
  const known = [...Object.keys(letterTextKinds[name].variables), ...everywhere];
  return data !== undefined && unknownVariable(data, known) === undefined ? { data } : {};
}
