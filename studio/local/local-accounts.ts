import { administratorTypes } from "../roles/administrator-types.ts";

export interface LocalAccount {
  id: string;
  name: string;
  email: string;
  role: "administrator" | "editor";
  roles: { name: string; title: string }[];
  provider: "local";
}

/** Account for changes made with the token, by the server, or by an editor who has chosen no account. */
export const localAdministrator: LocalAccount = {
  id: "local-administrator",
  name: "Administração local",
  email: "administracao@payser.example",
  role: "administrator",
  roles: [{ name: "administrator", title: "Administração" }],
  provider: "local",
};

const localEditor: LocalAccount = {
  id: "local-editor",
  name: "Edição local",
  email: "edicao@payser.example",
  role: "editor",
  roles: [{ name: "editor", title: "Edição" }],
  provider: "local",
};

export const localAccounts: readonly LocalAccount[] = [localAdministrator, localEditor];

/** Returns whether an account may create, change, publish or delete documents of a type. */
export function mayWrite({ role }: LocalAccount, type: string): boolean {
  return role === "administrator" || !administratorTypes.includes(type);
}

const reading = ["read", "history"];
const writing = ["create", "update", "manage", "editHistory"];

/** Returns the rights of an account in the Studio's format: permissions for each group of documents. */
export function grantsOf({ role }: LocalAccount): { filter: string; permissions: string[] }[] {
  if (role === "administrator") {
    return [{ filter: "_id != null", permissions: [...reading, ...writing] }];
  }
  return [
    { filter: "_id != null", permissions: reading },
    { filter: `!(_type in ${JSON.stringify(administratorTypes)})`, permissions: writing },
  ];
}
