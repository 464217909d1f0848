import { conditionKinds } from '../../contract/condition.ts'
import {
  choiceField,
  optionalChoice,
  pageField,
  pageSizeField,
  textField,
  type AddressOf,
} from '#kit/web/address/address.ts'

export const ruleTabs = ['rules', 'own', 'advice'] as const

/** What the address of the screen of rules says. */
export const rulesAddress = {
  tab: choiceField(ruleTabs, 'rules'),
  search: textField(128),
  kind: optionalChoice(conditionKinds),
  priority: optionalChoice(['1', '2', '3', 'journal']),
  enabled: optionalChoice(['yes', 'no']),
  page: pageField,
  limit: pageSizeField(50),
}

export type RulesAddress = AddressOf<typeof rulesAddress>
