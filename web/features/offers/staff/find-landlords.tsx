import { keepPreviousData } from "@tanstack/react-query";
import * as z from "zod/mini";
import { formatDocument } from "#contracts/fields/formats.ts";
import { landlordKinds } from "#contracts/fields/landlords.ts";
import { landlordsKind } from "#contracts/stored-values.ts";
import { useSettled } from "../../../ui/layout/hooks.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { useStaffQuery } from "../../../backend/staff/staff-hooks.ts";

const TYPING_PAUSE_MS = 300;
/** Minimum number of characters that private.find_landlords accepts. A shorter text does not identify a person. */
const MIN_SIGNS = 3;

const landlordSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(landlordsKind),
  document: z.nullable(z.string()),
  contracts: z.number(),
});

export type KnownLandlord = z.output<typeof landlordSchema>;

interface LandlordMatchesProps {
  search: string;
  onChoose: (landlord: KnownLandlord) => void;
}

/** Shows the registered landlords that match the typed text, so that staff can choose one of them. */
export function LandlordMatches({ search, onChoose }: LandlordMatchesProps) {
  const wanted = useSettled(search.trim(), TYPING_PAUSE_MS);
  const { data = [] } = useStaffQuery({
    queryKey: ["find-landlords", wanted],
    schema: z.array(landlordSchema),
    ask: (client) => client.rpc("find_landlords", { search: wanted }),
    enabled: wanted.length >= MIN_SIGNS,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (wanted.length < MIN_SIGNS || data.length === 0) return null;
  return (
    <div className="rounded-md bg-sand-100 p-3 text-sm" aria-live="polite">
      <p className="font-semibold">Já cadastrado? Escolha para usar os mesmos dados:</p>
      <ul className="mt-1">
        {data.map((landlord) => (
          <li key={landlord.id}>
            <Button
              className="btn-link min-h-11 justify-start px-0 text-start"
              onClick={() => onChoose(landlord)}
            >
              {describeLandlord(landlord)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function describeLandlord({
  name,
  kind,
  document,
}: Pick<KnownLandlord, "name" | "kind" | "document">): string {
  return [name, landlordKinds[kind], ...(document ? [formatDocument(document)] : [])].join(" · ");
}
