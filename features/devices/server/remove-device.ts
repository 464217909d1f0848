import type { Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type {
  RecordRemovedSensors,
  StoredReadingsChoice,
} from '#kit/server/readings/reading-deletions.ts'
import { deleteDevice, readSensorIds } from './devices-store.ts'

interface Removed {
  readonly id: number
  readonly lesiId: string
  readonly name: string
}

/** Removes a device that the transaction has locked, and notes what becomes of its readings. */
export async function removeWithReadings(
  { recordRemovedSensors }: { readonly recordRemovedSensors: RecordRemovedSensors },
  transaction: Transaction<DB>,
  { id, lesiId, name }: Removed,
  choice: { readonly readings: StoredReadingsChoice; readonly removedBy: number | null },
): Promise<void> {
  const sensorIds = await readSensorIds(transaction, id)
  await deleteDevice(transaction, lesiId)
  if (sensorIds.length === 0) return
  const removed = { lesiId, deviceName: name, sensor: null, sensorIds }
  await recordRemovedSensors(
    transaction,
    { ...removed, removedBy: choice.removedBy },
    choice.readings,
  )
}
