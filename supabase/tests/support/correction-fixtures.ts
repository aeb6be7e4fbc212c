import { createHash } from "node:crypto";
import { offerFixtures } from "./offer-fixtures.ts";

export const address_hash = "a".repeat(64);
export const newId = () => crypto.randomUUID();
const hashOf = (secret: unknown) => createHash("sha256").update(String(secret)).digest("hex");

type Changes = { correction_id?: string; known_version?: number; address_hash?: string };
type Wanted = Record<string, unknown>;

/** Registers the hooks of `offerFixtures`, and returns fixtures for corrections of requests. */
export function correctionFixtures() {
  const fixtures = offerFixtures();
  const sent = (wanted: Wanted, changes: Changes) => ({
    correction_id: newId(),
    known_version: 0,
    wanted,
    ...changes,
  });
  return {
    fixtures,
    byLink: (secret_hash: string, wanted: Wanted, changes: Changes = {}) =>
      fixtures.call("correct_request_by_link", {
        secret_hash,
        address_hash,
        ...sent(wanted, changes),
      }),
    byStaff: (simulation_id: string, wanted: Wanted, changes: Changes = {}) =>
      fixtures.asStaff("correct_request", {
        simulation_id,
        reason: "A pessoa ligou",
        ...sent(wanted, changes),
      }),
    detail: async (simulation_id: string) =>
      Object(await fixtures.asStaff("simulation_detail", { simulation_id })),
    async row(id: string) {
      const [stored] = await fixtures.sql`select * from public.simulations where id = ${id}`;
      return stored ?? {};
    },
    /** Returns template and recipient of all mails in the outbox. */
    async outbox() {
      const mails = await fixtures.sql`
        select template || ' ' || recipient as sent from public.outgoing_mail order by 1`;
      return mails.map(({ sent: mail }) => String(mail));
    },
    /** Returns the hash of the secret in the newest link of a request. */
    currentLink: async (simulation_id: string) =>
      hashOf(await fixtures.call("tracking_secret", { simulation_id })),
    opens: async (secret_hash: string) =>
      (await fixtures.call("track_request", { secret_hash, address_hash })) !== null,
    approve: (id: string) => fixtures.sql`
      update public.simulations set status = 'approved', reviewed_at = now() - interval '1 hour'
      where id = ${id}`,
  };
}
