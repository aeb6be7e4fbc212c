/**
 * What the first release told of the coverage: it named what is covered, and not unpaid rent. A
 * migration takes it away where no editor has changed it.
 */

/** The product's own section. */
export const formerHighlight = {
  title: "O que a garantia cobre",
  layout: "facts",
  items: [
    {
      _key: "coberto",
      _type: "step",
      title: "Está coberto",
      text: "Reparos e substituições, pintura e recuperação de paredes e multas contratuais, até {{coveragePercent}}% do valor de referência.",
    },
    {
      _key: "de-fora",
      _type: "step",
      title: "Fica de fora",
      text: "Dano intencional, mau uso deliberado, multas administrativas e tributos.",
    },
    {
      _key: "vigencia",
      _type: "step",
      title: "Por quanto tempo",
      text: "O prazo do contrato de locação, até {{maximumMonths}} meses, com renovação por novo instrumento.",
    },
  ],
};

/** Two paragraphs of /como-funciona. */
export const formerDetails = [
  { key: "b12", text: "O que está coberto" },
  {
    key: "b13",
    text: "A garantia cobre até {{coveragePercent}}% do valor de referência para reparos e substituições, pintura e recuperação de paredes e multas contratuais. Danos intencionais, mau uso deliberado, multas administrativas e tributos ficam de fora. Os detalhes estão nos termos.",
  },
];

/** Texts of /locadores, with those that take their place. */
export const landlordTexts = [
  {
    path: ["hero", "tagline"],
    former:
      "Alugue para mais gente, com inquilinos analisados e uma garantia formal para devolver o seu imóvel em ordem.",
    text: "Alugue para mais gente, com inquilinos analisados e uma garantia formal para receber o seu imóvel em ordem.",
  },
  {
    path: ["advantages", "items", { _key: "cuidado-com-o-imovel" }, "text"],
    former:
      "Cobertura de até {{coveragePercent}}% do valor de referência para reparos, pintura e multas contratuais previstas nos termos.",
    text: "Aluguéis e encargos não pagos ficam de fora; reparos, pintura e multas contratuais são cobertos até {{coveragePercent}}% do valor de referência.",
  },
  {
    path: ["seo", "description"],
    former:
      "Aceite a PAYSER Fiança no seu imóvel: inquilino analisado, menos papelada e cobertura para reparos, pintura e multas contratuais.",
    text: "Aceite a PAYSER Fiança no seu imóvel: inquilino analisado, menos papelada e um limite claro, com o que a garantia cobre e o que não cobre.",
  },
];
