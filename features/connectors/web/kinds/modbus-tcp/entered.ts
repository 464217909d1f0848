import type { Settings } from '#features/connectors/contract/connector.ts'

/** A group as it is typed: what is no number yet is a text. */
export interface EnteredGroup {
  readonly name: string
  readonly intervalMs: number | string
}

/** A point as it is typed, or as it stood in a file. */
export interface EnteredPoint {
  readonly lesiId: string
  readonly key: string
  readonly unitId: number | string
  readonly table: string
  readonly address: number | string
  readonly type: string
  readonly order: string
  readonly bit: number | string
  readonly length: number | string
  readonly group: string
  readonly isWritable: boolean
}

export const newPoint: EnteredPoint = {
  ...{ lesiId: '', key: '', unitId: 1, table: 'holding', address: 0, type: 'uint16' },
  ...{ order: 'ABCD', bit: 0, length: 1, group: '', isWritable: false },
}

// The form put them there, or the server, which checked them.
export const groupsOf = ({ groups }: Settings) => (groups ?? []) as unknown as EnteredGroup[]
export const pointsOf = ({ points }: Settings) => (points ?? []) as unknown as EnteredPoint[]
