import type { Sensor } from '#kit/model/sensor.ts'
import type { AuditRecord, AuditSnapshot } from '#kit/server/audit.ts'
import { configurationFields, isSameField } from '../../contract/configuration.ts'
import { statesText } from '../../contract/states-text.ts'
import type { Configured } from './configure.ts'

const namesShown = 3

/** The one entry of a change: of one sensor its fields, of several those of each under its name. */
export function auditOf(changed: readonly Configured[]): AuditRecord {
  const [first] = changed
  if (!first) throw new Error('nothing was changed')
  const about = { action: 'sensor.configure', entity: 'sensor' } as const
  if (changed.length === 1) {
    const [before, after] = snapshots(first)
    const { alias } = first.before
    return { ...about, entityId: nameOf(first.before), entityName: alias, before, after }
  }
  const names = changed.slice(0, namesShown).map(({ before }) => nameOf(before))
  const more = changed.length > namesShown ? ['…'] : []
  const all = changed.map((each) => ({ sensor: nameOf(each.before), fields: snapshots(each) }))
  return {
    ...about,
    entityId: '',
    entityName: `${[...names, ...more].join(', ')} (${changed.length})`,
    before: { sensors: all.map(({ sensor, fields }) => ({ sensor, ...fields[0] })) },
    after: { sensors: all.map(({ sensor, fields }) => ({ sensor, ...fields[1] })) },
  }
}

const nameOf = ({ lesiId, key }: Sensor) => `${lesiId}/${key}`

function snapshots({ before, after }: Configured): readonly [AuditSnapshot, AuditSnapshot] {
  const fields = configurationFields.filter((field) => !isSameField(before[field], after[field]))
  const part = (sensor: Sensor) =>
    Object.fromEntries(
      fields.map((field) => [
        field,
        // As a text: raw values are no names of fields, whatever they look like.
        field === 'states' ? statesText(sensor.states) : sensor[field],
      ]),
    )
  return [part(before), part(after)]
}
