import { auditActions, auditEntities } from '#kit/model/audit.ts'
import { instantOfText } from '#kit/model/time/zone.ts'
import {
  asText,
  optionalChoice,
  pageField,
  pageSizeField,
  textField,
  type AddressField,
  type AddressOf,
} from '#kit/web/address/address.ts'

/** A wall-clock text `2026-11-20T06:00` in the site's zone; empty for open. */
const momentField: AddressField<string> = {
  absent: '',
  read: (raw) => {
    const text = asText(raw) ?? ''
    const instant = instantOfText(text, 'UTC')
    return instant !== null && instant >= 0 ? text : ''
  },
}

/** What the address of the audit says. */
export const auditAddress = {
  search: textField(255),
  action: optionalChoice(auditActions),
  entity: optionalChoice(auditEntities),
  from: momentField,
  to: momentField,
  page: pageField,
  limit: pageSizeField(50),
}

export type AuditAddress = AddressOf<typeof auditAddress>
