import postgres, { type Sql } from "postgres";

/**
 * Runs `work` on a connection to another database, because PostgreSQL cannot copy or replace a database that has open
 * connections.
 */
async function fromOtherDatabase(
  adminUrl: string,
  work: (admin: Sql) => Promise<void>,
): Promise<void> {
  const url = new URL(adminUrl);
  url.pathname = "/template1";
  const admin = postgres(url.href, { max: 1, onnotice: () => undefined });
  await work(admin).finally(() => admin.end());
}

/**
 * Makes a template from a copy of the current database. All connections to the database end, so clients must connect
 * again.
 */
export async function keepAsTemplate(adminUrl: string, name: string): Promise<void> {
  await fromOtherDatabase(adminUrl, async (admin) => {
    await disconnectAll(admin);
    await admin`create database ${admin(name)} template postgres strategy file_copy`;
  });
}

/** Replaces the current database by a copy of a template. */
export async function beginFromTemplate(adminUrl: string, name: string): Promise<void> {
  await fromOtherDatabase(adminUrl, async (admin) => {
    await waitUntilIdle(admin);
    await disconnectAll(admin);
    await admin`drop database postgres with (force)`;
    await copy(admin, name, "postgres");
  });
}

/** Makes an additional database from a template. */
export async function makeFromTemplate(
  adminUrl: string,
  template: string,
  name: string,
): Promise<void> {
  await fromOtherDatabase(adminUrl, (admin) => copy(admin, template, name));
}

/** Deletes a database that `makeFromTemplate` made. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await fromOtherDatabase(adminUrl, async (admin) => {
    await admin`drop database ${admin(name)} with (force)`;
  });
}

async function copy(admin: Sql, template: string, name: string): Promise<void> {
  await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`;
  // PostgreSQL does not copy the grants on the database itself.
  await admin`grant create on database ${admin(name)} to postgres`;
}

const disconnectAll = (admin: Sql) => admin`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres'`;

/** Waits for the database work that edge functions do after their answer, such as starting the delivery of mail. */
async function waitUntilIdle(admin: Sql): Promise<void> {
  for (;;) {
    const [busy] = await admin`
      select from pg_stat_activity
      where datname = 'postgres' and backend_type = 'client backend'
        and (state <> 'idle' or state_change > clock_timestamp() - interval '150 milliseconds')`;
    if (!busy) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
