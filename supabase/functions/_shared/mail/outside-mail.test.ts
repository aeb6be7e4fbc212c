import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactMessageSchema } from "#contracts/messages/contact-message.ts";
import { partnershipRequestSchema } from "#contracts/partners/partnership-request.ts";
import { simulationRequestSchema } from "#contracts/requests/simulation-request.ts";
import { type OutgoingMailTemplate, outgoingMailTemplate } from "#contracts/stored-values.ts";
import { mailContext as context } from "./mail-for-tests.ts";
import { mailExample, renderMail } from "./render-mail.tsx";

const { company, siteUrl } = context;

/** Templates of mails to the staff inbox. Every other mail may go to an address that a stranger typed. */
const notices: readonly OutgoingMailTemplate[] = [
  "simulation-notice",
  "offer-notice",
  "acceptance-notice",
  "ending-notice",
  "renewal-notice",
  "address-notice",
  "partnership-notice",
  "contact-notice",
  "claim-new",
  "staff-pending",
];
/** Rows of mails to confirmed addresses of a landlord, which name the lease. No program makes links of them. */
const ofLease = /- (?:Imóvel|Locatário|Quem fez): .*\n/g;
const toLandlords = /^(?:landlord-(?!asked|link)|claim-)/;
const outside = outgoingMailTemplate.filter((template) => !notices.includes(template));

/** Columns without typed text: their values are numbers or times, or are chosen from a list. */
const structured =
  /^(property_state|property_type|property_value|rental_value|monthly_income|birth_date|accepted_terms_at|created_at|answer_due_at|due_at|status|letter_fee|renewal|start_date|end_date|ends_on|closed_at|news|told|turn|stage|occasion|what|renewal_asked_by)$/;
/** Columns whose values are written by staff or by the system. */
const ours =
  /^(id|lease_id|mail|protocol|rejection_reason|close_reason|correction_reason|contract_number|letter_code)$/;

const lures = [
  "https://evil.example/pix",
  "www.evil.com.br",
  "Clique em evil.example e ganhe",
  "<a href='https://evil.example'>Payser</a>",
  "javascript:alert(1)",
  "[Payser](https://evil.example)",
  "evil.example",
  "0800 666 0000",
];
const phishing = fc.oneof(
  fc.constantFrom(...lures),
  fc.webUrl(),
  fc.string({ unit: "grapheme", minLength: 3, maxLength: 60 }),
);

describe.each(outside)("%s", (template) => {
  it("has the same text whatever its sender typed", async () => {
    const source = mailExample(template);
    const plain = await renderMail(template, source, context);
    await fc.assert(
      fc.asyncProperty(phishing, async (text) => {
        const typed = {
          payload: spoil(source.payload, text),
          subject: spoil(source.subject, text),
        };
        const { replyTo, ...mail } = await renderMail(template, typed, context);
        // The browser sends the version of the terms. The mail repeats only text with the format of a version.
        const version = /- (?:Versão|Onde ler): .*\n/g;
        const typedRows = toLandlords.test(template) ? ofLease : version;
        const without = (words: string) => words.replace(version, "").replace(typedRows, "");
        expect(without(mail.text)).toBe(without(plain.text));
        expect(mail.html).not.toMatch(/href="[^"]*evil/);
        expect(mail.text).not.toMatch(/evil\.(?:example|com)|:\/\/evil/);
        expect(mail.subject).toBe(plain.subject);
        expect(replyTo).toBe(plain.replyTo);
      }),
      // The test uses every text in `lures`, but only twelve random texts, because rendering a mail is slow.
      { examples: lures.map((lure): [string] => [lure]), numRuns: lures.length + 12 },
    );
  });

  it("links only to our site and our mailboxes", async () => {
    const { html, text } = await renderMail(template, mailExample(template), context);
    const links = [...html.matchAll(/href="(?<url>[^"]*)"/g)].map((link) => link.groups?.["url"]);
    const known = [`mailto:${company.email}`, `mailto:${company.dataProtectionEmail}`];
    for (const link of links) {
      expect(link?.startsWith(`${siteUrl}/`) || known.includes(link ?? "")).toBe(true);
    }
    expect(text.replaceAll(siteUrl, "")).not.toMatch(/:\/\/|www\./);
  });
});

describe("every payload that a public form accepts", () => {
  const texts = [
    "fullName",
    "occupation",
    "propertyAddress",
    "propertyCity",
    "ownerName",
    "comments",
    "partnerName",
    "companyName",
    "message",
    "termsVersion",
    "name",
    "subject",
  ];
  const form = {
    fullName: "Ana Maria",
    partnerName: "Ana Maria",
    email: "vitima@exemplo.com.br",
    phone: "(44) 99999-8888",
    cpf: "529.982.247-25",
    birthDate: "1990-05-17",
    monthlyIncome: 6500,
    occupation: "Arquiteta",
    propertyAddress: "Av. Brasil, 1000",
    propertyCity: "Maringá",
    propertyState: "PR",
    propertyType: "Casa",
    propertyValue: 350000,
    rentalValue: 1800,
    ownerName: "José Pereira",
    ownerContact: "44 3333-4444",
    companyName: "Aurora",
    name: "Ana Maria",
    subject: "Dúvida",
    message: "Como funciona?",
    acceptedTerms: true,
  };

  it("makes a mail to the outside without any of its words", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), phishing, async (field, text) => {
        const typed = { ...form, [field]: text };
        const simulation = simulationRequestSchema.safeParse(typed);
        const partnership = partnershipRequestSchema.safeParse(typed);
        const contact = contactMessageSchema.safeParse(typed);
        if (simulation.success) {
          const { data } = simulation;
          const subject = {
            ...mailExample("simulation-received").subject,
            full_name: data.fullName,
            occupation: data.occupation,
            property_address: data.propertyAddress,
            property_city: data.propertyCity,
            owner_name: data.ownerName,
            comments: data.comments,
            accepted_terms_version: data.termsVersion,
          };
          await expectNothingOf(text, "simulation-received", subject);
          await expectNothingOf(text, "simulation-approved", subject);
        }
        if (partnership.success) {
          const { data } = partnership;
          await expectNothingOf(text, "partnership-received", {
            ...mailExample("partnership-received").subject,
            partner_name: data.partnerName,
            company_name: data.companyName,
            property_address: data.propertyAddress,
            property_city: data.propertyCity,
            message: data.message,
          });
        }
        if (contact.success) {
          const { data } = contact;
          await expectNothingOf(text, "contact-received", {
            ...mailExample("contact-received").subject,
            name: data.name,
            subject: data.subject,
            message: data.message,
          });
        }
      }),
      // The test tries every text of `lures` in every field, and 24 random texts. The forms refuse most texts, so only
      // few mails are rendered.
      {
        examples: texts.flatMap((field) => lures.map((lure): [string, string] => [field, lure])),
        numRuns: texts.length * lures.length + 24,
      },
    );
  }, 60_000);

  const plainMails = new Map<OutgoingMailTemplate, ReturnType<typeof renderMail>>();
  function plainMail(template: OutgoingMailTemplate) {
    const mail = plainMails.get(template) ?? renderMail(template, mailExample(template), context);
    plainMails.set(template, mail);
    return mail;
  }

  async function expectNothingOf(text: string, template: OutgoingMailTemplate, subject: object) {
    const plain = await plainMail(template);
    const mail = await renderMail(template, { payload: {}, subject }, context);
    if (plain.text.includes(text)) return;
    if (!/^\d{1,4}([.-]\d{1,2}){0,2}$/.test(text.trim()))
      expect(mail.text).not.toContain(text.trim());
    expect(mail.html).not.toMatch(/evil|javascript:/);
    expect(mail.subject).toBe(plain.subject);
  }
});

it.each([
  ["partnership-notice", "company_name"],
  ["contact-notice", "subject"],
] as const)("%s makes no link of a stranger's text", async (template, inSubject) => {
  const { payload, subject } = mailExample(template);
  const message = "Veja https://evil.example/pix ou www.evil.com.br.\nObrigado. Até logo.";
  const typed = { payload, subject: { ...subject, message, [inSubject]: "evil.com" } };
  const mail = await renderMail(template, typed, context);
  for (const part of [mail.subject, mail.text, mail.html]) {
    expect(part).not.toMatch(/evil\.(example|com)|:\/\/evil|www\.evil/);
  }
  expect(mail.text).toContain("Obrigado. Até logo.");
  expect(mail.html.replaceAll(`href="${siteUrl}/admin/`, "")).not.toContain('href="http');
});

it.each(notices.filter((template) => template !== "staff-pending"))(
  "%s opens its case on the staff screen",
  async (template) => {
    const { html } = await renderMail(template, mailExample(template), context);
    expect(html).toMatch(/href="https:\/\/payser\.example\/admin\/[a-z]+#[0-9a-f-]{36}"/);
  },
);

it("staff-pending opens the team, where the account is released", async () => {
  const { html } = await renderMail("staff-pending", mailExample("staff-pending"), context);
  expect(html).toContain(`href="${siteUrl}/admin/equipe"`);
});

/** Replaces every typed text in a mail's data by `text`. */
function spoil(value: unknown, text: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      typeof part !== "string" || structured.test(name) || ours.test(name) ? part : text,
    ]),
  );
}
