/** The one person who edits on this machine, as the Studio shows her. */
export const localEditor = {
  id: "local-editor",
  name: "Edição local",
  email: "edicao@payser.example",
  role: "administrator",
  roles: [{ name: "administrator", title: "Administrator" }],
  provider: "local",
};
