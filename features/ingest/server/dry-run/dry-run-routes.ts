import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice, type Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import { serve } from '#kit/server/http/serve.ts'
import { dryRunDocument, dryRunSensor } from '../../contract/dry-run.ts'
import { tryDocument } from './dry-run.ts'

interface Services {
  readonly catalogue: Catalogue
  readonly clock: Clock
}

/** The calls by which an engineer tries a document. */
export function serveDryRuns(app: FastifyInstance, { catalogue, clock }: Services): void {
  const deviceIdOf = (caller: Caller, lesiId: string | undefined) =>
    lesiId === undefined ? null : requireOpenDevice(catalogue, caller, lesiId).id
  serve(app, dryRunDocument, async ({ body, caller }) => {
    const { device, type } = body
    return {
      data: tryDocument(catalogue, {
        message: bytesOf(body.document),
        deviceId: deviceIdOf(caller, device),
        ...(type === undefined ? {} : { isWanted: (sensor) => sensor?.type === type }),
        now: clock(),
      }),
    }
  })
  serve(app, dryRunSensor, async ({ body: { document, sensor: named, device }, caller }) => {
    const question = { message: bytesOf(document), now: clock() }
    if (typeof named === 'string')
      return {
        data: tryDocument(catalogue, {
          ...question,
          deviceId: deviceIdOf(caller, device),
          isWanted: (_, key) => key === named,
        }),
      }
    const sensor = catalogue.sensor(named)
    if (!sensor || !catalogue.maySeeSensor(caller, sensor.id))
      throw new AppError('not_found', `There is no sensor ${named}`)
    return {
      data: tryDocument(catalogue, {
        ...question,
        deviceId: sensor.deviceId,
        isWanted: (each) => each?.id === sensor.id,
      }),
    }
  })
}

const bytesOf = (document: unknown) =>
  Buffer.from(typeof document === 'string' ? document : JSON.stringify(document))
