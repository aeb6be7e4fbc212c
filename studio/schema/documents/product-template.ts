/** What an editor replaces stands in brackets: `checkFilledIn` refuses to publish it. */
const paragraph = (key: string, style: string, text: string) => ({
  _key: key,
  _type: "block",
  style,
  markDefs: [],
  children: [{ _key: `${key}-texto`, _type: "span", marks: [], text }],
});

const benefit = (number: number, icon: string) => ({
  _key: `beneficio-${number}`,
  _type: "feature",
  icon,
  title: `[Benefício ${number}]`,
  text: "[Uma ou duas frases: o que a pessoa ganha com isso.]",
});

const link = (key: string, label: string, place: string) => ({
  _key: key,
  _type: "link",
  label,
  kind: "place",
  place,
});

/** A new product page: all sections in order, so that an editor fills in rather than builds. */
export const productTemplate = {
  summary: "[O produto em uma frase, como aparece no menu.]",
  hero: {
    _type: "hero",
    title: "[Nome do produto]: [o que ele resolve]",
    tagline: "[Para quem é e o que muda, em uma ou duas frases.]",
    links: [
      link("principal", "Solicitar Agora", "/simular"),
      link("duvidas", "Tirar Dúvidas", "/contato"),
    ],
  },
  benefits: {
    title: "[Por que escolher este produto]",
    items: [benefit(1, "bolt"), benefit(2, "shield"), benefit(3, "clock"), benefit(4, "chart")],
  },
  description: {
    title: "[Como funciona]",
    body: [
      paragraph("abertura", "normal", "[Comece pelo problema que a pessoa tem.]"),
      paragraph("subtitulo", "h2", "[Um subtítulo]"),
      paragraph("detalhes", "normal", "[Explique como o produto resolve o problema.]"),
    ],
  },
  closing: {
    _type: "callToAction",
    title: "[Um convite curto]",
    text: "[O que a pessoa faz agora e o que recebe em troca.]",
    links: [link("convite", "Solicitar Agora", "/simular")],
  },
  seo: {
    _type: "seo",
    title: "[Nome do produto]: [o que a pessoa procura]",
    description: "[O que a pessoa encontra na página, em uma ou duas frases.]",
  },
};
