import { getPixPayloadInfo } from "@brazilian-utils/brazilian-utils/get-pix-payload-info";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outgoingMailTemplate } from "#contracts/stored-values.ts";
import { mailContext as context } from "./mail-for-tests.ts";
import { mailExample, renderMail } from "./render-mail.tsx";

const { company } = context;
const render = (template: (typeof outgoingMailTemplate)[number], source = mailExample(template)) =>
  renderMail(template, source, context);

describe("a mail about the fee", () => {
  const pix = {
    key: "pix@payser.com.br",
    payeeName: "PAYSER",
    payeeCity: "MARINGA",
    note: "Só cobramos por esta chave.",
  };

  it("contains the whole Pix code, with payee, day and warning", async () => {
    const source = mailExample("offer-accepted");
    const { text, html } = await renderMail("offer-accepted", source, { ...context, pix });
    const [code = ""] = /000201\w.*6304[0-9A-F]{4}/.exec(text) ?? [];
    expect(getPixPayloadInfo(code)).toMatchObject({
      key: pix.key,
      amount: 1620.45,
      txid: "PF20260A1B2C3D4E",
    });
    expect(html).toContain(code);
    for (const words of [pix.key, "PAYSER", "20/03/2026", pix.note]) expect(text).toContain(words);
  });

  it("names another way to pay while no key is published, and nothing when no fee is due", async () => {
    const source = mailExample("offer-accepted");
    const { text } = await render("offer-accepted", source);
    expect(text).toContain("Forma de pagamento");
    expect(text).not.toMatch(/000201|Chave Pix|Só cobramos/);
    const paid = await render("offer-accepted", {
      ...source,
      subject: { ...source.subject, fee: null },
    });
    expect(paid.text).not.toContain("Pagamento da taxa");
  });
});

describe("the e-mails", () => {
  it.each(outgoingMailTemplate)(
    "%s has the same content in HTML and in text, and a signature",
    async (template) => {
      const { subject, html, text } = await render(template);
      expect(subject).toMatch(/^(?:\[Teste\] )?\p{Lu}/u);
      expect(subject.length).toBeLessThanOrEqual(78);
      for (const words of [
        company.legalName,
        company.cnpj,
        company.address,
        company.dataProtectionEmail,
      ]) {
        expect(html).toContain(words);
        expect(text).toContain(words);
      }
      expect(html).toContain('<html lang="pt-BR"');
      expect(`${html}${text}`).not.toMatch(/undefined|null|NaN|\[object/);
      // The plain text has links and no buttons, so it must not mention a button.
      expect(text).not.toMatch(/\bbot(?:ão|ões)/i);
    },
  );

  it.each(outgoingMailTemplate)(
    "%s never shows a whole CPF and calls the product no insurance",
    async (template) => {
      const { subject, html, text } = await render(template);
      const all = `${subject}${html}${text}`;
      expect(all).not.toMatch(/52998224725|529\.982\.247-25/);
      expect(all).not.toMatch(/seguros?\b|apólice|prêmio|sinistro|indenização/i);
    },
  );

  it.each(outgoingMailTemplate)(
    "%s loads nothing and runs nothing when it is opened",
    async (template) => {
      const { html } = await render(template);
      expect(html).not.toMatch(/<(img|script|link|iframe)\b|url\(|@import|\son\w+=/i);
    },
  );

  it.each(outgoingMailTemplate)("%s escapes typed text", async (template) => {
    const hostile = '<b onclick="x">\'&"</b>';
    const source = structuredClone(mailExample(template));
    // Fields whose values come from a list, so nobody can type them.
    const ours = new Set(
      "kind status mail asked_by news renewal letter_fee stage turn told from by countedFrom field side what waits_for renewal_asked_by".split(
        " ",
      ),
    );
    const spoil = (value: unknown): unknown => {
      // Dates and times are kept, because nobody can type them.
      if (typeof value === "string" && /^\d{4}-\d\d-\d\d(T|$)/.test(value)) return value;
      if (typeof value === "string") return `${value}${hostile}`;
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value)) return value.map(spoil);
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, ours.has(name) ? part : spoil(part)]),
      );
    };
    const spoilt = { payload: spoil(source.payload), subject: spoil(source.subject) };
    // These columns get their normal values back, because the values come from lists.
    Object.assign(Object(spoilt.subject), {
      property_state: "PR",
      property_type: "Casa",
      status: "ended",
    });
    const { html } = await renderMail(template, spoilt, context);
    expect(html).not.toContain("<b onclick");
  });

  it("keep typed text letter by letter in the plain text", async () => {
    const { payload, subject } = mailExample("partnership-notice");
    const word = fc.stringMatching(/^[\p{L}\d<>&;"'*_#-]{1,8}$/u);
    const typed = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
    const lines = fc.array(typed, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(lines, async (message) => {
        const source = { payload, subject: { ...subject, message: message.join("\n") } };
        const { text } = await renderMail("partnership-notice", source, context);
        expect(text).toContain(`\n- Mensagem: ${message.join("\n  ")}\n`);
      }),
    );
  });

  it("tell the applicant the values of the request, and the version and time of the accepted terms", async () => {
    const { text } = await render("simulation-received");
    for (const words of [
      "R$\u00a01.800,50",
      "Paraná",
      "Versão: 2026-01",
      "Aceitos em: 1 de março de 2026 às 22:30",
      "https://payser.example/termos/versoes/2026-01",
    ]) {
      expect(text).toContain(words);
    }
  });

  it("tell partners and senders their protocol, and partners the promised time", async () => {
    const { text } = await render("partnership-received");
    expect(text).toContain("Protocolo: PP-2026-00000011\n");
    expect(text).toContain("Contato até: ter., 03/03, 22h30 (horário de Brasília)\n");
    expect((await render("contact-received")).text).toContain("Protocolo: PM-2026-00000011\n");
  });

  it("name to staff the product of a message, and its slug when it has no page", async () => {
    const { payload, subject } = mailExample("contact-notice");
    expect((await render("contact-notice")).text).toContain("- Produto: Pag Payser\n");
    const gone = { payload, subject: { ...subject, product: "saiu-do-ar" } };
    const { text } = await renderMail("contact-notice", gone, context);
    expect(text).toContain("- Produto: saiu-do-ar\n");
  });

  it.each([
    ["correction-asked", "/acompanhar#AAAAAAAAAAAAAAAAAAAAAA"],
    ["letter-reissued", "/acompanhar#AAAAAAAAAAAAAAAAAAAAAA"],
    // This mail also goes to the earlier address, which may belong to another person, so the mail has no secret.
    ["contact-changed", "/area-cliente?aba=cliente"],
  ] as const)("%s leads a tenant without a password to %s", async (template, way) => {
    const { payload, subject } = mailExample(template);
    const wayOf = async (followed_by: string | null) => {
      const source = { payload, subject: { ...subject, followed_by } };
      return (await renderMail(template, source, context)).text;
    };
    expect(await wayOf("6f1e2d3c-4b5a-4c6d-8e7f-001122334455")).toContain(`${way}\n`);
    const own =
      template === "contact-changed" ? way : "/contrato#7a2e2d3c-4b5a-4c6d-8e7f-001122334455";
    expect(await wayOf(null)).toContain(`${own}\n`);
  });

  it.each(["1.0", "2026-01", "2"])("name version %s of the terms", async (version) => {
    expect(await receivedWithTerms(version)).toContain(`Versão: ${version}\n`);
  });

  it.each(["não informada", "evil.example", "203.0.113.7", "1.0 em evil.example"])(
    "leave out %j, which is no version",
    async (version) => {
      expect(await receivedWithTerms(version)).not.toContain("Versão");
    },
  );

  async function receivedWithTerms(accepted_terms_version: string) {
    const { payload, subject } = mailExample("simulation-received");
    const source = { payload, subject: { ...subject, accepted_terms_version } };
    return (await renderMail("simulation-received", source, context)).text;
  }

  it("put the secret of a link into the fragment, created only now", async () => {
    const { html, text } = await render("password-recovery");
    const link = "https://payser.example/area-cliente/nova-senha#token_hash=BBBBBBBBBBBBBBBBBBBBBB";
    expect(text).toContain(link);
    expect(html).toContain(`href="${link}"`);
  });

  it("tell the applicant the reason of a rejection", async () => {
    const { text } = await render("simulation-rejected");
    expect(text).toContain("A renda informada é menor que três vezes o valor do aluguel.");
  });

  it("let staff reply to the person directly", async () => {
    expect((await render("simulation-notice")).replyTo).toBe("ana@exemplo.com.br");
    expect((await render("partnership-notice")).replyTo).toBe("carlos@imobiliaria.com.br");
  });

  it("are not made from an incomplete source", async () => {
    await expect(
      renderMail("simulation-received", { payload: {}, subject: null }, context),
    ).rejects.toThrow();
  });
});
