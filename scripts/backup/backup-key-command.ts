import { generateX25519Identity, identityToRecipient } from "age-encryption";

/** `npm run backup:key`: a new pair of keys, which is kept nowhere but on this screen. */
const identity = await generateX25519Identity();
console.log(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}`);
console.log("# Só para restaurar; guarde em dois lugares, longe do servidor e dos backups:");
console.log(`BACKUP_IDENTITY=${identity}`);
