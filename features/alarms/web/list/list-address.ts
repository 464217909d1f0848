import { LesiId } from '#kit/model/device.ts'
import { instantOfText } from '#kit/model/time/zone.ts'
import {
  asText,
  choiceField,
  optionalChoice,
  pageField,
  pageSizeField,
  textField,
  type AddressField,
  type AddressOf,
} from '#kit/web/address/address.ts'

export const alarmTabs = ['active', 'shelved', 'history'] as const

export const stateFilters = ['open', 'acknowledged', 'returned', 'latched', 'mine'] as const
export const listOrders = ['priority', 'newest', 'oldest'] as const
export const groupings = ['none', 'device', 'sensor', 'rule', 'priority'] as const
export const historyPeriods = ['day', 'week', 'month', 'custom'] as const
export const historyStates = ['open', 'ended'] as const

const deviceField: AddressField<string | null> = {
  absent: null,
  read: (raw) => {
    const text = asText(raw) ?? ''
    return LesiId.safeParse(text).success ? text : null
  },
}

const idField: AddressField<number | null> = {
  absent: null,
  read: (raw) => {
    const id = Number(asText(raw) ?? '')
    return Number.isSafeInteger(id) && id > 0 ? id : null
  },
}

/** A wall-clock text `2026-11-20T06:00` in the site's zone; empty for open. */
const wallClockField: AddressField<string> = {
  absent: '',
  read: (raw) => {
    const text = asText(raw) ?? ''
    const instant = instantOfText(text, 'UTC')
    return instant !== null && instant >= 0 ? text : ''
  },
}

/** What the address of the list of alarms says. */
export const listAddress = {
  tab: choiceField(alarmTabs, 'active'),
  search: textField(128),
  priority: optionalChoice(['1', '2', '3', 'journal']),
  state: optionalChoice(stateFilters),
  device: deviceField,
  order: choiceField(listOrders, 'priority'),
  group: choiceField(groupings, 'none'),
  /** The alarm whose details are open. */
  alarm: idField,
  period: choiceField(historyPeriods, 'day'),
  from: wallClockField,
  to: wallClockField,
  was: optionalChoice(historyStates),
  page: pageField,
  limit: pageSizeField(50),
}

export type ListAddress = AddressOf<typeof listAddress>
