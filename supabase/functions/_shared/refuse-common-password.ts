import { isListedPassword } from "./common-password.ts";
import { RequestFailure } from "./http/request-failure.ts";
import type { Parts } from "./parts.ts";

/** Throws 422 under `field` for a password that guessers try first, before anything is spent. */
export async function refuseCommonPassword(
  { isLeakedPassword }: Pick<Parts, "isLeakedPassword">,
  field: string,
  password: string,
): Promise<void> {
  if (!(await isListedPassword(password)) && !(await isLeakedPassword(password))) return;
  const fields = { [field]: "Escolha uma senha mais difícil de adivinhar." };
  throw new RequestFailure(422, "invalid_fields", "Confira os campos destacados.", { fields });
}
