import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { disconnectSignal } from '#kit/server/http/replies/disconnect-signal.ts'
import { FileReply } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { ofOpenDevices } from '#kit/server/of-open-sensors.ts'
import type { WriteDocument } from '#kit/server/handover/printed-document.ts'
import { printOf } from './print-handover.ts'
import { handover, handoverFile } from '../../contract/handover.ts'
import { handoverOf, type HandoverParts } from './handover-of.ts'
import { registerNotes } from './notes-handlers.ts'

export interface HandoverServices extends HandoverParts {
  readonly writeDocument: WriteDocument
}

/** What one shift hands over to the next. */
export function registerHandover(app: FastifyInstance, services: HandoverServices): void {
  const { catalogue, telemetry } = services
  registerNotes(app, services)
  const shownTo = (caller: Caller, reply: FastifyReply, at: number | undefined) =>
    handoverOf(services, caller, telemetry.readerFor(caller.sessionId, disconnectSignal(reply)), at)

  serve(app, handover, async ({ query: { at }, caller, reply }) => ({
    data: await shownTo(caller, reply, at),
  }))

  serve(app, handoverFile, ({ query: { at, language }, caller, reply }) =>
    ofOpenDevices(catalogue, caller, async () => {
      const shown = await shownTo(caller, reply, at)
      if (!shown) throw new AppError('not_found', 'The site has no shifts')
      const { document, printed } = await printOf(services, caller, { shown, language })
      // Others may come first: that has a limit of its own.
      const signal = disconnectSignal(reply, null)
      const file = await services.writeDocument(document, printed, signal)
      return new FileReply(file, { isStored: false })
    }),
  )
}
