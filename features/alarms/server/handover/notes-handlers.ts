import type { FastifyInstance } from 'fastify'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import { shiftAt } from '#kit/model/time/shifts.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  addHandoverNote,
  maximumHandoverNotes,
  removeHandoverNote,
} from '../../contract/handover.ts'
import type { HandoverServices } from './handover-handlers.ts'
import { countNotes, deleteNote, insertNote, lockNote, type NoteRow } from './notes-store.ts'

/** The calls by which people write for the next shift. */
export function registerNotes(app: FastifyInstance, services: HandoverServices): void {
  const { sql, audit, clock, timezone, sources } = services

  serve(app, addHandoverNote, async ({ body: { shift, text }, caller, request }) => {
    const now = clock()
    const span = shiftAt(await sources.shifts(), timezone, shift)
    if (span?.from !== shift || shift > now) throw refusedField('shift', fieldError('not_accepted'))
    const shiftFrom = new Date(shift)
    const id = await sql.transaction().execute(async (transaction) => {
      if ((await countNotes(transaction, shiftFrom)) >= maximumHandoverNotes)
        throw refusedField('text', fieldError('too_many', { maximum: maximumHandoverNotes }))
      const note = { shiftFrom, text, authorId: caller.userId, createdAt: new Date(now) }
      const added = await insertNote(transaction, note)
      await audit(transaction, originOf(request), {
        ...{ action: 'handover.add-note', entity: 'handover', entityId: added },
        ...{ entityName: shiftFrom.toISOString(), after: { text } },
      })
      return added
    })
    return { data: { id } }
  })

  serve(app, removeHandoverNote, async ({ params: { id }, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const note = await lockNote(transaction, id)
      if (!note) throw new AppError('not_found', 'There is no such note')
      if (!mayRemove(caller, note))
        throw new AppError('forbidden', 'Who wrote it may remove it, and administrators')
      await deleteNote(transaction, id)
      await audit(transaction, originOf(request), {
        ...{ action: 'handover.remove-note', entity: 'handover', entityId: id },
        ...{ entityName: note.shiftFrom.toISOString(), before: { text: note.text } },
      })
    })
  })
}

export const mayRemove = (caller: Caller, { authorId }: Pick<NoteRow, 'authorId'>): boolean =>
  authorId === caller.userId || isAdministrator(caller)
