import {
  type MaskitoOptions,
  type MaskitoPlugin,
  maskitoTransform,
  maskitoUpdateElement,
} from "@maskito/core";
import { readMoney } from "../../supabase/functions/_shared/contracts/fields/money.ts";
import { readPhone } from "../../supabase/functions/_shared/contracts/fields/people.ts";

interface Layout {
  /** Tells what the layout has added from what a person typed, character by character. */
  mark(text: string): string;
  /** Whether a character of a marked text is a person's own. */
  isTyped(character: string): boolean;
  /** A marked text, laid out while it is typed. */
  arrange(marked: string): string;
  /** A text that nobody types in: left, or pasted whole. */
  settle(text: string): string;
}

const digit = /\d/;

/** Masks never drop what they cannot read: it stays as typed, and the contract refuses it. */
export const inputMasks = {
  /** 000.000.000-00 */
  cpf: {
    mask: "000.000.000-00".split("").map((place) => (place === "0" ? digit : place)),
    plugins: [settling(maskitoTransform)],
  },
  /** 1.234,56 */
  money: layOut({
    mark: markThousands,
    isTyped: isTypedInMoney,
    arrange: arrangeMoney,
    settle: settleMoney,
  }),
  /** (44) 99999-9999, or +1 415 555 2671 */
  phone: layOut({
    mark: (text) => text,
    isTyped: isTypedInPhone,
    arrange: arrangePhone,
    settle: arrangePhone,
  }),
} satisfies Record<string, MaskitoOptions>;

export type InputMaskName = keyof typeof inputMasks;

function layOut({ mark, isTyped, arrange, settle }: Layout): MaskitoOptions {
  const typedIn = (text: string) => Array.from(text).filter(isTyped).length;
  return {
    mask: /^.*$/,
    preprocessors: [
      ({ elementState, data }, action) => {
        const value = mark(elementState.value);
        const [from, to] = elementState.selection;
        // Deleting layout moves the caret past it.
        const isLayout = action.startsWith("delete") && typedIn(value.slice(from, to)) === 0;
        const edge = action === "deleteForward" ? to : from;
        const isWhole = data.length > 1 && from === 0 && to === value.length;
        return {
          elementState: { value, selection: isLayout ? [edge, edge] : [from, to] },
          data: isWhole ? settle(data) : data,
        };
      },
    ],
    postprocessors: [
      ({ value, selection }) => {
        const shown = arrange(value);
        if (mark(shown) === value) return { value: shown, selection };
        const marked = mark(shown);
        /** Behind the caret stays what was behind it. */
        const moved = (caret: number) => {
          let behind = typedIn(value.slice(caret));
          let place = marked.length;
          while (place > 0 && (behind > 0 || !isTyped(marked.charAt(place - 1)))) {
            place -= 1;
            if (isTyped(marked.charAt(place))) behind -= 1;
          }
          return place;
        };
        return { value: shown, selection: [moved(selection[0]), moved(selection[1])] };
      },
    ],
    plugins: [settling(settle)],
  };
}

/** Lays out what stands in a field when the mask comes to it, and once more when it is left. */
function settling(settle: (text: string, options: MaskitoOptions) => string): MaskitoPlugin {
  return (element, options) => {
    const leave = () => maskitoUpdateElement(element, settle(element.value, options));
    if (element.matches(":focus")) {
      const { value, selectionStart, selectionEnd } = element;
      const selection = [selectionStart ?? 0, selectionEnd ?? 0] as const;
      maskitoUpdateElement(element, maskitoTransform({ value, selection }, options));
    } else leave();
    element.addEventListener("blur", leave);
    return () => element.removeEventListener("blur", leave);
  };
}

/**
 * Stands for a point that the mask has set while a change is made, because persons type points too.
 * A character of private use, which no keyboard has.
 */
const mark = "\ue000";

const grouped = /^[1-9]\d{0,2}(?:\.\d{3})+(?=$|,|\.\d{0,2}$)/;
const plain = /^(?<whole>[\d\ue000]*)(?:(?<separator>[.,])(?<cents>\d*))?$/;

/** The text with its points between thousands marked; what a person began to type stays. */
function markThousands(text: string): string {
  return text.replace(grouped, (whole) => whole.replaceAll(".", mark));
}

/** Whether a character of a marked text is a person's own. */
function isTypedInMoney(character: string): boolean {
  return character !== mark;
}

/**
 * Lays out an amount that is being typed: 1.234,56. A typed point stays a point until three digits
 * follow it (thousands) or the field is left (cents); what is no amount stays as it was typed, for
 * the contract to refuse.
 */
function arrangeMoney(changed: string): string {
  // Behind a separator that was typed just now, the mask's own have lost their place.
  const marked = changed.replace(/(?<=[.,].*)\ue000/g, "");
  const groups = plain.exec(marked)?.groups;
  if (!groups) return unravel(marked);
  const { whole = "", separator = "", cents = "" } = groups;
  const written = whole.replaceAll(mark, "");
  const digits = withoutLeadingZeros(written);
  if (separator === "." && cents.length > 2) {
    const groupsThousands = whole.includes(mark) || whole.length <= 3;
    const isThousand = cents.length === 3 && groupsThousands && /^[1-9]/.test(written);
    return isThousand ? group(digits + cents) : typed(marked);
  }
  return separator ? group(digits || "0") + separator + cents : group(digits);
}

/** The amount as it rests in the field: 1.234,50; what is no amount stays as it is. */
function settleMoney(text: string): string {
  const money = readMoney(text);
  if (!money) return text;
  return group(money.whole) + (money.cents ? `,${money.cents.padEnd(2, "0")}` : "");
}

/** An amount in another way of writing, 1,234.5 or R$ 50, as soon as it can be told. */
function unravel(marked: string): string {
  // Behind 1.234.567 a further comma and point tell that the commas before were thousands too.
  const money = readMoney(typed(marked)) ?? readMoney(marked.replaceAll(mark, ","));
  if (!money) return typed(marked);
  return group(money.whole) + (money.cents === undefined ? "" : `,${money.cents}`);
}

const typed = (marked: string) => marked.replaceAll(mark, ".");
const group = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ".");
const withoutLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, "");

/** What a Brazilian number may be on the way to eleven digits. */
const beginning = /^[1-9]{0,2}(?:\d{0,8}|9\d{8})$/;

/** Whether a character of a phone is more than layout. */
function isTypedInPhone(character: string): boolean {
  return /[\d+]/.test(character);
}

/**
 * Lays out a phone that is being typed: (44) 99999-9999, without the country code or trunk zero of
 * a Brazilian number. A number of another country, and what is none, stay as they were typed.
 */
function arrangePhone(text: string): string {
  const digits = readPhone(text);
  if (/\D/.test(digits)) return text;
  if (digits.length < 3 || !beginning.test(digits)) return digits;
  const [area, number] = [digits.slice(0, 2), digits.slice(2)];
  const start = digits.length > 10 ? 5 : 4;
  const end = number.slice(start);
  return `(${area}) ${number.slice(0, start)}${end && `-${end}`}`;
}
