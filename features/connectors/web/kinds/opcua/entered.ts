import type { Settings } from '#features/connectors/contract/connector.ts'
import type { SensorType } from '#kit/model/sensor.ts'
import type { OpcUaSecurity } from '#features/connectors/contract/kinds/opcua.ts'

/** A node as it is entered: what is no number yet is a text. */
export interface EnteredItem {
  readonly nodeId: string
  readonly lesiId: string
  readonly key: string
  readonly element?: string
  /** What the server reported of it. */
  readonly hint?: { readonly unit: string; readonly type: SensorType | null }
  /** What commands may write. */
  readonly command?: {
    readonly type: string
    readonly minimum: number | string | null
    readonly maximum: number | string | null
  }
  readonly deadband?: { readonly kind: string; readonly value: number | string }
}

export const newItem: EnteredItem = { nodeId: '', lesiId: '', key: '' }

// The form put them there, or the server, which checked them.
export const itemsOf = ({ items }: Settings) => (items ?? []) as unknown as EnteredItem[]
export const securityOf = ({ security }: Settings) => security as unknown as OpcUaSecurity
export const acceptedOf = ({ acceptedCertificate }: Settings) =>
  typeof acceptedCertificate === 'string' ? acceptedCertificate : null

/** The same as the settings hold it: without what nobody entered. */
export const settingOf = ({ element, deadband, hint, command, ...item }: EnteredItem) => ({
  ...item,
  ...(element === undefined || element.trim() === '' ? {} : { element: element.trim() }),
  ...(command === undefined ? {} : { command: { ...command } }),
  ...(hint === undefined ? {} : { hint: { ...hint } }),
  ...(deadband === undefined ? {} : { deadband: { ...deadband } }),
})
