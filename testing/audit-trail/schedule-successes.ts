import type { HttpClient } from '#testing/peers/http-client.ts'
import type { Step } from './step.ts'

type Exporting = (lesiId: string) => Promise<{
  readonly client: HttpClient
  readonly body: { readonly sensors: readonly object[] }
}>

const path = '/api/export-schedules'

/** For each route that changes a scheduled export: a call that succeeds. */
export function scheduleSuccesses(exporting: Exporting): Record<string, () => Promise<Step>> {
  const asked = async (lesiId: string) => {
    const { client, body } = await exporting(lesiId)
    const schedule = {
      ...{ name: lesiId, recurrence: { kind: 'daily', at: '06:00' }, timezone: 'UTC' },
      ...{ format: 'csv', mode: 'group', step: '1-hour', figure: 'average', language: 'en' },
      ...{ sensors: body.sensors, recipients: ['one@people.test'] },
    }
    return { client, schedule }
  }
  const added = async (lesiId: string) => {
    const { client, schedule } = await asked(lesiId)
    const { id, version } = (await client.post(path, schedule)).json().data
    return { client, schedule, version, path: `${path}/${id}` }
  }
  return {
    'POST /api/export-schedules': async () => {
      const { client, schedule } = await asked('SCHEDULED-1')
      return { client, path, body: schedule }
    },
    'PUT /api/export-schedules/:id': async () => {
      const { client, schedule, version, path: own } = await added('SCHEDULED-2')
      return { client, path: own, body: { ...schedule, version, name: 'Another' } }
    },
    'POST /api/export-schedules/:id/pause': async () => {
      const { client, path: own } = await added('SCHEDULED-3')
      return { client, path: `${own}/pause`, body: { isPaused: true } }
    },
    'POST /api/export-schedules/:id/send': async () => {
      const { client, path: own } = await added('SCHEDULED-4')
      return { client, path: `${own}/send` }
    },
    'DELETE /api/export-schedules/:id': async () => {
      const { client, path: own } = await added('SCHEDULED-5')
      return { client, path: own }
    },
  }
}
