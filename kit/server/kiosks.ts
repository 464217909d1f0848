import type { FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from './caller.ts'
import type { Catalogue } from './catalogue.ts'

/** What a kiosk link opens at this moment. */
export interface KioskAccess {
  readonly linkId: string
  readonly boardId: string
  /** Whose rights count, with those of this moment; `sessionId` is the link's own. */
  readonly caller: Caller
  /** The sensors of the board that are open to that person. */
  readonly sensorIds: ReadonlySet<number>
  /** The pictures that widgets of the board are on. */
  readonly pictureIds: ReadonlySet<string>
  /** ms UTC */
  readonly expiresAt: number
}

/** Who asks: a person, or somebody with a link, who sees the sensors of its board alone. */
export type Viewer = Pick<KioskAccess, 'caller'> & Partial<Pick<KioskAccess, 'sensorIds'>>

/** Those of these sensors that are open to the viewer, each once. */
export function visibleSensors(
  catalogue: Pick<Catalogue, 'maySeeSensor' | 'sensor'>,
  { caller, sensorIds }: Viewer,
  ids: readonly number[],
): Sensor[] {
  const isOpen = (id: number) => catalogue.maySeeSensor(caller, id) && (sensorIds?.has(id) ?? true)
  return [...new Set(ids)].filter(isOpen).flatMap((id) => catalogue.sensor(id) ?? [])
}

/** Who looks at a board without an account. */
export interface Kiosks {
  /**
   * What this token opens. Null for a token that there is not, one that was revoked or has expired,
   * and where whose link it is may not share that board any more.
   */
  accessOf(token: string): Promise<KioskAccess | null>
  /** The same, of a link that was opened once. */
  accessOfLink(linkId: string): Promise<KioskAccess | null>
}

/** Of one address, which may be that of a whole plant: calls of one kind. */
export const kioskRateLimit = { max: 120, timeWindow: '1 minute' }

/** The token of a link, which comes as `Authorization: Bearer …`; empty where there is none. */
export function kioskTokenOf({ headers }: FastifyRequest): string {
  return /^Bearer ([\w-]{1,100})$/.exec(headers.authorization ?? '')?.[1] ?? ''
}

/**
 * How calls are served to those who have a link and no account: options that ask for the token
 * before anything else of a call is read, and what it opened.
 */
export function kioskCalls(kiosks: Kiosks) {
  const opened = new WeakMap<FastifyRequest, KioskAccess>()
  const before = async (request: FastifyRequest) => {
    const access = await kiosks.accessOf(kioskTokenOf(request))
    if (!access) throw noAccess()
    opened.set(request, access)
  }
  return {
    options: { rateLimit: kioskRateLimit, before },
    accessOf(request: FastifyRequest): KioskAccess {
      const access = opened.get(request)
      if (!access) throw noAccess()
      return access
    },
  }
}

const noAccess = () => new AppError('unauthenticated', 'This link does not open anything')
