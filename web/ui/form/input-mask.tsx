import { useMaskito } from "@maskito/react";
import { useLayoutEffect } from "react";
import {
  type MaskitoOptions,
  type MaskitoPlugin,
  maskitoTransform,
  maskitoUpdateElement,
} from "@maskito/core";
import { readMoney } from "#contracts/fields/money.ts";
import { readPhone } from "#contracts/fields/people.ts";

interface InputMaskProps {
  input: HTMLInputElement;
  name?: InputMaskName | undefined;
}

/** Attaches a mask to an input that another component renders. Renders nothing itself. */
export function InputMask({ input, name }: InputMaskProps) {
  const attach = useMaskito({ options: name ? inputMasks[name] : null });
  useLayoutEffect(() => {
    attach(input);
    return () => void attach(null);
  }, [attach, input]);
  return null;
}

interface Layout {
  /** Replaces characters that the mask added by a special character. The result is the argument of `arrange`. */
  mark(text: string): string;
  /** Returns true when a person typed this character of a `mark` result, false when the mask added the character. */
  isTyped(character: string): boolean;
  /** Formats a result of `mark` during typing. */
  arrange(marked: string): string;
  /** Formats a complete text, when the person left the field or pasted the whole text. */
  settle(text: string): string;
}

const digit = /\d/;

/** Masks of form fields. Text that a mask cannot read stays as typed, and the zod contract refuses it. */
export const inputMasks = {
  /** CPF: 000.000.000-00 */
  cpf: {
    mask: "000.000.000-00".split("").map((place) => (place === "0" ? digit : place)),
    plugins: [settling(maskitoTransform)],
  },
  /** Amount in reais: 1.234,56 */
  money: layOut({
    mark: markThousands,
    isTyped: isTypedInMoney,
    arrange: arrangeMoney,
    settle: settleMoney,
  }),
  /** Phone number: (44) 99999-9999, or +1 415 555 2671 */
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
        // When a person deletes only characters that the mask added, the caret moves past them and nothing is deleted.
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
        /** Returns the new caret position. The number of typed characters after the caret stays the same. */
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

/** Formats the value when the mask is attached to a field and when the person leaves the field. */
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

/** Unicode private-use character that replaces the points of the mask, because people also type points. */
const mark = "\ue000";

const grouped = /^[1-9]\d{0,2}(?:\.\d{3})+(?=$|,|\.\d{0,2}$)/;
const plain = /^(?<whole>[\d\ue000]*)(?:(?<separator>[.,])(?<cents>\d*))?$/;

/** Replaces the points between thousands by `mark`. Keeps other points, because the person typed them. */
function markThousands(text: string): string {
  return text.replace(grouped, (whole) => whole.replaceAll(".", mark));
}

function isTypedInMoney(character: string): boolean {
  return character !== mark;
}

/**
 * Formats an amount during typing: 1.234,56. A typed point stays until three more digits follow (thousands) or the
 * person leaves the field (cents).
 */
function arrangeMoney(changed: string): string {
  // Removes the mask's points to the right of a typed separator, because the digits there are not grouped.
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

/** Formats an amount when typing has ended: 1.234,50. Text that is not an amount stays unchanged. */
function settleMoney(text: string): string {
  const money = readMoney(text);
  if (!money) return text;
  return group(money.whole) + (money.cents ? `,${money.cents.padEnd(2, "0")}` : "");
}

/** Converts an amount in another notation, such as 1,234.5 or R$ 50, as soon as its meaning is clear. */
function unravel(marked: string): string {
  // The mask may have replaced typed commas by its points. The second attempt restores them, as in 1,234,567.8.
  const money = readMoney(typed(marked)) ?? readMoney(marked.replaceAll(mark, ","));
  if (!money) return typed(marked);
  return group(money.whole) + (money.cents === undefined ? "" : `,${money.cents}`);
}

const typed = (marked: string) => marked.replaceAll(mark, ".");
const group = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ".");
const withoutLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, "");

/** Matches complete and partly typed Brazilian phone numbers of up to eleven digits. */
const beginning = /^[1-9]{0,2}(?:\d{0,8}|9\d{8})$/;

/** Returns true for a digit or a plus sign. The mask adds all other characters. */
function isTypedInPhone(character: string): boolean {
  return /[\d+]/.test(character);
}

/**
 * Formats a phone number during typing. Removes Brazil's country code and a leading zero. Foreign numbers stay as
 * typed.
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
