import type { FastifyInstance } from 'fastify'
import { searchWords } from '#kit/model/sensor-filter.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import { listRefusals, type Refusal } from '../../contract/routes.ts'
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
  serve(app, listRefusals, async ({ caller, query: { find, page, limit } }) => {
    const words = searchWords(find)
    const isFound = (refusal: Refusal) => {
      const text = textOf(refusal)
      return words.every((word) => text.includes(word))
    }
    const isVisible = visibleTo(caller)
    const found = refusals.list().filter(isVisible).filter(isFound)
    const [total, nameless] = [refusals.totalOf(isVisible), refusals.namelessTotal]
    return {
      data: found.slice((page - 1) * limit, page * limit),
      meta: { total, nameless, found: found.length },
    }
  })
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

/** What can be searched for. */
const textOf = ({ lesiId, source, field, reason }: Refusal) =>
  `${lesiId ?? ''} ${source} ${field} ${reason}`.toLowerCase()
