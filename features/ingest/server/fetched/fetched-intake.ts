import type { Logger } from 'pino'
import { LesiId, type DeviceStatus } from '#kit/model/device.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import { productOrigin } from '#kit/server/audit.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import {
  areSignOfLife,
  type DeviceIntake,
  type FetchedOutcome,
  type FetchedValue,
  type Fetcher,
} from '#kit/server/devices/device-intake.ts'
import { isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import { createToken } from '#kit/server/token.ts'
import { fieldOf, keyProblem } from '#kit/server/documents/document-keys.ts'
import {
  asValue,
  earliestTime,
  latestTime,
  type DocumentValue,
  type Problem,
} from '#kit/server/documents/document-value.ts'
import type { Intake } from '../intake/intake.ts'
import type { PresenceListener } from '../mqtt/device-messages.ts'
import { Defects } from '../refusals/defects.ts'
import { listedProblems } from '../refusals/listed-problems.ts'
import type { Refusals } from '../refusals/refusals.ts'

interface Dependencies {
  readonly catalogue: Catalogue
  readonly intake: Intake
  readonly presence: PresenceListener
  readonly refusals: Refusals
  readonly logger: Logger
}

/**
 * Devices that are added at a time. While the database does not answer those of a whole plant would
 * wait for its connections, and everybody behind them.
 */
const maximumAdding = 16
/** What a value costs beside its text, in bytes. */
const bytesPerValue = 16

/** Values that the product fetched itself end in the same intake as those that devices send. */
export class FetchedIntake implements DeviceIntake {
  readonly #dependencies: Dependencies
  readonly #defects = new Defects()
  /** Devices that are being added, by LESI ID. */
  readonly #adding = new Map<string, Promise<CatalogueDevice>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async take(
    fetcher: Fetcher,
    lesiId: string,
    fetched: readonly FetchedValue[],
  ): Promise<FetchedOutcome> {
    const { intake, presence } = this.#dependencies
    const source = `connector ${fetcher.name}`
    if (!LesiId.safeParse(lesiId).success)
      return this.#refuse(source, lesiId, 0, [{ field: 'lesiId', reason: 'is no LESI ID' }])
    const device = this.#dependencies.catalogue.device(lesiId) ?? (await this.#add(lesiId))
    if (areSignOfLife(fetched)) presence.messageReceived(device.id)
    const { values, refused } = understand(fetched)
    if (values.length === 0) return this.#refuse(source, lesiId, 0, refused)
    // Those of one connector share its part, whichever devices they are of.
    const document = { bytes: bytesOf(values), values, sender: `connector ${fetcher.id}` }
    try {
      const outcome = await intake.take(device, document, 'wait', source)
      return this.#refuse(source, lesiId, outcome.stored, [...refused, ...outcome.refused])
    } catch (error) {
      if (error instanceof AppError) throw error
      const problem = this.#defects.problemOf(error, this.#dependencies.logger, lesiId)
      return this.#refuse(source, lesiId, 0, [problem])
    }
  }

  refuse({ name }: Fetcher, lesiId: string | null, problem: Problem, message: string): void {
    const source = `connector ${name}`
    this.#dependencies.refusals.add({ source, lesiId, ...problem, message })
  }

  reportStatus(lesiId: string, status: DeviceStatus): void {
    const { catalogue, presence } = this.#dependencies
    const device = catalogue.device(lesiId)
    if (device) presence.statusReported(device.id, status)
  }

  #refuse(
    source: string,
    lesiId: string,
    stored: number,
    refused: readonly Problem[],
  ): FetchedOutcome {
    for (const problem of listedProblems(refused))
      this.#dependencies.refusals.add({ source, lesiId, ...problem })
    return { stored, refused }
  }

  async #add(lesiId: string): Promise<CatalogueDevice> {
    const present = this.#adding.get(lesiId)
    if (present) return present
    if (this.#adding.size >= maximumAdding)
      throw new AppError('overloaded', 'Other devices are being added', { retryAfterSeconds: 5 })
    const adding = this.#register(lesiId).finally(() => this.#adding.delete(lesiId))
    this.#adding.set(lesiId, adding)
    return adding
  }

  /** Nobody has a token of it until one is asked for. */
  async #register(lesiId: string): Promise<CatalogueDevice> {
    const { catalogue } = this.#dependencies
    try {
      return await catalogue.registerDevice(lesiId, createToken(192), productOrigin())
    } catch (error) {
      // Somebody else has just added it.
      const existing = catalogue.device(lesiId)
      if (existing) return existing
      if (!isTransientFailure(error)) throw error
      const message = 'The device could not be added'
      throw Object.assign(new AppError('store_unavailable', message, { retryAfterSeconds: 5 }), {
        cause: error,
      })
    }
  }
}

function understand(fetched: readonly FetchedValue[]) {
  const values: DocumentValue[] = []
  const refused: Problem[] = []
  for (const each of fetched) {
    const understood = valueOf(each)
    if ('reason' in understood) refused.push(understood)
    else values.push(understood)
  }
  return { values, refused }
}

function valueOf({ key, value, time, quality, hint }: FetchedValue): DocumentValue | Problem {
  const wrongKey = keyProblem(key)
  if (wrongKey !== null) return { field: fieldOf('', key), reason: wrongKey }
  if (time !== undefined && !(time >= earliestTime && time < latestTime))
    return {
      field: fieldOf('', key),
      reason: `${time} is not a time in milliseconds between the years 2000 and 2100`,
    }
  const understood = asValue(key, value, time, quality, '', '')
  return hint && 'value' in understood ? { ...understood, hint } : understood
}

function bytesOf(values: readonly DocumentValue[]): number {
  let bytes = 0
  for (const { key, value } of values)
    bytes += bytesPerValue + key.length + (typeof value === 'string' ? value.length : 0)
  return bytes
}
