// Alphanumeric since July 2026 (IN RFB 2.229/2024); the two check digits stay numeric.
const cnpjShape = /^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-[0-9]{2}$/;

/** Accepts a CNPJ written with its punctuation. */
export function checkCnpjShape(cnpj: string | undefined): true | string {
  if (!cnpj || cnpjShape.test(cnpj)) return true;
  return "Escreva o CNPJ com pontuação: 00.000.000/0000-00";
}

function checkDigit(characters: string[]): number {
  const sum = characters.toReversed().reduce((total, character, index) => {
    return total + (character.charCodeAt(0) - 48) * (2 + (index % 8));
  }, 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/** Warns about a CNPJ that cannot exist, such as the placeholder the seed content carries. */
export function checkCnpjDigits(cnpj: string | undefined): true | string {
  if (!cnpj || !cnpjShape.test(cnpj)) return true;
  const characters = cnpj.replaceAll(/[./-]/g, "").split("");
  const first = checkDigit(characters.slice(0, 12));
  const second = checkDigit([...characters.slice(0, 12), String(first)]);
  const isRepeated = new Set(characters).size === 1;
  if (!isRepeated && characters.slice(12).join("") === `${first}${second}`) return true;
  return "Este CNPJ não existe. Troque pelo da empresa antes de colocar o site no ar.";
}
