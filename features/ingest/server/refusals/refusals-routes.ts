import type { FastifyInstance } from 'fastify'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import { listRefusals } from '../../contract/routes.ts'
import { repeatedRefusals, summariseRefusals } from '../../contract/tail.ts'
import type { Refusals } from './refusals.ts'

const maximumSenders = 100

interface Services {
  readonly catalogue: Catalogue
  readonly refusals: Refusals
}

/** What was refused, for engineers: of devices that they may see, and of senders that are none. */
export function serveRefusals(app: FastifyInstance, { catalogue, refusals }: Services): void {
  const visibleTo = (caller: Caller) => {
    const visible = catalogue.visibleDeviceIds(caller)
    return ({ lesiId }: { readonly lesiId: string | null }) => {
      const device = lesiId === null ? undefined : catalogue.device(lesiId)
      return device === undefined || visible.has(device.id)
    }
  }
  serve(app, listRefusals, async ({ caller }) => ({
    data: refusals.list().filter(visibleTo(caller)),
    meta: { total: refusals.total, nameless: refusals.namelessTotal },
  }))
  serve(app, summariseRefusals, async ({ caller }) => {
    const senders = refusals.senders().filter(visibleTo(caller))
    const isRepeated = ({ lesiId, lastMinutes }: (typeof senders)[number]) =>
      lesiId !== null && lastMinutes >= repeatedRefusals
    return {
      data: {
        lastHour: senders.reduce((sum, { lastHour }) => sum + lastHour, 0),
        senders: senders.slice(0, maximumSenders),
        repeated: senders.filter(isRepeated).length,
      },
    }
  })
}
