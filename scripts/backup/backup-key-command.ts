import { generateX25519Identity, identityToRecipient } from "age-encryption";

/** `npm run backup:key` prints a new pair of keys for backups. The keys are stored nowhere. */
const identity = await generateX25519Identity();
console.log(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}`);
console.log("# Só para restaurar; guarde em dois lugares, longe do servidor e dos backups:");
console.log(`BACKUP_IDENTITY=${identity}`);
