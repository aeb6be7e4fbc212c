import * as z from "zod/mini";
import {
  letterTextKinds,
  letterTextNames,
  type LetterTextName,
} from "#contracts/leases/letter-texts.ts";
import { undrawn } from "#contracts/fields/drawn-letters.ts";
import { companyVariables, ruleVariables, unknownVariable } from "#contracts/fields/variables.ts";
import { type MailTextName, mailTextKinds, mailTextNames } from "#contracts/mail/mail-texts.ts";
import { type PixPayee, pixPayeeSchema } from "#contracts/payments/pix.ts";
import { multiLine, singleLine } from "#contracts/fields/text.ts";

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

/** Company that offers the guarantee, and its data protection officer (Decreto 7.962/2013, art. 2; LGPD art. 41). */
export type Company = z.output<typeof companySchema>;

/** Returns the facts about the company that any text of a mail or document may contain. */
export function companyValues({ address, email, phone, ...company }: Company) {
  return {
    ...company,
    companyAddress: address,
    companyEmail: email,
    companyPhone: phone,
  } satisfies Record<keyof typeof companyVariables | "brandName", string>;
}

const hours = z.int().check(z.minimum(1), z.maximum(720));

const rulesSchema = z.object({
  approvalHours: hours,
  partnershipContactHours: hours,
  coveragePercent: z.int().check(z.minimum(1), z.maximum(100)),
  maximumMonths: z.int().check(z.minimum(1), z.maximum(120)),
  proofDays: z.int().check(z.minimum(1), z.maximum(365)),
  // The default is the legal period of withdrawal, for content that was published before the field existed.
  withdrawalDays: z._default(z.int().check(z.minimum(7), z.maximum(90)), 7),
  // Days within which Payser refunds money for a cancelled contract.
  refundDays: z._default(z.int().check(z.minimum(1), z.maximum(30)), 7),
  refundReason: z._default(
    z.string().check(z.minLength(1), z.maxLength(120)),
    "o tempo de confirmar a conta e fazer o Pix",
  ),
  // Minimum number of days that a tenant has to pay an overdue fee before the contract is ended.
  noticeDays: z._default(z.int().check(z.minimum(5), z.maximum(90)), 10),
  // Days within which the other side may state another day of the keys.
  handoverDays: z._default(z.int().check(z.minimum(1), z.maximum(30)), 5),
  // The defaults are for content that was published before these fields existed. They equal the seed's values.
  claimNoticeDays: z._default(z.int().check(z.minimum(1), z.maximum(60)), 15),
  claimEvidenceDays: z._default(z.int().check(z.minimum(1), z.maximum(30)), 7),
  claimAnswerDays: z._default(z.int().check(z.minimum(1), z.maximum(60)), 5),
  claimDecisionDays: z._default(z.int().check(z.minimum(1), z.maximum(90)), 10),
  claimPaymentDays: z._default(z.int().check(z.minimum(1), z.maximum(60)), 5),
  claimAppealDays: z._default(z.int().check(z.minimum(1), z.maximum(90)), 10),
  feePercent: z._default(z.number().check(z.minimum(0.1), z.maximum(100)), 8),
  feeMinimum: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 150),
  civilCodeArticles: line,
  venue: line,
  /** Whether the letters of new offers take effect only when the fee is paid. */
  letterNeedsFee: z._default(z.boolean(), false),
});

/** Numbers of the business for edge functions. Texts of mails refer to a number by a token: `{{approvalHours}}`. */
export type BusinessRules = z.output<typeof rulesSchema>;

/** Names of the variables that every text may contain in addition to variables of its own. */
const everywhere = [
  ...Object.keys(rulesSchema.shape),
  ...Object.keys(ruleVariables),
  ...Object.keys(companyVariables),
].filter((name) => name !== "letterNeedsFee");

const mailTextSchema = z.object({
  subject: line,
  preview: line,
  heading: line,
  paragraphs: z.array(paragraph).check(z.minLength(1)),
  button: line,
  /** Small print at the end of the mail; null for none. */
  note: z._default(z.nullable(paragraph), null),
});

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

export type Coverage = z.output<typeof coverageSchema>;

export type LetterTexts = Readonly<Record<LetterTextName, string>>;

const clauseSchema = z.object({
  number: z._default(z.nullable(line), null),
  title: line,
  text: paragraph,
});

const productsSchema = z.array(z.object({ slug: line, name: line }));

/** Names of the published products, by slug. */
export type Products = z.output<typeof productsSchema>;

const termsSchema = z.object({ version: line, limitingClauses: z.array(clauseSchema) });

/** Published terms: their version, and the clauses that limit the customer's rights (CDC, art. 54, § 4). */
export type Terms = z.output<typeof termsSchema>;

export type FunctionContent = Readonly<{
  company: Company;
  rules: BusinessRules;
  coverage: Coverage;
  letterTexts: LetterTexts;
  terms: Terms;
  mailTexts: MailTexts;
  products: Products;
  /** Recipient of Pix payments. Null while no recipient is published. The fee is then paid in another way. */
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

/** Names of the missing or invalid parts of an answer, such as `company`, `rules` or `mailTexts.trackingLink`. */
type Faults = readonly string[];

/** Reads the content API's answer. Takes missing or invalid parts from `known`, and all other parts from the answer. */
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
    // The known Pix key is used only when there is no valid answer, because a removed key may belong to somebody else.
    pix: data === undefined ? known.pix : readPix(data.pix),
  };
  return { content, faults };
}

function mapMailTexts(text: (name: MailTextName) => MailText): Partial<MailTexts> {
  return Object.fromEntries(mailTextNames.map((name) => [name, text(name)]));
}

/** Reads the texts of a mail. Texts with an unknown variable are refused. */
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

/** Reads a text of the PDF documents. Refuses a text with an unknown variable or with a letter that the fonts lack. */
function readLetterText(name: LetterTextName, value: unknown): { data?: string | undefined } {
  const { data } = paragraph.safeParse(value);
  const known = [...Object.keys(letterTextKinds[name].variables), ...everywhere];
  if (data === undefined || undrawn(data) !== undefined) return {};
  return unknownVariable(data, known) === undefined ? { data } : {};
}
