import { brazilianStates } from "../contracts/brazilian-states.ts";

/** The name of a state, for its two letters. */
export function stateName(code: string): string {
  return brazilianStates.find((state) => state.code === code)?.name ?? code;
}

/**
 * A stranger's text for the eyes of staff: an invisible word joiner in every address of a site
 * keeps mail programs from making a link of it. E-mail addresses stay as they are.
 */
export function withoutLinks(text: string): string {
  return text
    .replace(/:\/\//g, ":\u2060//")
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, ".\u2060");
}
