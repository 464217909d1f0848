import type { Accounts } from '#kit/server/accounts.ts'
import { findIdsByEmail, findIdsByName, readPerson } from './accounts-store.ts'

/** The people of this installation, for other features. */
export const accounts: Accounts = {
  person: readPerson,
  idsByEmail: findIdsByEmail,
  idsByName: findIdsByName,
}
