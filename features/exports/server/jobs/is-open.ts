import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { StoredRequest } from './stored-request.ts'

/** Whether everything that an export is of is open to a person now. */
export function isOpen(
  catalogue: Pick<Catalogue, 'maySeeSensor' | 'visibleDeviceIds'>,
  viewer: Pick<Caller, 'userId' | 'roles'>,
  request: StoredRequest,
): boolean {
  if (!request.sensorIds.every((id) => catalogue.maySeeSensor(viewer, id))) return false
  if (request.kind !== 'handover') return true
  const visible = catalogue.visibleDeviceIds(viewer)
  return request.deviceIds?.every((id) => visible.has(id)) ?? true
}
