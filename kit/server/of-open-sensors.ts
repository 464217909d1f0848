import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from './catalogue.ts'

interface Judged {
  /** What is open at this moment. */
  readonly sensors: readonly Sensor[]
}

/**
 * What work makes of the sensors that are open, when it has ended: the store may let others come
 * first for a while. Where one of them was closed meanwhile the work is done again without it.
 */
export async function ofOpenSensors<Open extends Judged, Answer>(
  judge: () => Open,
  work: (open: Open) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const open = judge()
    const answer = await work(open)
    const now = new Set(judge().sensors.map(({ id }) => id))
    if (open.sensors.every(({ id }) => now.has(id))) return answer
  }
}

/** What work makes of the devices that are open to the caller, when it has ended: as above. */
export async function ofOpenDevices<Answer>(
  catalogue: Pick<Catalogue, 'visibleDeviceIds'>,
  caller: Parameters<Catalogue['visibleDeviceIds']>[0],
  work: (deviceIds: ReadonlySet<number>) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const open = catalogue.visibleDeviceIds(caller)
    const answer = await work(open)
    const now = catalogue.visibleDeviceIds(caller)
    if ([...open].every((id) => now.has(id))) return answer
  }
}
