import {
  optionalChoice,
  pageField,
  pageSizeField,
  textField,
  type AddressOf,
} from '#kit/web/address/address.ts'
import { BoardKind } from '../../contract/board.ts'

/** What the address of the list of everybody's boards says. */
export const allBoardsAddress = {
  search: textField(255),
  kind: optionalChoice(BoardKind.options),
  left: optionalChoice(['yes']),
  page: pageField,
  limit: pageSizeField(50),
}

export type AllBoardsAddress = AddressOf<typeof allBoardsAddress>
