import type { StringInputProps } from "sanity";
import { ChoiceInput } from "./choice-input.tsx";
import { sitePlaces } from "./site-places.ts";

/** The places of the site by name. */
export function PlaceInput(props: StringInputProps) {
  return <ChoiceInput {...props} choices={sitePlaces} none="Escolha…" />;
}
