import {
  asText,
  choiceField,
  optionalText,
  pageField,
  pageSizeField,
  type AddressField,
  type AddressOf,
} from '#kit/web/address/address.ts'
import { maximumOperators } from '../../contract/analysis/routes.ts'
import { historyPeriods, listAddress } from '../list/list-address.ts'

export const groupTabs = ['sensors', 'rules', 'devices'] as const

const operatorsField: AddressField<number> = {
  absent: 1,
  read: (raw) => {
    const operators = Number(asText(raw) ?? '')
    return Number.isInteger(operators) && operators >= 1 && operators <= maximumOperators
      ? operators
      : 1
  },
}

/** What the address of the analysis says. */
export const analysisAddress = {
  period: choiceField(historyPeriods, 'week'),
  from: listAddress.from,
  to: listAddress.to,
  /** Operator positions that share the alarms. */
  operators: operatorsField,
  thing: listAddress.device,
  /** Key of a sensor of `thing`. */
  sensor: optionalText(128),
  counts: choiceField(groupTabs, 'sensors'),
  page: pageField,
  limit: pageSizeField(20),
}

export type AnalysisAddress = AddressOf<typeof analysisAddress>
