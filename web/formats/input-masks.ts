import {
  type MaskitoOptions,
  type MaskitoPlugin,
  maskitoTransform,
  maskitoUpdateElement,
} from "@maskito/core";
import { arrangeMoney, isTypedInMoney, markThousands, settleMoney } from "./arrange-money.ts";
import { arrangePhone, isTypedInPhone } from "./arrange-phone.ts";

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
