import type { DocumentValue, Problem } from '#kit/server/documents/document-value.ts'
import type { DeviceStatus } from '#kit/model/device.ts'

/** What one message gives for one device. */
export interface MappedDocument {
  readonly lesiId: string
  readonly values: readonly DocumentValue[]
}

/** What a message gives: values, the state of a device, and everything that is wrong in it. */
export interface Mapped {
  readonly documents: readonly MappedDocument[]
  readonly status?: { readonly lesiId: string; readonly status: DeviceStatus }
  readonly problems: readonly Problem[]
}

export const noDocuments: Mapped = { documents: [], problems: [] }

/** A message that gives nothing for this reason. */
export function refused(field: string, reason: string): Mapped {
  return { documents: [], problems: [{ field, reason }] }
}
