import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
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
  serve(app, dryRunDocument, async ({ body, caller }) => {
    const { device: lesiId, type } = body
    const device = lesiId === undefined ? null : requireOpenDevice(catalogue, caller, lesiId)
    return {
      data: tryDocument(catalogue, {
        message: bytesOf(body.document),
        deviceId: device?.id ?? null,
        ...(type === undefined ? {} : { isWanted: (sensor) => sensor?.type === type }),
        now: clock(),
      }),
    }
  })
  serve(app, dryRunSensor, async ({ body, caller }) => {
    const sensor = catalogue.sensor(body.sensor)
    if (!sensor || !catalogue.maySeeSensor(caller, sensor.id))
      throw new AppError('not_found', `There is no sensor ${body.sensor}`)
    return {
      data: tryDocument(catalogue, {
        message: bytesOf(body.document),
        deviceId: sensor.deviceId,
        isWanted: (each) => each?.id === sensor.id,
        now: clock(),
      }),
    }
  })
}

const bytesOf = (document: unknown) =>
  Buffer.from(typeof document === 'string' ? document : JSON.stringify(document))
