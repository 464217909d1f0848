import type { BoardChanged } from '#kit/model/live/messages.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { KioskAccess } from '#kit/server/kiosks.ts'
import type { LiveConnection } from './live-connection.ts'

/** What a socket without an account is for: the sensors of one board. */
export type Scope = Pick<KioskAccess, 'linkId' | 'boardId' | 'sensorIds'>

/** A page or dashboard as a message says it. */
export type BoardState = Pick<BoardChanged, 'id' | 'boardVersion' | 'editors' | 'isOnlyEditors'>

type Lookups = Pick<Catalogue, 'maySeeSensor' | 'sensor' | 'visibleDeviceIds'>
type Viewer = Pick<LiveConnection, 'caller' | 'scope'>

/** Whether a connection may watch a sensor. */
export function mayWatch(
  catalogue: Pick<Catalogue, 'maySeeSensor'>,
  { caller, scope }: Viewer,
  sensorId: number,
): boolean {
  const isInScope = scope === null || scope.sensorIds.has(sensorId)
  return isInScope && catalogue.maySeeSensor(caller, sensorId)
}

/** Ids of the devices whose status a connection gets. */
export function visibleDevices(catalogue: Lookups, { caller, scope }: Viewer): ReadonlySet<number> {
  const visible = catalogue.visibleDeviceIds(caller)
  if (scope === null) return visible
  const ofScope = [...scope.sensorIds].flatMap((id) => catalogue.sensor(id)?.deviceId ?? [])
  return new Set(ofScope.filter((id) => visible.has(id)))
}
