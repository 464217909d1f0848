import type { FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { overloaded } from '#kit/server/budget/overloaded.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import { maximumBatchBytes } from '../../contract/limits.ts'
import type { DevicesOfGateways } from '../gateways/devices-of-gateways.ts'
import type { DocumentServices } from '../http/http-documents.ts'
import { unpackBody } from '../http/document-body.ts'
import { isOverload, originOf } from '../http/request-origin.ts'
import { Defects } from '../refusals/defects.ts'
import { takeBatch } from './batch-intake.ts'
import { BatchProblems } from './batch-problems.ts'
import type { DeviceDocument } from './document-groups.ts'

export interface BatchServices extends DocumentServices {
  readonly budget: Budget
  readonly gateways: DevicesOfGateways
}

/** What became of a request with documents of many devices or times. */
export interface BatchOutcome {
  readonly stored: number
  readonly problems: BatchProblems
}

/** Finds the documents in a request's body, and what is wrong in it. */
export interface Understanding {
  readonly read: (body: Uint8Array, problems: BatchProblems) => Iterable<DeviceDocument>
  /** Whether the request has proved that it may send for this device. */
  readonly isProved?: (lesiId: string) => boolean
}

/** Takes requests that are larger than one document. */
export class BatchRequests {
  readonly #services: BatchServices
  readonly #defects = new Defects()

  constructor(services: BatchServices) {
    this.#services = services
  }

  /**
   * Unpacks the body, takes what is understood of it, and lists what was refused. Throws what
   * may be sent again, and `payload_too_large`; all but overloads are listed too.
   */
  async take(
    sender: CatalogueDevice,
    request: FastifyRequest,
    { read, isProved }: Understanding,
  ): Promise<BatchOutcome> {
    const { lesiId } = sender
    const { intake, refusals, presence } = this.#services
    presence.messageReceived(sender.id)
    const problems = new BatchProblems()
    try {
      const dependencies = {
        intake,
        source: originOf(request).source,
        deviceOf: (from: CatalogueDevice, of: string) => this.#deviceOf(from, of, isProved),
        defectOf: (error: unknown, of: string) => this.#defects.problemOf(error, request.log, of),
      }
      const stored = await this.#unpacked(sender, request, problems, (body) =>
        takeBatch(dependencies, sender, read(body, problems), problems),
      )
      this.#list(lesiId, request, problems)
      return { stored, problems }
    } catch (error) {
      this.#list(lesiId, request, problems)
      if (error instanceof AppError && !isOverload(error)) {
        const field = error.code === 'payload_too_large' ? 'document' : 'store'
        refusals.add({ ...originOf(request), lesiId, field, reason: error.message })
      }
      throw error
    }
  }

  async #deviceOf(
    sender: CatalogueDevice,
    lesiId: string,
    isProved: Understanding['isProved'],
  ): Promise<CatalogueDevice | { readonly reason: string }> {
    const { catalogue, gateways, presence } = this.#services
    const proved = isProved?.(lesiId) === true ? catalogue.device(lesiId) : undefined
    const device = proved ?? (await gateways.deviceOf(sender, lesiId))
    if (!('reason' in device)) presence.messageReceived(device.id)
    return device
  }

  async #unpacked(
    { lesiId }: CatalogueDevice,
    { body, headers }: FastifyRequest,
    problems: BatchProblems,
    work: (body: Uint8Array) => Promise<number>,
  ): Promise<number> {
    const packed = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const encoding = headers['content-encoding']
    const isPacked = encoding !== undefined && encoding !== 'identity'
    const source = `unpacked ${lesiId}`
    const held = this.#services.budget.reserve(
      'request-body',
      source,
      isPacked ? maximumBatchBytes : 0,
    )
    if (typeof held === 'string') throw overloaded(held)
    try {
      const unpacked = await unpackBody(packed, encoding, maximumBatchBytes)
      if ('problem' in unpacked) {
        problems.add(unpacked.problem.field, unpacked.problem.reason)
        return 0
      }
      if (isPacked) held.resize(unpacked.message.length)
      return await work(unpacked.message)
    } finally {
      held.release()
    }
  }

  #list(lesiId: string, request: FastifyRequest, problems: BatchProblems): void {
    const origin = originOf(request)
    for (const { field, reason, excerpt } of problems.listed())
      this.#services.refusals.add({ ...origin, lesiId, field, reason, message: excerpt })
  }
}
