import type { Accounts } from '#kit/server/accounts.ts'
import { readProducts } from '../roles/products-store.ts'
import { listRoleNames } from '../roles/roles-store.ts'
import {
  findIdsByEmail,
  findIdsByName,
  readDisabledIds,
  readIdsWithRoles,
  readLanguage,
  readPeople,
  readPerson,
  readRights,
} from './accounts-store.ts'

/** The people of this installation, for other features. */
export const accounts: Accounts = {
  person: readPerson,
  people: readPeople,
  idsByEmail: findIdsByEmail,
  idsByName: findIdsByName,
  rights: readRights,
  disabledIds: readDisabledIds,
  idsWithRoles: readIdsWithRoles,
  language: readLanguage,
  products: readProducts,
  roleNames: listRoleNames,
}
