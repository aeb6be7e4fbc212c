import { useState } from "react";
import * as z from "zod/mini";
import type { ContractEnding } from "#contracts/leases/endings.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { useTenantAction } from "../../../backend/ask-as-tenant.ts";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { sentenceOf } from "../../../ui/form/form-failure.ts";
import { HandoverDialog, type StatedHandover } from "../handover-dialog.tsx";
import type { Contract, ContractTexts } from "./contract-data.ts";

/** Returns the day of the keys that the tenant has stated, with its receipt; undefined before. */
export const ownStatement = ({ statements }: Pick<ContractEnding, "statements">) =>
  statements.find(({ side }) => side === "tenant");

/** Tells whether the tenant may state the day of the keys, like private.state_handover_of. */
export function mayState(
  { status, asked_by, keys_on, answer_until }: ContractEnding,
  today = todayInBrasilia(),
): boolean {
  if (status !== "asked" || keys_on === null) return false;
  return asked_by === "tenant" || answer_until === null || answer_until >= today;
}

function useStateHandover(endingId: string) {
  return useTenantAction({
    ask: (client, { keysOn, note }: StatedHandover) =>
      client.rpc("state_handover", { ending_id: endingId, keys_on: keysOn, note: note ?? null }),
    schema: z.object({ outcome: z.string() }),
    changes: ["contract"],
  });
}

interface StateDayProps {
  contract: Contract;
  ending: ContractEnding;
  texts: ContractTexts["ending"];
}

/**
 * Buttons with which the tenant agrees to the stated day or states another one, and what came of it. The answer stays
 * on the screen when the days to state a day have passed meanwhile.
 */
export function StateDay({ contract, ending, texts }: StateDayProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { stating } = texts;
  const action = useStateHandover(ending.id);
  const { keys_on } = ending;
  const outcome = action.data?.outcome;
  const mayAgree = keys_on !== null && !ownStatement(ending);
  return (
    <>
      {mayState(ending) && (
        <div className="flex flex-wrap gap-3">
          {mayAgree && (
            <Button
              className="btn-primary max-sm:w-full"
              isBusy={action.isPending}
              onClick={() => action.mutate({ keysOn: keys_on, note: undefined })}
            >
              {fillVariables(stating.agreeLabel, { keys: formatShortDate(keys_on) })}
            </Button>
          )}
          <Button className="btn-outline max-sm:w-full" onClick={() => setIsOpen(true)}>
            {stating.openLabel}
          </Button>
        </div>
      )}
      {!isOpen && (
        <ActionAlert action={action}>{sentenceOf(action.error) || stating.failedText}</ActionAlert>
      )}
      <output className="font-semibold text-petrol-700 empty:hidden">
        {outcome === "stated" ? stating.sentText : outcome === "late" ? stating.lateText : ""}
      </output>
      {isOpen && (
        <HandoverDialog
          bounds={[contract.start_date, contract.end_date]}
          stating={action}
          texts={{ ...texts, ...stating }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
