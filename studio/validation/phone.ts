const shownPhone = /^(\([1-9][0-9]\) 9?[0-9]{4}-[0-9]{4}|0800 [0-9]{3} [0-9]{4})$/;
const phoneDigits = /^[1-9][0-9]9?[0-9]{8}$/;

/** Accepts a Brazilian phone number as visitors read it. */
export function checkShownPhone(phone: string | undefined): true | string {
  if (!phone || shownPhone.test(phone)) return true;
  return "Escreva com DDD: (44) 99999-9999 ou (44) 3333-3333";
}

/** Accepts DDD and number as digits alone, which is what the WhatsApp link is made of. */
export function checkPhoneDigits(phone: string | undefined): true | string {
  if (!phone || phoneDigits.test(phone)) return true;
  return "Somente DDD e número, sem o 55, espaços ou sinais. Exemplo: 44999999999";
}
