import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { ExportSchedule, ScheduleRequest, UnreadableSchedule } from './schedule.ts'

const ScheduleId = z.object({ id: z.coerce.number().pipe(z.int().min(1).max(2_147_483_647)) })

export const listSchedules = defineRoute({
  method: 'GET',
  path: '/api/export-schedules',
  summary: 'The scheduled exports of the caller, each with how it was carried out last',
  gate: warRoomGate,
  reply: dataOf(
    z.object({
      schedules: z.array(ExportSchedule),
      unreadable: z.array(UnreadableSchedule),
      /** Whether a mail server is set: without one nothing is sent. */
      hasMail: z.boolean(),
      hasShifts: z.boolean(),
      siteZone: z.string(),
    }),
  ),
})

export const addSchedule = defineRoute({
  method: 'POST',
  path: '/api/export-schedules',
  summary:
    'Adds a schedule that sends exports by mail, in the name and with the rights of the caller',
  isMadeOnce: true,
  gate: warRoomGate,
  body: ScheduleRequest,
  reply: dataOf(ExportSchedule),
})

export const changeSchedule = defineRoute({
  method: 'PUT',
  path: '/api/export-schedules/:id',
  summary: 'Changes an own schedule; one that was changed since this version was read stays',
  isMadeOnce: true,
  gate: warRoomGate,
  params: ScheduleId,
  body: ScheduleRequest.extend({ version: z.int32() }),
  reply: dataOf(ExportSchedule),
})

export const pauseSchedule = defineRoute({
  method: 'POST',
  path: '/api/export-schedules/:id/pause',
  summary: 'Pauses an own schedule or lets it go on; what was missed meanwhile is not made up for',
  gate: warRoomGate,
  params: ScheduleId,
  body: z.strictObject({ isPaused: z.boolean() }),
})

export const sendSchedule = defineRoute({
  method: 'POST',
  path: '/api/export-schedules/:id/send',
  summary: 'Carries an own schedule out now, of the last whole period, whether it is paused or not',
  isMadeOnce: true,
  gate: warRoomGate,
  params: ScheduleId,
})

export const removeSchedule = defineRoute({
  method: 'DELETE',
  path: '/api/export-schedules/:id',
  summary: 'Removes an own schedule; mails of it that wait are sent',
  gate: warRoomGate,
  params: ScheduleId,
})
