import postgres, { type Sql } from "postgres";

/** Connects past the database that is copied or replaced: whoever is in it would be in the way. */
async function besideIt(adminUrl: string, work: (admin: Sql) => Promise<void>): Promise<void> {
  const url = new URL(adminUrl);
  url.pathname = "/template1";
  const admin = postgres(url.href, { max: 1, onnotice: () => undefined });
  await work(admin).finally(() => admin.end());
}

/** Keeps the database as it is now under this name; whoever is connected has to connect anew. */
export async function keepAsTemplate(adminUrl: string, name: string): Promise<void> {
  await besideIt(adminUrl, async (admin) => {
    await disconnectAll(admin);
    await admin`create database ${admin(name)} template postgres strategy file_copy`;
  });
}

/** Replaces the database by a copy of the one that was kept under this name. */
export async function beginFromTemplate(adminUrl: string, name: string): Promise<void> {
  await besideIt(adminUrl, async (admin) => {
    await becomeQuiet(admin);
    await disconnectAll(admin);
    await admin`drop database postgres with (force)`;
    await copy(admin, name, "postgres");
  });
}

/** Makes a further database beside it from the one that was kept under a name. */
export async function makeFromTemplate(
  adminUrl: string,
  template: string,
  name: string,
): Promise<void> {
  await besideIt(adminUrl, (admin) => copy(admin, template, name));
}

/** Removes what `makeFromTemplate` made. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await besideIt(adminUrl, async (admin) => {
    await admin`drop database ${admin(name)} with (force)`;
  });
}

async function copy(admin: Sql, template: string, name: string): Promise<void> {
  await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`;
  // What is granted on a database as a whole is not copied with it.
  await admin`grant create on database ${admin(name)} to postgres`;
}

const disconnectAll = (admin: Sql) => admin`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres'`;

/** Waits for what a function still does after its answer, such as having a mail sent. */
async function becomeQuiet(admin: Sql): Promise<void> {
  for (;;) {
    const [busy] = await admin`
      select from pg_stat_activity
      where datname = 'postgres' and backend_type = 'client backend'
        and (state <> 'idle' or state_change > clock_timestamp() - interval '150 milliseconds')`;
    if (!busy) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
