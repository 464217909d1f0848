import { userSorts } from '#features/accounts/contract/users.ts'
import {
  choiceField,
  optionalChoice,
  optionalText,
  pageField,
  pageSizeField,
  textField,
  type AddressOf,
} from '#kit/web/address/address.ts'

/** What the address of the list of users says. */
export const usersAddress = {
  search: textField(255),
  role: optionalText(40),
  status: optionalChoice(['active', 'disabled']),
  sort: choiceField(userSorts, 'name'),
  order: choiceField(['asc', 'desc'], 'asc'),
  page: pageField,
  limit: pageSizeField(20),
}

export type UsersAddress = AddressOf<typeof usersAddress>
