import { expect, test } from "vitest";
import { letterTextKinds, letterTextNames } from "#contracts/leases/letter-texts.ts";
import { mailTextKinds, mailTextNames, unnamedVariables } from "#contracts/mail/mail-texts.ts";
import { companyVariables, ruleVariables } from "#contracts/fields/variables.ts";
import { businessTokens } from "../business-tokens.ts";
import { fillTokens, listCopy, readSeedDocuments } from "./seed-documents.ts";

const documents = readSeedDocuments();
const copy = documents.flatMap(listCopy);
const rules = [...businessTokens, ...Object.keys(ruleVariables)];

function offenders(isWrong: (text: string) => boolean) {
  return copy
    .filter(({ text }) => isWrong(text))
    .map(({ documentId, path, text }) => `${documentId}.${path}: ${text}`);
}

const insuranceWord =
  /(?<!\p{L})(?:segur[oa]s?|apólices?|prêmios?|sinistros?|segurad[oa]s?|seguradoras?|indeniza\p{L}*)(?!\p{L})/iu;

// Matches allowed uses of words of insurance: a badge from the specification (section 2), denials, and comparisons with
// insurance.
const insuranceAllowed = [
  /^100% seguro e confiável$/,
  /não é seguro(?! e confiável)/giu,
  /não se confunde com o seguro-fiança/giu,
  /ao contrário do seguro-fiança/giu,
  /ocupa o lugar do fiador, da caução e do seguro-fiança/giu,
];

function describesInsurance(text: string): boolean {
  const rest = insuranceAllowed.reduce((left, phrase) => left.replace(phrase, ""), text);
  return insuranceWord.test(rest);
}

test("no word of insurance describes the product", () => {
  expect(offenders(describesInsurance)).toEqual([]);
});

test("the check for words of insurance accepts the badge, a denial and a comparison only", () => {
  for (const allowed of ["100% seguro e confiável", "Não é seguro: ao contrário do seguro-fiança"])
    expect(describesInsurance(allowed)).toBe(false);
  for (const wrong of ["Um seguro para o seu aluguel", "O segurado recebe", "Pague o prêmio"])
    expect(describesInsurance(wrong)).toBe(true);
});

const businessNumber = /(?<![\d.,/])(?:24|48|70|12|30)(?![\d.,]*\d|\/\d)|818|839|Maringá, Paraná/;
const spelledNumber = /\b(?:vinte e quatro|quarenta e oito|setenta|doze|trinta|um ano)\b/i;

// Returns whether a text states a number of the business in digits or words instead of a token. “Suporte 24/7” is
// allowed, because it describes the support (section 9) and is no rule of the guarantee.
function typesNumber(text: string): boolean {
  const rest = text.replaceAll("24/7", "");
  return businessNumber.test(rest) || spelledNumber.test(rest);
}

test("business numbers are tokens, never typed digits", () => {
  expect(offenders(typesNumber)).toEqual([]);
  const typed = ["Em 24h", "até 70% do valor", "12 meses", "doze meses"];
  expect(typed.filter(typesNumber)).toEqual(typed);
});

test("pages use every business rule and company fact, and no other token", () => {
  // Matches paths of texts that may contain further variables, such as a protocol number. This test skips these texts.
  const ofRequests =
    /^(?:mail|letter|staff)Texts[.]|[.]otherProduct[.]|^contractPage[.](?:term|letter|regret|kinds|ending|payment|refundAccount|claim|inspections|periods)[.]|^verifyPage[.](?:states|receipt)[.]|[.]whatsappMessage$|^trackingPage[.](?:offer|states|correct|documents)[.]|^siteSettings[.]notices[.]mistyped|^landlordAreaPage[.](?:waiting|list|lease|claim|claimSheet|inspections)[.]|[.]history[.]|^landlordsPage[.]claimTimes[.]/;
  const pages = copy.filter(({ documentId, path }) => !ofRequests.test(`${documentId}.${path}`));
  const used = tokensOf(pages);
  // The rule of the time to claim states these two numbers.
  if (used.delete("claimTime")) used.add("proofDays").add("claimNoticeDays");
  expect(used).toEqual(new Set([...businessTokens, ...Object.keys(companyVariables)]));
});

test("a mail uses business rules and its own variables only", () => {
  for (const name of mailTextNames) {
    const own = copy.filter(({ path }) => path.startsWith(`${name}.`));
    expect(own.length).toBeGreaterThan(4);
    const known = [...rules, ...Object.keys(mailTextKinds[name].variables)];
    expect([...tokensOf(own)].filter((token) => !known.some((one) => one === token))).toEqual([]);
    const texts = own.map(({ text }) => text);
    expect(unnamedVariables(name, texts)).toEqual([]);
  }
});

test("a letter text uses business rules and its own variables only", () => {
  for (const name of letterTextNames) {
    const own = copy.filter(
      ({ documentId, path }) => `${documentId}.${path}` === `letterTexts.${name}`,
    );
    expect(own).toHaveLength(1);
    const known = [...rules, ...Object.keys(letterTextKinds[name].variables)];
    expect([...tokensOf(own)].filter((token) => !known.some((one) => one === token))).toEqual([]);
  }
});

test("company facts are typed in the settings only: hours, phone, addresses, CNPJ, officer, withdrawal", () => {
  const facts = documents
    .filter(({ _id }) => _id === "siteSettings")
    .flatMap(listCopy)
    .filter(({ path }) =>
      /^(?:legalName|cnpj|email|phone|openingHours|dataProtectionOfficer\.\w+)$/.test(path),
    )
    .map(({ text }) => text);
  expect(facts).toHaveLength(7);
  const repeats = ({ documentId, text }: (typeof copy)[number]) =>
    documentId !== "siteSettings" &&
    (facts.some((fact) => text.includes(fact)) || /\b(?:7|sete) dias|\d+h às \d+h/.test(text));
  expect(copy.filter(repeats)).toEqual([]);
});

function tokensOf(texts: typeof copy) {
  const used = texts.flatMap(({ text }) => [...text.matchAll(/\{\{(.*?)\}\}/g)].map((m) => m[1]));
  return new Set(used);
}

test("unpaid rent is mentioned only as not covered", () => {
  const named =
    /inadimpl|(?:alugu[eé]\w*|encargos?)[^.]*(?:atras|não pag|vencid)|aluguel garantido/i;
  expect(offenders((text) => named.test(text))).toEqual([
    expect.stringMatching(/^coverage\.notice\.text: .*a fiança não cobre aluguéis e encargos/),
    "coverage.exclusions.items.alugueis.text: Aluguéis e encargos não pagos",
    expect.stringMatching(/^landlordsPage\..*: Aluguéis e encargos não pagos ficam de fora;/),
    expect.stringMatching(/^termsPage\..*não fazem parte da cobertura\.$/),
    expect.stringMatching(/^verifyPage\.noteText: .*não fazem parte da cobertura\.$/),
    expect.stringMatching(
      /^landlordAreaPage\.claim\.form\.notes\.fine: .*Não entram .*aluguéis e encargos não pagos\.$/,
    ),
    expect.stringMatching(/^faq-o-que-e\..*aluguéis e encargos não pagos ficam de fora\./),
  ]);
});

test("pages that promise to replace a guarantor, deposit or insurance show the exclusions", () => {
  const replaces =
    /(?:lugar|dispensa|sem|substitui)[^.]{0,40}(?:fiador|caução|depósito|seguro-fiança)/i;
  const claiming = new Set(
    copy
      .filter(({ path, text }) => !path.startsWith("seo.") && replaces.test(text))
      .map(({ documentId }) => documentId),
  );
  // Documents of pages that show the coverage notice or the table of exclusions (tests/site/pages/coverage.test.ts).
  const pagesWithExclusions = [
    "homePage",
    "aboutPage",
    "tenantsPage",
    "partnersPage",
    "simulationPage",
    "howItWorksPage",
    "landlordsPage",
    "product-payser-fianca",
  ];
  // Three documents that are not pages also claim to replace a guarantor: the approval mail, the site's default search
  // description, and a FAQ answer that states the exclusions.
  const others = [...claiming].filter((id) => !pagesWithExclusions.includes(id));
  expect(others).toEqual(["mailTexts", "siteSettings", "faq-o-que-e"]);
});

test("the coverage notice and the answer about replacing a guarantor link to the coverage table", () => {
  const led = { kind: "place", place: "/como-funciona", anchor: "cobertura" };
  const find = (id: string) => documents.find(({ _id }) => _id === id);
  expect(find("coverage")).toMatchObject({ notice: { link: led } });
  expect(find("faq-o-que-e")).toMatchObject({
    answer: expect.arrayContaining([
      expect.objectContaining({ markDefs: [expect.objectContaining(led)] }),
    ]),
  });
});

// Allowed phrases about automation: the description of our automated checks, and the law's words
// about the review of automated decisions.
const machineAllowed = [
  /a conferência dos dados é automatizada; quem decide é uma pessoa/giu,
  /decisões tomadas unicamente por tratamento automatizado/giu,
  /não há renovação automática/giu,
];
const machineDecides =
  /(?:análise|aprova\p{L}*|decis\p{L}*|resposta|resultado|verifica\p{L}*)[^.]*(?:automátic|automatizad|instantâne|imediat|na hora|em (?:segundos|minutos))/iu;

function promisesMachine(text: string): boolean {
  const rest = machineAllowed.reduce((left, phrase) => left.replace(phrase, ""), text);
  return machineDecides.test(rest) || /aprova\p{L}* (?:garantid|cert|rápid)/iu.test(rest);
}

test("no text promises an automatic or instant analysis, or an approval", () => {
  expect(offenders(promisesMachine)).toEqual([]);
  const wrong = [
    "A análise é automatizada e sai hoje",
    "Aprovação na hora",
    "Aprovação rápida",
    "Receba a resposta em minutos",
    "Verificamos de forma automática",
  ];
  expect(wrong.filter(promisesMachine)).toEqual(wrong);
  expect(promisesMachine("Uma pessoa analisa e responde em até 24 horas")).toBe(false);
});

test("every explanation of the analysis says that a person does it", () => {
  const explaining = [
    "homePage",
    "howItWorksPage",
    "tenantsPage",
    "landlordsPage",
    "simulationPage",
    "termsPage",
    "product-payser-fianca",
    "faq-como-funciona-a-aprovacao",
    "trackingPage",
    "mailTexts",
  ];
  const found = new Set(
    copy
      .filter(({ text }) => /(?<!\p{L})uma pessoa (?!para)/iu.test(text))
      .map((one) => one.documentId),
  );
  expect(explaining.filter((id) => !found.has(id))).toEqual([]);
});

test("texts for landlords say what they receive, not what they return", () => {
  const landlords = copy.filter(
    ({ documentId, path }) =>
      documentId === "landlordsPage" ||
      (documentId === "coverage" && path.startsWith("landlords.")),
  );
  expect(landlords.filter(({ text }) => /devol[uv]/i.test(text))).toEqual([]);
  const joined = landlords.map(({ text }) => text).join("\n");
  for (const fact of [/você recebe/i, /\{\{claimTime\}\}/, /limite da carta/])
    expect(joined).toMatch(fact);
});

function lacksPeriod(text: string): boolean {
  const periods = [
    "Depois dos {{withdrawalDays}} dias de arrependimento previstos em lei, a taxa administrativa não é devolvida.",
    // This phrase of the terms repeats the words of the law.
    "não reembolsável após o prazo legal de arrependimento de {{withdrawalDays}} dias",
  ];
  const isCalled = /não[^.]*(?:reembols|devolvid)/i.test(text);
  return isCalled && !periods.some((period) => text.includes(period));
}

test("the fee is called non-refundable only after the legal period of withdrawal", () => {
  expect(lacksPeriod("A taxa não é reembolsável.")).toBe(true);
  expect(lacksPeriod("A taxa administrativa não é devolvida.")).toBe(true);
  expect(offenders(lacksPeriod)).toEqual([]);
});

test("the venue clause keeps the court of the consumer's home", () => {
  const venue = copy.filter(({ text }) => text.includes("{{venue}}"));
  const consumer = "ressalvado o foro do domicílio do consumidor";
  const alone = venue.filter(({ text }) => !text.includes(consumer));
  expect(alone.map(({ documentId }) => documentId)).toEqual(["termsPage"]);
  expect(copy.map(({ text }) => text)).toContain(consumer);
});

test("search titles and descriptions fit with filled-in business rules", () => {
  const fill = fillTokens(documents);
  const pages = documents.filter((document) => "seo" in document);
  expect(pages).toHaveLength(18);
  for (const [field, limit] of Object.entries({ "seo.title": 65, "seo.description": 155 })) {
    const texts = pages.flatMap(listCopy).filter(({ path }) => path === field);
    expect(texts).toHaveLength(pages.length);
    expect(texts.filter(({ text }) => fill(text).length > limit)).toEqual([]);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(pages.length);
  }
});

test("“e-mail” has its hyphen, and “precisar” its preposition", () => {
  expect(offenders((text) => /\bemails?\b/i.test(text))).toEqual([]);
  const needed =
    /(?:valor|tudo o) que (?:você )?precis|(?:diga|conte)[^.:]* o que (?:você )?precis/i;
  expect(offenders((text) => needed.test(text))).toEqual([]);
});

test("corrected phrases stay corrected", () => {
  const agreed: [documentId: string, words: string[]][] = [
    [
      "product-payser-card",
      ["um só com o valor de que precisa", "recebe só o valor de que precisa"],
    ],
    ["product-pix-payser", ["Cobre à distância"]],
    ["product-payser-gestao", ["emitidos automaticamente", "avisado antes e depois do vencimento"]],
  ];
  for (const [documentId, words] of agreed) {
    const own = copy.filter((one) => one.documentId === documentId).map(({ text }) => text);
    expect(words.filter((word) => !own.some((text) => text.includes(word)))).toEqual([]);
  }
  const lost = /(?:cobr\w+|atend\w+|vend\w+) a distância|emitid[oa] automaticamente|que precisa:/i;
  expect(offenders((text) => lost.test(text) && !/de que precisa/.test(text))).toEqual([]);
  const found = copy.filter(({ text }) => /taxa administrativa não é devolvida/.test(text));
  expect(new Set(found.map(({ documentId }) => documentId)).size).toBeGreaterThanOrEqual(5);
});

test("texts have no filler, double space or blank at their ends", () => {
  expect(offenders((text) => /lorem|todo\b:|xxx/i.test(text) || / {2}/.test(text))).toEqual([]);
  // Spans of paragraphs are left out, because a span may end in a space before bold text or a link.
  const whole = copy.filter(({ path }) => !path.includes(".children."));
  const blanks = whole.filter(({ text }) => text !== text.trim());
  expect(blanks).toEqual([]);
});
