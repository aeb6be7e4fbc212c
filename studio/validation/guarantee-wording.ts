// Words that describe insurance. The product is a surety (Civil Code 818-839): calling it
// insurance would be false. "Seguro" is left out: it also means "safe", and the copy says "não é
// seguro" and compares with "seguro-fiança".
const insuranceWords =
  /(?<!\p{L})(apólices?|sinistros?|segurad[oa]s?|seguradoras?|prêmios?|indeniza\p{L}+)(?!\p{L})/iu;

/** Warns the editor about a word of insurance; a comparison or a denial may keep it. */
export function checkGuaranteeWording(text: string | undefined): true | string {
  const word = text?.match(insuranceWords)?.[0];
  if (!word) return true;
  return `“${word}” é termo de seguro, e a fiança não é seguro. Só use em uma comparação ou negação.`;
}
