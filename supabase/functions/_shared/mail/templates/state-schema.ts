import * as z from "zod/mini";
import { brazilianStates } from "../../contracts/brazilian-states.ts";

const codes = new Set<string>(brazilianStates.map(({ code }) => code));

/** Two letters of the list and nothing else: templates write the state to the outside. */
export const stateSchema = z.string().check(z.refine((code) => codes.has(code)));
